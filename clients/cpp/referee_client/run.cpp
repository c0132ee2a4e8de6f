#include "referee_client/run.hpp"

#include <grpc/support/log.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "referee_client/client.hpp"
#include "referee_client/errors.hpp"
#include "referee_client/pool.hpp"

namespace referee {
namespace {

const char* const kUsage = R"( [flags]

  --address ADDRESS   unix:/path or HOST:PORT of the referee (REFEREE_ADDRESS); needed
  --token TOKEN       token of a seat, repeatable; - means one a line on standard input
                      (REFEREE_TOKENS, with commas between); at least one is needed
  --ca FILE           PEM file with the roots to trust; given means TLS (REFEREE_CA);
                      without it no TLS
  --name NAME         what the bot calls itself in the replay, at most 100 characters
                      (REFEREE_NAME); the program's name
  --patience SECONDS  how long to try without a word from the referee (REFEREE_PATIENCE); 60
  --threads COUNT     how many bots think at the same time, from 1 to 1,024
                      (REFEREE_THREADS); 64
  --strict            the first exception in the bot's own code ends the process
                      (REFEREE_STRICT=1); without it the match goes on
  --plain-turns       do not ask for turns in short (REFEREE_PLAIN_TURNS=1);
                      without it they are asked for
  --stay              do not go to the workers of a referee that has several
                      (REFEREE_STAY=1); without it seats go there
  --log-level LEVEL   debug, info, warning or error (REFEREE_LOG_LEVEL); info
  --help, -h          write this and end
)";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

double patience_of(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(seconds) || seconds < 0) {
    throw std::invalid_argument("--patience must be a number of seconds from 0, not '" + text +
                                "'");
  }
  return seconds;
}

int threads_of(const std::string& text) {
  const bool is_number = !text.empty() && text.size() <= 4 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  const int threads = is_number ? std::stoi(text) : 0;
  if (threads < 1 || threads > kMaxThreads) {
    throw std::invalid_argument("--threads must be a number from 1 to 1,024, not '" + text + "'");
  }
  return threads;
}

LogLevel level_of(const std::string& text) {
  static const std::map<std::string, LogLevel> levels{{"debug", LogLevel::kDebug},
                                                      {"info", LogLevel::kInfo},
                                                      {"warning", LogLevel::kWarning},
                                                      {"error", LogLevel::kError}};
  const auto found = levels.find(text);
  if (found == levels.end()) {
    throw std::invalid_argument("--log-level must be debug, info, warning or error, not '" + text +
                                "'");
  }
  return found->second;
}

std::string stripped(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The values of a program's flags, by flag.
std::multimap<std::string, std::string> read_flags(const std::vector<std::string>& arguments) {
  static const std::map<std::string, bool> takes_value{
      {"--address", true},      {"--token", true},   {"--ca", true},      {"--name", true},
      {"--patience", true},     {"--threads", true}, {"--strict", false}, {"--log-level", true},
      {"--plain-turns", false}, {"--stay", false},   {"--help", false},   {"-h", false},
  };
  std::multimap<std::string, std::string> values;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const std::size_t equals = argument.find('=');
    const std::string flag = argument.substr(0, equals);
    const auto known = takes_value.find(flag);
    const bool has_value = equals != std::string::npos;
    if (known == takes_value.end()) throw std::invalid_argument("no such flag: " + argument);
    if (has_value && !known->second) throw std::invalid_argument(flag + " takes no value");
    if (has_value || !known->second) {
      values.emplace(flag, has_value ? argument.substr(equals + 1) : "");
      continue;
    }
    if (i + 1 == arguments.size() || takes_value.count(arguments[i + 1]) > 0) {
      throw std::invalid_argument("no value for " + flag);
    }
    values.emplace(flag, arguments[++i]);
  }
  return values;
}

// Whether a variable that stands for a flag without a value is set to 1.
bool is_set(const char* name) {
  const std::string text = variable(name);
  if (text.empty() || text == "0" || text == "1") return text == "1";
  throw std::invalid_argument(std::string(name) + " must be 1, 0 or empty, not '" + text + "'");
}

// Signal that stops the process; written by the handler.
int stop_pipe[2];

void note_signal(int number) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(number);
  if (write(stop_pipe[1], &byte, 1) != 1) std::_Exit(128 + number);
  errno = saved;
}

// Stops the client at SIGINT or SIGTERM, and sets the status.
void watch_signals(const std::shared_ptr<RefereeClient>& client,
                   const std::shared_ptr<std::atomic<int>>& status) {
  if (pipe(stop_pipe) != 0) throw std::runtime_error(std::strerror(errno));
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::thread([client, status] {
    unsigned char number = 0;
    while (::read(stop_pipe[0], &number, 1) == 1) {
      if (status->exchange(128 + number) != 0) std::_Exit(128 + number);  // the second one
      log(LogLevel::kInfo, std::string("SIG") + sigabbrev_np(number) + ": stopping");
      client->stop();
    }
  }).detach();
}

