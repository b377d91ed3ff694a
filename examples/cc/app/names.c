#include "app/names.h"

const char *first_name(void) { int class = 0; return class ? "é" : 0; }
