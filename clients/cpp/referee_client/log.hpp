// The SDK's log: lines on standard error unless a program wants them elsewhere.
#pragma once

#include <functional>
#include <string>

namespace referee {

// How much a line matters, least first.
enum class LogLevel { kDebug, kInfo, kWarning, kError };

// Takes a line; called by any thread, one at a time.
using LogSink = std::function<void(LogLevel, const std::string&)>;

// Writes a line unless its level is below the least one wanted. Bots may log with it, too.
void log(LogLevel level, const std::string& text);

// Sets the least level that is written; info unless set.
void set_log_level(LogLevel least);

// Sends lines to a sink of the program's own; an empty one means standard error again.
void set_log_sink(LogSink sink);

}  // namespace referee
