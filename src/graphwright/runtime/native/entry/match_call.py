"""The machine code that finds out which entry a call fits: arguments against nodes, calls against a table.

A node is four words: its kind, two words that the kind gives a meaning, and the graph input it fills. The nodes of
the parts of a container follow it. `get` stands for the load of a field; see `entry.entry_module`.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What a node asks of the object it is held against."""

    ARRAY = 0  # an eager tensor of this interned type
    PAYLOAD = 1  # the same, for a type whose values are no arrays
    SAME = 2  # this very object
    OPEN = 3  # an eager tensor whose type has unknown dimensions: its array is compared
    EQUAL = 4  # an equal object of exactly this type
    BITS = 5  # the same bits in an object of exactly this type
    VARIABLE = 6  # a variable of this interned type
    TUPLE = 7
    LIST = 8
    DICT = 9
    NUMPY = 10  # a NumPy array of this dtype and shape; it is copied
    WEAK = 11  # the object a weak reference leads to
    FIELDS = 12  # an object whose own dictionary holds fields of these names
    SLOTS = 13  # an object with slots at these places


# whether a call is this entry's: the number of arguments, the names, then each argument against its node
MATCH = """
define internal i1 @gw_match(ptr %entry, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs) {
start:
  %expected = get i64 %entry + $e_positional
  %counted = icmp eq i64 %count, %expected
  br i1 %counted, label %by.name, label %no
by.name:
  %named.wanted = get i64 %entry + $e_named
  %unnamed = icmp eq ptr %names, null
  br i1 %unnamed, label %plain, label %keywords
plain:
  %none.wanted = icmp eq i64 %named.wanted, 0
  br i1 %none.wanted, label %walk, label %no
keywords:
  %named = call i64 @gw_c_PyTuple_Size(ptr %names)
  %as.many = icmp eq i64 %named, %named.wanted
  br i1 %as.many, label %compare, label %no
compare:
  %wanted.tuple = get ptr %entry + $e_names
  br label %name
name:
  %n = phi i64 [0, %compare], [%n.next, %same.name]
  %names.left = icmp slt i64 %n, %named
  br i1 %names.left, label %one.name, label %walk
one.name:
  %n.bytes = shl i64 %n, 3
  %n.at = add i64 %n.bytes, $at_tuple_items
  %name.have = get ptr %names + %n.at
  %name.want = get ptr %wanted.tuple + %n.at
  %identical = icmp eq ptr %name.have, %name.want
  br i1 %identical, label %same.name, label %spelled
spelled:
  %difference = call i32 @gw_c_PyUnicode_Compare(ptr %name.have, ptr %name.want)
  %alike = icmp eq i32 %difference, 0
  br i1 %alike, label %same.name, label %no
same.name:
  %n.next = add i64 %n, 1
  br label %name
walk:
  %extra = phi i64 [0, %plain], [%named, %name]
  %total = add i64 %count, %extra
  %first = get ptr %entry + $e_nodes
  br label %next
next:
  %i = phi i64 [0, %walk], [%i.next, %argument]
  %node = phi ptr [%first, %walk], [%following, %argument]
  %more = icmp slt i64 %i, %total
  br i1 %more, label %argument, label %yes
argument:
  %given.place = getelementptr ptr, ptr %args, i64 %i
  %given = load ptr, ptr %given.place
  %following = call ptr @gw_node(ptr %node, ptr %given, ptr %inputs, ptr %objects, ptr %needs)
  %i.next = add i64 %i, 1
  %unfit = icmp eq ptr %following, null
  br i1 %unfit, label %no, label %next
yes:
  ret i1 true
no:
  ret i1 false
}
"""

