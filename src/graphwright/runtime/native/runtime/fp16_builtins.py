"""float16 for x86 processors that cannot convert it: the two functions that LLVM calls there.

They are those of compilers' run-time libraries, which a Python process need not have loaded.
"""

from __future__ import annotations

from typing import Final

#: What LLVM calls to widen and to round, by its own names, and what it is called here.
FUNCTIONS: Final = {"__extendhfsf2": "gw_widen", "__truncsfhf2": "gw_narrow"}

TEXT: Final = """
define float @gw_widen(half %x) {
  %short = bitcast half %x to i16
  %bits = zext i16 %short to i32
  %size = and i32 %bits, 32767
  %placed = shl i32 %size, 13
  ; the exponents differ by 112, and the product is exact for denormal numbers, too
  %small = bitcast i32 %placed to float
  %scaled = fmul float %small, 0x46F0000000000000
  %finite = bitcast float %scaled to i32
  %special = or i32 %placed, 2139095040
  %quiet = or i32 %special, 4194304
  %nan = icmp ugt i32 %size, 31744
  %odd = select i1 %nan, i32 %quiet, i32 %special
  %huge = icmp uge i32 %size, 31744
  %unsigned = select i1 %huge, i32 %odd, i32 %finite
  %low = and i32 %bits, 32768
  %sign = shl i32 %low, 16
  %all = or i32 %unsigned, %sign
  %y = bitcast i32 %all to float
  ret float %y
}

define half @gw_narrow(float %x) {
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  ; a normal result: the carry of the rounding may go up to infinity
  %shifted = lshr i32 %size, 13
  %odd = and i32 %shifted, 1
  %lower = sub i32 %size, 939520001
  %moved = add i32 %lower, %odd
  %normal = lshr i32 %moved, 13
  ; a denormal one: the last place of 0.5 is that of the result
  %positive = bitcast i32 %size to float
  %added = fadd float %positive, 5.000000e-01
  %sum = bitcast float %added to i32
  %denormal = sub i32 %sum, 1056964608
  %tiny = icmp ult i32 %size, 947912704
  %finite = select i1 %tiny, i32 %denormal, i32 %normal
  %payload = and i32 %shifted, 511
  %quiet = or i32 %payload, 32256
  %nan = icmp ugt i32 %size, 2139095040
  %special = select i1 %nan, i32 %quiet, i32 31744
  %huge = icmp uge i32 %size, 1199570944
  %unsigned = select i1 %huge, i32 %special, i32 %finite
  %high = lshr i32 %bits, 16
  %sign = and i32 %high, 32768
  %all = or i32 %unsigned, %sign
  %short = trunc i32 %all to i16
  %y = bitcast i16 %short to half
  ret half %y
}
"""
