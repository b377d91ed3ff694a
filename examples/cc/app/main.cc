#include <cstdio>

#include "app/names.h"
#include "greet/greet.h"

int main() {
  const char *name = 0;
  if (!name) name = first_name();
  std::puts(Greeter().greet(name).c_str());
  return 0;
}