# one object against one node; gives the node behind it and its parts, null when the object does not fit
NODE = """
define internal ptr @gw_node(ptr %node, ptr %given, ptr %inputs, ptr %objects, ptr %needs) {
start:
  %kind = load i64, ptr %node
  %a = get ptr %node + 8
  %class = get ptr %given + $at_ob_type
  %behind = getelementptr i8, ptr %node, i64 32
  switch i64 %kind, label %no [
    i64 $k_array, label %tensor
    i64 $k_payload, label %tensor
    i64 $k_same, label %same
    i64 $k_open, label %tensor
    i64 $k_equal, label %equal
    i64 $k_bits, label %bits
    i64 $k_variable, label %variable
    i64 $k_tuple, label %container
    i64 $k_list, label %container
    i64 $k_dict, label %container
    i64 $k_fields, label %container
    i64 $k_slots, label %container
    i64 $k_numpy, label %numpy
    i64 $k_weak, label %weak
  ]
tensor:
  %is.eager = icmp eq ptr %class, @gw_eager_tensor
  br i1 %is.eager, label %look, label %no
look:
  %payload = get ptr %given + $array
  %is.open = icmp eq i64 %kind, $k_open
  br i1 %is.open, label %opened, label %typed
typed:
  %type = get ptr %given + $type
  %type.fits = icmp eq ptr %type, %a
  br i1 %type.fits, label %kinds, label %no
kinds:
  %is.payload = icmp eq i64 %kind, $k_payload
  br i1 %is.payload, label %take, label %memory
memory:
  %lying = phi ptr [%payload, %kinds], [%read, %sized]
  %flags = get i32 %lying + $at_flags
  %both = and i32 %flags, $usable
  %usable = icmp eq i32 %both, $usable
  br i1 %usable, label %take, label %copied
copied:
  %copy.what = phi ptr [%lying, %memory], [%given, %numpy.fits]
  store i64 1, ptr %needs
  br label %take
take:
  %taken = phi ptr [%lying, %memory], [%payload, %kinds], [%copy.what, %copied], [%state, %known.variable]
  %at = get i64 %node + 24
  %input.place = getelementptr ptr, ptr %inputs, i64 %at
  store ptr %taken, ptr %input.place
  %object.place = getelementptr ptr, ptr %objects, i64 %at
  store ptr %given, ptr %object.place
  ret ptr %behind
same:
  %identical = icmp eq ptr %given, %a
  br i1 %identical, label %yes, label %no
weak:
  ; a reference whose object is gone leads to None
  %is.none = icmp eq ptr %given, @gw_none
  br i1 %is.none, label %no, label %weak.object
weak.object:
  %target = load ptr, ptr %a
  %is.target = icmp eq ptr %given, %target
  br i1 %is.target, label %yes, label %no
equal:
  %is.one = icmp eq ptr %given, %a
  br i1 %is.one, label %yes, label %class.first
class.first:
  %class.wanted = get ptr %node + 16
  %of.class = icmp eq ptr %class, %class.wanted
  br i1 %of.class, label %by.value, label %no
by.value:
  %compared = call i32 @gw_c_PyObject_RichCompareBool(ptr %given, ptr %a, i32 2)
  %is.equal = icmp eq i32 %compared, 1
  br i1 %is.equal, label %yes, label %unequal
unequal:
  call void @gw_c_PyErr_Clear()
  br label %no
bits:
  %bits.class = get ptr %node + 16
  %is.number = icmp eq ptr %class, %bits.class
  br i1 %is.number, label %same.bits, label %no
same.bits:
  %have.bits = get ptr %given + $at_float
  %bits.equal = icmp eq ptr %have.bits, %a
  br i1 %bits.equal, label %yes, label %no
variable:
  %about = get ptr %node + 16
  %variable.class = load ptr, ptr %about
  %is.variable = icmp eq ptr %class, %variable.class
  br i1 %is.variable, label %trainable, label %no
trainable:
  %flag = get ptr %given + $trainable
  %flag.wanted = get ptr %about + 8
  %flag.fits = icmp eq ptr %flag, %flag.wanted
  br i1 %flag.fits, label %owned, label %no
owned:
  %handle = get ptr %given + $handle
  %no.handle = icmp eq ptr %handle, null
  br i1 %no.handle, label %no, label %handle.class
handle.class:
  %handle.type = get ptr %handle + $at_ob_type
  %handle.fits = icmp eq ptr %handle.type, @gw_eager_tensor
  br i1 %handle.fits, label %storage, label %no
storage:
  %state = get ptr %handle + $array
  %state.class = get ptr %state + $at_ob_type
  %is.state = icmp eq ptr %state.class, @gw_variable_state
  br i1 %is.state, label %declared, label %no
declared:
  %declared.type = get ptr %state + $state_type
  %declared.fits = icmp eq ptr %declared.type, %a
  br i1 %declared.fits, label %aliases, label %no
aliases:
  %others = get i64 %about + 16
  br label %other
other:
  %v = phi i64 [0, %aliases], [%v.next, %told.apart]
  %others.left = icmp slt i64 %v, %others
  br i1 %others.left, label %alias, label %known.variable
alias:
  %v.bytes = shl i64 %v, 4
  %alias.word = getelementptr i8, ptr %about, i64 %v.bytes
  %other.at = get i64 %alias.word + 24
  %other.same = get i64 %alias.word + 32
  %other.place = getelementptr ptr, ptr %inputs, i64 %other.at
  %other.state = load ptr, ptr %other.place
  %is.other = icmp eq ptr %other.state, %state
  %is.other.word = zext i1 %is.other to i64
  %aliased = icmp eq i64 %is.other.word, %other.same
  br i1 %aliased, label %told.apart, label %no
told.apart:
  %v.next = add i64 %v, 1
  br label %other
known.variable:
  br label %take
numpy:
  %is.numpy = icmp eq ptr %class, @gw_ndarray
  br i1 %is.numpy, label %opened, label %no
numpy.fits:
  br label %copied
"""

