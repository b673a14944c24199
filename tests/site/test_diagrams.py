"""The pictures of the explanations: the nesting of loops, and what the way of a call refers to."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from docs.site import diagrams

CODE = """store ptr %a, ptr %b
nest {
  loop i64 %i = 0 then %n {
    %x = fmul <4 x float> %y, <4 x float> <float 0x3FF0000000000000>
    %k = shufflevector <4 x i8> <i8 0, i8 1, i8 2, i8 3>, %z
  } again if %more
}
"""


def test_loops_are_boxes_in_boxes() -> None:
    region = diagrams.parsed(CODE)
    (_, nest) = region.items
    (loop,) = nest.items
    assert loop.title == "loop i64 %i = 0 then %n again if %more"
    assert [diagrams.shortened(line) for line in loop.items][1] == "%k = shufflevector <4 x i8> <...>, %z"
    picture = ET.fromstring(diagrams.loops(CODE))
    assert sum(element.tag.endswith("rect") for element in picture.iter()) == 3


def test_long_blocks_say_how_much_is_left_out() -> None:
    picture = diagrams.loops("nest {\n" + "%x = add\n" * 40 + "}\n")
    assert picture.count("%x = add") == 16 and "... 24 more" in picture


def test_the_way_of_a_call_names_files_that_exist() -> None:
    package = Path(__file__).parents[2] / "src/graphwright"
    ET.fromstring(diagrams.call())
    named = re.findall(r"(?:\w+/)+\w+\.py", diagrams.call())
    assert len(named) == 3 and all((package / name).is_file() for name in named)
