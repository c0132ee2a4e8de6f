#include "referee_client/trace.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>

namespace {

constexpr int kMaxCalls = 16;

thread_local bool is_traced = false;
thread_local void* calls[kMaxCalls];
thread_local int num_calls = 0;

}  // namespace

// Called by every `throw`, in place of the runtime's own, which it goes on to.
extern "C" [[noreturn]] void __cxa_throw(void* thrown, void* type, void (*destructor)(void*)) {
  if (is_traced) num_calls = backtrace(calls, kMaxCalls);
  using Throw = decltype(&__cxa_throw);
  static const auto go_on = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  go_on(thrown, type, destructor);
  std::abort();  // it does not return
}

namespace referee {

Tracing::Tracing() {
  is_traced = true;
  num_calls = 0;
}

Tracing::~Tracing() {
  is_traced = false;
}

std::string last_trace() {
  std::ostringstream lines;
  for (int i = 1; i < num_calls; ++i) {  // the first is the wrapper
    Dl_info info{};
    if (dladdr(calls[i], &info) == 0 || info.dli_fname == nullptr) continue;
    // The return address less one is within the call, which is what addr2line is to be asked for.
    const auto offset = reinterpret_cast<std::uintptr_t>(calls[i]) -
                        reinterpret_cast<std::uintptr_t>(info.dli_fbase) - 1;
    const char* slash = std::strrchr(info.dli_fname, '/');
    const std::string name = info.dli_sname == nullptr ? "?" : demangled(info.dli_sname);
    if (name.find("referee::run_task") == 0) break;  // from here on it is the SDK
    lines << "\n    at " << name << " (" << (slash == nullptr ? info.dli_fname : slash + 1) << "+0x"
          << std::hex << offset << std::dec << ")";
  }
  return lines.str();
}

std::string demangled(const char* symbol) {
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), std::free);
  return name ? name.get() : symbol;
}

}  // namespace referee