# an array whose dtype, rank and known sizes are compared: a[0] is the dtype, a[1] the rank or -1, then the sizes
OPEN = """
opened:
  %read = phi ptr [%payload, %look], [%given, %numpy]
  %dtype = get ptr %read + $at_descr
  %dtype.wanted = load ptr, ptr %a
  %dtype.fits = icmp eq ptr %dtype, %dtype.wanted
  br i1 %dtype.fits, label %ranks, label %no
ranks:
  %rank.short = get i32 %read + $at_nd
  %rank = sext i32 %rank.short to i64
  %rank.wanted = get i64 %a + 8
  %any.rank = icmp slt i64 %rank.wanted, 0
  br i1 %any.rank, label %sized, label %rank.known
rank.known:
  %rank.fits = icmp eq i64 %rank, %rank.wanted
  %sizes = get ptr %read + $at_dimensions
  %sizes.wanted = getelementptr i8, ptr %a, i64 16
  br i1 %rank.fits, label %axis, label %no
axis:
  %k = phi i64 [0, %rank.known], [%k.next, %axis.done]
  %axes.left = icmp slt i64 %k, %rank
  br i1 %axes.left, label %size, label %sized
size:
  %size.place = getelementptr i64, ptr %sizes, i64 %k
  %size.found = load i64, ptr %size.place
  %size.wanted.place = getelementptr i64, ptr %sizes.wanted, i64 %k
  %size.wanted = load i64, ptr %size.wanted.place
  %size.equal = icmp eq i64 %size.found, %size.wanted
  %size.free = icmp slt i64 %size.wanted, 0
  %size.fits = or i1 %size.equal, %size.free
  br i1 %size.fits, label %axis.done, label %no
axis.done:
  %k.next = add i64 %k, 1
  br label %axis
sized:
  %was.numpy = icmp eq i64 %kind, $k_numpy
  br i1 %was.numpy, label %numpy.fits, label %memory
"""

