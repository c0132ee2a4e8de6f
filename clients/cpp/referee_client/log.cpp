#include "referee_client/log.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>

namespace referee {
namespace {

// Never destroyed: a thread that is blocked in the bot's code may log while the process ends.
struct Log {
  std::atomic<LogLevel> least{LogLevel::kInfo};
  std::mutex mutex;
  LogSink sink;
};

Log& the_log() {
  static Log& log = *new Log;
  return log;
}

const char* name_of(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "DEBUG";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
  }
  return "?";
}

void write_to_stderr(LogLevel level, const std::string& text) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &local);
  std::fprintf(stderr, "%s.%03d %s referee_client: %s\n", stamp, static_cast<int>(millis),
               name_of(level), text.c_str());
}

}  // namespace

void log(LogLevel level, const std::string& text) {
  Log& log = the_log();
  if (level < log.least.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(log.mutex);
  log.sink ? log.sink(level, text) : write_to_stderr(level, text);
}

void set_log_level(LogLevel least) {
  the_log().least = least;
}

void set_log_sink(LogSink sink) {
  const std::lock_guard lock(the_log().mutex);
  the_log().sink = std::move(sink);
}

}  // namespace referee