// Joins each token that comes on standard input.
void follow_stdin(const std::shared_ptr<RefereeClient>& client) {
  std::thread([client] {
    for (std::string line; std::getline(std::cin, line);) {
      const std::string token = stripped(line);
      if (!token.empty()) client->join(token);
    }
    client->finish();
  }).detach();
}

// gRPC's own lines are for who debugs it; what matters of them comes with the stream's status.
void log_grpc(gpr_log_func_args* args) {
  log(LogLevel::kDebug, std::string("gRPC: ") + args->message);
}

int play(const RunOptions& options, BotMaker bot) {
  const ClientOptions how{options.ca,      options.name,         options.patience, options.strict,
                          options.threads, !options.plain_turns, !options.stay};
  const auto client = std::make_shared<RefereeClient>(options.address, std::move(bot), how);
  const auto stopped = std::make_shared<std::atomic<int>>(0);
  watch_signals(client, stopped);
  for (const std::string& token : options.tokens) client->join(token);
  options.reads_tokens ? follow_stdin(client) : client->finish();
  int status = 0;
  try {
    client->play();
  } catch (const SeatError&) {
    status = 1;  // logged when it happened
  } catch (const BotError&) {
    status = 1;  // logged when it happened
  } catch (const RefereeClientError& error) {
    log(LogLevel::kError, error.what());
    status = 1;
  }
  if (*stopped != 0) status = *stopped;
  if (const auto summary = client->failures_summary(); !summary.empty()) {
    log(LogLevel::kError, summary);
  }
  if (client->is_thinking()) std::_Exit(status);  // nobody waits for what it comes to
  return status;
}

}  // namespace

RunOptions parse_options(const std::vector<std::string>& arguments) {
  const auto flags = read_flags(arguments);
  const auto value = [&](const char* flag, const char* name) {
    const auto [first, last] = flags.equal_range(flag);
    return first == last ? variable(name) : std::prev(last)->second;
  };
  RunOptions options;
  options.asks_for_help = flags.count("--help") + flags.count("-h") > 0;
  if (options.asks_for_help) return options;
  options.address = value("--address", "REFEREE_ADDRESS");
  if (stripped(options.address).empty()) {
    throw std::invalid_argument("no referee to play at: give --address or REFEREE_ADDRESS");
  }
  options.ca = value("--ca", "REFEREE_CA");
  options.name = value("--name", "REFEREE_NAME");
  if (options.name.empty()) {
    options.name = arguments.front().substr(arguments.front().rfind('/') + 1);
  } else if (num_characters(options.name) > kMaxName) {
    throw std::invalid_argument("--name must be of at most 100 characters, not '" + options.name +
                                "'");
  }
  const std::string patience = value("--patience", "REFEREE_PATIENCE");
  if (!patience.empty()) options.patience = patience_of(patience);
  const std::string threads = value("--threads", "REFEREE_THREADS");
  if (!threads.empty()) options.threads = threads_of(threads);
  options.strict = is_set("REFEREE_STRICT") || flags.count("--strict") > 0;
  options.stay = is_set("REFEREE_STAY") || flags.count("--stay") > 0;
  options.plain_turns = is_set("REFEREE_PLAIN_TURNS") || flags.count("--plain-turns") > 0;
  const std::string level = value("--log-level", "REFEREE_LOG_LEVEL");
  if (!level.empty()) options.log_level = level_of(level);
  const auto add_token = [&](const std::string& token) {
    if (token == "-") options.reads_tokens = true;
    if (token != "-" && !token.empty()) options.tokens.push_back(token);
  };
  const auto [first, last] = flags.equal_range("--token");
  for (auto flag = first; flag != last; ++flag) add_token(stripped(flag->second));
  if (first == last) {
    std::istringstream tokens(variable("REFEREE_TOKENS"));
    for (std::string token; std::getline(tokens, token, ',');) add_token(stripped(token));
  }
  if (options.tokens.empty() && !options.reads_tokens) {
    throw std::invalid_argument("no seat to play: give --token or REFEREE_TOKENS");
  }
  if (!options.tokens.empty() && options.reads_tokens) {
    throw std::invalid_argument(
        "the token - means one a line on standard input: no other can stand beside it");
  }
  return options;
}

std::string usage(const std::string& program) {
  return "usage: " + program + kUsage;
}

int run_bot(int argc, char** argv, BotMaker bot, int threads) {
  RunOptions options;
  const std::vector<std::string> arguments(argv, argv + argc);
  try {
    options = parse_options(arguments);
  } catch (const std::invalid_argument& error) {
    log(LogLevel::kError, error.what());
    std::fputs(usage(argv[0]).c_str(), stderr);
    return 2;
  }
  if (options.asks_for_help) {
    std::fputs(usage(argv[0]).c_str(), stdout);
    return 0;
  }
  if (options.threads == 0) options.threads = threads;
  set_log_level(options.log_level);
  if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function(log_grpc);
  try {
    return play(options, std::move(bot));
  } catch (const RefereeClientError& error) {
    log(LogLevel::kError, error.what());
    return 1;
  } catch (const std::invalid_argument& error) {
    log(LogLevel::kError, error.what());  // a number of threads of the program's own, out of range
    return 2;
  }
}

}  // namespace referee
