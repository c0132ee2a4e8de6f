// Where an exception of the bot's own code was thrown.
//
// C++ forgets that before anybody can catch the exception, so it is noted at the throw itself: the
// runtime's `__cxa_throw` is wrapped. Outside of a bot's own code nothing is noted.
#pragma once

#include <string>

namespace referee {

// While it lives, exceptions thrown by this thread are traced.
class Tracing {
 public:
  Tracing();
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;
};

// The calls that led to the last exception this thread threw while traced, innermost first, a line
// each; empty if there was none.
std::string last_trace();

// A symbol as it stands in the source.
std::string demangled(const char* symbol);

}  // namespace referee