# tuples, lists, dictionaries and objects with fields: the class, the number of parts, then each part
CONTAINER = """
container:
  %container.fits = icmp eq ptr %class, %a
  br i1 %container.fits, label %sizes.of, label %no
sizes.of:
  %parts = get i64 %node + 16
  %keys = get ptr %node + 24
  %is.slots = icmp eq i64 %kind, $k_slots
  switch i64 %kind, label %sequence [
    i64 $k_dict, label %dict
    i64 $k_fields, label %fields
    i64 $k_slots, label %items
  ]
fields:
  ; the object keeps its dictionary, which may be made here; a collection then could drop the entries being searched
  %collecting = call i32 @gw_c_PyGC_Disable()
  %attributes = call ptr @gw_c_PyObject_GenericGetDict(ptr %given, ptr null)
  %was.on = icmp ne i32 %collecting, 0
  br i1 %was.on, label %collect, label %had
collect:
  %enabled = call i32 @gw_c_PyGC_Enable()
  br label %had
had:
  %no.attributes = icmp eq ptr %attributes, null
  br i1 %no.attributes, label %unequal, label %kept
kept:
  call void @gw_c_Py_DecRef(ptr %attributes)
  br label %items
sequence:
  %length = get i64 %given + $at_var_size
  %is.list = icmp eq i64 %kind, $k_list
  br i1 %is.list, label %list, label %tuple
list:
  %list.items = get ptr %given + $at_list_items
  br label %items
tuple:
  %tuple.items = getelementptr i8, ptr %given, i64 $at_tuple_items
  br label %items
dict:
  %entries = call i64 @gw_c_PyDict_Size(ptr %given)
  br label %items
items:
  %where = phi ptr [%list.items, %list], [%tuple.items, %tuple], [%keys, %dict], [%keys, %kept], [%keys, %sizes.of]
  %size.of = phi i64 [%length, %list], [%length, %tuple], [%entries, %dict], [%parts, %kept], [%parts, %sizes.of]
  %mapping = phi ptr [null, %list], [null, %tuple], [%given, %dict], [%attributes, %kept], [null, %sizes.of]
  %is.keyed = icmp ne ptr %mapping, null
  %as.many = icmp eq i64 %size.of, %parts
  br i1 %as.many, label %part, label %no
part:
  %p = phi i64 [0, %items], [%p.next, %part.fits]
  %part.node = phi ptr [%behind, %items], [%part.behind, %part.fits]
  %parts.left = icmp slt i64 %p, %parts
  br i1 %parts.left, label %fetch, label %parts.done
fetch:
  %part.place = getelementptr ptr, ptr %where, i64 %p
  %found = load ptr, ptr %part.place
  br i1 %is.keyed, label %by.key, label %by.place
by.key:
  %value = call ptr @gw_c_PyDict_GetItemWithError(ptr %mapping, ptr %found)
  %absent = icmp eq ptr %value, null
  br i1 %absent, label %unequal, label %descend
by.place:
  br i1 %is.slots, label %slot, label %descend
slot:
  %offset = ptrtoint ptr %found to i64
  %slot.value = get ptr %given + %offset
  %slot.empty = icmp eq ptr %slot.value, null
  br i1 %slot.empty, label %no, label %descend
descend:
  %part.object = phi ptr [%found, %by.place], [%value, %by.key], [%slot.value, %slot]
  %part.behind = call ptr @gw_node(ptr %part.node, ptr %part.object, ptr %inputs, ptr %objects, ptr %needs)
  %part.unfit = icmp eq ptr %part.behind, null
  br i1 %part.unfit, label %no, label %part.fits
part.fits:
  %p.next = add i64 %p, 1
  br label %part
parts.done:
  ret ptr %part.node
yes:
  ret ptr %behind
no:
  ret ptr null
}
"""

