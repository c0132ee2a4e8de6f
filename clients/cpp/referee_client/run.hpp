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
  int threads = 0;  // see ClientOptions; 0 if the process was not told
  bool strict = false;
  bool stay = false;         // whether seats do not go to the referee's workers
  bool plain_turns = false;  // whether turns are not asked for in short
  LogLevel log_level = LogLevel::kInfo;
  bool asks_for_help = false;  // then nothing else is filled in
};

// Reads arguments, of which the first is the program's name, and the environment. Throws
// std::invalid_argument for wrong flags.
RunOptions parse_options(const std::vector<std::string>& arguments);

// What `--help` writes: all flags, each with its variable and what holds without it.
std::string usage(const std::string& program);

// Plays until all matches have ended and returns the exit status; the last line of a bot's main.
// `threads` is how many bots may think at the same time unless a flag or variable says otherwise
// (see ClientOptions).
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
