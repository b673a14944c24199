// Numbers that Python decides: sizes it shares with the compiler, and where the fields of objects lie.
//
// `NUMBER(name)` is a constant. It is declared once, in Python, which fills it in when the compiled text is loaded
// (`c_modules.py`): so the shipped text fits every version of Python and NumPy. To the C compiler it is an address that
// the linker knows, which costs no load and no register more than a literal does.
#pragma once

#include <stdint.h>

#define DECLARE_NUMBER(name) extern char gw_number_##name[]
#define NUMBER(name) ((int64_t)gw_number_##name)