# the entry of a call in the table: a mask, then slots of hash and entry, an empty one ends the search; then those
# whose types have unknown dimensions: how many, then the entries
SEARCH = """
define internal ptr @gw_search(ptr %head, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs) {
start:
  %slots = get ptr %head + $h_slots
  %empty = icmp eq ptr %slots, null
  br i1 %empty, label %open, label %hashed
hashed:
  %mask = load i64, ptr %slots
  %hash = call i64 @gw_hash(ptr %args, i64 %count, ptr %names)
  br label %probe
probe:
  %i = phi i64 [%hash, %hashed], [%i.next, %on]
  %slot.number = and i64 %i, %mask
  %slot.bytes = shl i64 %slot.number, 4
  %slot.before = getelementptr i8, ptr %slots, i64 %slot.bytes
  %slot = getelementptr i8, ptr %slot.before, i64 16
  %entry = get ptr %slot + 8
  %last = icmp eq ptr %entry, null
  br i1 %last, label %open, label %occupied
occupied:
  %slot.hash = load i64, ptr %slot
  %hash.fits = icmp eq i64 %slot.hash, %hash
  br i1 %hash.fits, label %try, label %on
try:
  %fits = call i1 @gw_match(ptr %entry, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs)
  br i1 %fits, label %found, label %on
on:
  %i.next = add i64 %i, 1
  br label %probe
found:
  ret ptr %entry
open:
  %list = get ptr %head + $h_open
  %no.list = icmp eq ptr %list, null
  br i1 %no.list, label %none, label %listed
listed:
  %opens = load i64, ptr %list
  br label %each
each:
  %k = phi i64 [0, %listed], [%k.next, %each.on]
  %more = icmp slt i64 %k, %opens
  br i1 %more, label %candidate, label %none
candidate:
  %k.bytes = shl i64 %k, 3
  %k.at = add i64 %k.bytes, 8
  %wide = get ptr %list + %k.at
  %fits.open = call i1 @gw_match(ptr %wide, ptr %args, i64 %count, ptr %names, ptr %inputs, ptr %objects, ptr %needs)
  br i1 %fits.open, label %open.found, label %each.on
each.on:
  %k.next = add i64 %k, 1
  br label %each
open.found:
  ret ptr %wide
none:
  ret ptr null
}
; what tells calls apart at a glance: types of tensors, values of numbers, else classes
define i64 @gw_hash(ptr %args, i64 %count, ptr %names) {
start:
  $all_arguments
  %shifted = shl i64 %total, 7
  %seed = add i64 %shifted, %count
  br label %next
next:
  %i = phi i64 [0, %begin], [%i.next, %mix]
  %h = phi i64 [%seed, %begin], [%h.next, %mix]
  %more = icmp slt i64 %i, %total
  br i1 %more, label %argument, label %done
argument:
  %place = getelementptr ptr, ptr %args, i64 %i
  %given = load ptr, ptr %place
  %class = get ptr %given + $at_ob_type
  %class.word = ptrtoint ptr %class to i64
  %is.tensor = icmp eq ptr %class, @gw_eager_tensor
  br i1 %is.tensor, label %tensor, label %literal
tensor:
  %type.word = get i64 %given + $type
  br label %mix
literal:
  %is.int = icmp eq ptr %class, @gw_int
  br i1 %is.int, label %integer, label %worded
integer:
  %size.word = get i64 %given + $at_var_size
  %digit = get i32 %given + $at_digits
  %digit.wide = zext i32 %digit to i64
  %digit.high = shl i64 %digit.wide, 8
  %number.word = xor i64 %size.word, %digit.high
  br label %mix
worded:
  %is.float = icmp eq ptr %class, @gw_float
  %is.text = icmp eq ptr %class, @gw_str
  %either = or i1 %is.float, %is.text
  br i1 %either, label %word, label %mix
word:
  %own.word = get i64 %given + $at_var_size
  br label %mix
mix:
  %what = phi i64 [%type.word, %tensor], [%number.word, %integer], [%class.word, %worded], [%own.word, %word]
  %x = xor i64 %h, %what
  %x.high = lshr i64 %x, 32
  %x.folded = xor i64 %x, %x.high
  %m = mul i64 %x.folded, -7046029254386353131
  %folded = lshr i64 %m, 32
  %h.next = xor i64 %m, %folded
  %i.next = add i64 %i, 1
  br label %next
done:
  ret i64 %h
}
"""

TEXT = MATCH + NODE + OPEN + CONTAINER + SEARCH
