// Version of the C++ SDK, in one place; CMake reads it here.
#pragma once

namespace referee {

constexpr const char* kVersion = "0.1.0";

}  // namespace referee
