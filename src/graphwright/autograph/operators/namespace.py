"""`ag__`: the operators by the names that generated code uses."""

from graphwright.autograph.operators.calls import converted_call as converted_call
from graphwright.autograph.operators.conditionals import if_exp as if_exp
from graphwright.autograph.operators.conditionals import if_stmt as if_stmt
from graphwright.autograph.operators.logical import and_ as and_
from graphwright.autograph.operators.logical import assert_ as assert_
from graphwright.autograph.operators.logical import compare_chain as compare_chain
from graphwright.autograph.operators.logical import not_ as not_
from graphwright.autograph.operators.logical import or_ as or_
from graphwright.autograph.operators.loops import for_stmt as for_stmt
from graphwright.autograph.operators.loops import while_stmt as while_stmt
from graphwright.autograph.operators.undefined import Undefined as Undefined
from graphwright.autograph.operators.undefined import UndefinedReturnValue as UndefinedReturnValue
from graphwright.autograph.operators.undefined import is_defined as is_defined
from graphwright.autograph.operators.undefined import ld as ld
from graphwright.autograph.operators.undefined import locals_ as locals_
from graphwright.autograph.operators.undefined import missing_ok as missing_ok
from graphwright.autograph.operators.undefined import peek as peek
from graphwright.autograph.operators.undefined import ret as ret
