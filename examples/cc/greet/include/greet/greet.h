#pragma once
#include <string>

class Greeter {
 public:
  virtual ~Greeter() = default;
  virtual std::string greet(const char *name) const;
};

typedef unsigned Count;
