// The C library's functions of doubles, under the names by which compiled code calls them.

#include <math.h>

double gw_libm_exp(double x) { return exp(x); }
double gw_libm_expm1(double x) { return expm1(x); }
double gw_libm_log(double x) { return log(x); }
double gw_libm_log1p(double x) { return log1p(x); }
double gw_libm_tanh(double x) { return tanh(x); }
double gw_libm_sin(double x) { return sin(x); }
double gw_libm_cos(double x) { return cos(x); }
double gw_libm_tan(double x) { return tan(x); }
double gw_libm_asin(double x) { return asin(x); }
double gw_libm_acos(double x) { return acos(x); }
double gw_libm_atan(double x) { return atan(x); }
double gw_libm_sinh(double x) { return sinh(x); }
double gw_libm_cosh(double x) { return cosh(x); }
double gw_libm_asinh(double x) { return asinh(x); }
double gw_libm_acosh(double x) { return acosh(x); }
double gw_libm_atanh(double x) { return atanh(x); }
double gw_libm_erf(double x) { return erf(x); }
double gw_libm_erfc(double x) { return erfc(x); }

double gw_libm_atan2(double x, double y) { return atan2(x, y); }
double gw_libm_pow(double x, double y) { return pow(x, y); }
double gw_libm_fmod(double x, double y) { return fmod(x, y); }
