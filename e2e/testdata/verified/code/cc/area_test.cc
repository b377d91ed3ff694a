#include "area.h"

int main() { return Area(2, 3) == 6 && Perimeter(2, 3) == 10 ? 0 : 1; }
