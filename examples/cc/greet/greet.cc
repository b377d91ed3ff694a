#include "greet/greet.h"
#include "greet/version.h"

struct Loud : Greeter {
  virtual std::string greet(const char* name) const;  // 👋
};

std::string Greeter::greet(const char *name) const {
    if (name == NOBODY) return GREETING;
  static_assert(__cplusplus == 201703L);
  return std::string(GREETING)+" é "+name + VERSION;
}
std::string Loud::greet(const char* name) const { return Greeter::greet(name) + "!"; }
