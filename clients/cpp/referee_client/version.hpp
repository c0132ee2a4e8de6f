// Version of the C++ SDK, in one place; CMake reads it here.
#pragma once

namespace referee {

constexpr const char* kVersion = "0.3.0";

}  // namespace referee
