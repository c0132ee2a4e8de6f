// A bot as a process: flags and environment in, matches played, exit status out.
//
// Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the
// signal's number after SIGINT or SIGTERM.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee_client/bot.hpp"
#include "referee_client/log.hpp"

namespace referee {

// What the flags and variables of a process say.
struct RunOptions {
  std::string address;
  std::vector<std::string> tokens;
  bool reads_tokens = false;  // whether tokens come on standard input
  std::string ca;
  std::string name;
  double patience = 60;
  bool strict = false;
  LogLevel log_level = LogLevel::kInfo;
  int threads = 0;  // see ClientOptions; the program's own choice, there is no flag for it
};

// Reads arguments, of which the first is the program's name, and the environment. Throws
// std::invalid_argument for wrong flags.
RunOptions parse_options(const std::vector<std::string>& arguments);

// Plays until all matches have ended and returns the exit status; the last line of a bot's main.
// `threads` is how many bots may be asked side by side (see ClientOptions).
int run_bot(int argc, char** argv, BotMaker bot, int threads = 0);

// Runs a function (or what `maker` made) as a bot.
template <class BotLike>
int run(int argc, char** argv, BotLike bot) {
  return run_bot(argc, argv, maker(std::move(bot)));
}

// Runs a subclass of `Bot`, made anew for every seat with these arguments.
template <class B, class... Arguments>
int run(int argc, char** argv, Arguments... arguments) {
  return run_bot(argc, argv, maker<B>(std::move(arguments)...));
}

}  // namespace referee
