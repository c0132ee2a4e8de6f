#include "referee_client/run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <stdexcept>

namespace referee {
namespace {

// Sets variables for as long as it lives, and clears all others that `run` reads.
class Environment {
 public:
  explicit Environment(const std::map<std::string, std::string>& variables) {
    clear();
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  }
  ~Environment() { clear(); }

 private:
  static void clear() {
    for (const char* name : {"ADDRESS", "TOKENS", "CA", "NAME", "PATIENCE", "THREADS", "STRICT",
                             "PLAIN_TURNS", "STAY", "LOG_LEVEL"}) {
      unsetenv((std::string("REFEREE_") + name).c_str());
    }
  }
};

RunOptions parse(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "/some/where/my_bot");
  return parse_options(flags);
}

std::string error_of(const std::vector<std::string>& flags) {
  try {
    parse(flags);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, ComeFromFlags) {
  const Environment none({});
  const RunOptions options =
      parse({"--address", "a:1", "--token=t1", "--token", "t2", "--ca=roots.pem", "--name", "me",
             "--patience=2.5", "--threads=3", "--strict", "--plain-turns", "--stay", "--log-level",
             "warning"});
  EXPECT_EQ("a:1", options.address);
  EXPECT_EQ((std::vector<std::string>{"t1", "t2"}), options.tokens);
  EXPECT_FALSE(options.reads_tokens);
  EXPECT_EQ("roots.pem", options.ca);
  EXPECT_EQ("me", options.name);
  EXPECT_EQ(2.5, options.patience);
  EXPECT_EQ(3, options.threads);
  EXPECT_TRUE(options.strict);
  EXPECT_TRUE(options.plain_turns);
  EXPECT_TRUE(options.stay);
  EXPECT_EQ(LogLevel::kWarning, options.log_level);
}

TEST(Options, ComeFromTheEnvironment) {
  const Environment given({{"REFEREE_ADDRESS", "unix:/r.sock"},
                           {"REFEREE_TOKENS", "t1, t2,,t3"},
                           {"REFEREE_CA", "ca.pem"},
                           {"REFEREE_NAME", "other"},
                           {"REFEREE_PATIENCE", "7"},
                           {"REFEREE_THREADS", "1024"},
                           {"REFEREE_STRICT", "1"},
                           {"REFEREE_PLAIN_TURNS", "1"},
                           {"REFEREE_STAY", "1"},
                           {"REFEREE_LOG_LEVEL", "error"}});
  const RunOptions options = parse({});
  EXPECT_EQ("unix:/r.sock", options.address);
  EXPECT_EQ((std::vector<std::string>{"t1", "t2", "t3"}), options.tokens);
  EXPECT_EQ("ca.pem", options.ca);
  EXPECT_EQ("other", options.name);
  EXPECT_EQ(7, options.patience);
  EXPECT_EQ(1024, options.threads);
  EXPECT_TRUE(options.strict);
  EXPECT_TRUE(options.plain_turns);
  EXPECT_TRUE(options.stay);
  EXPECT_EQ(LogLevel::kError, options.log_level);
}

TEST(Options, OfFlagsCountMore) {
  const Environment given({{"REFEREE_ADDRESS", "a:1"},
                           {"REFEREE_TOKENS", "t1"},
                           {"REFEREE_NAME", "theirs"},
                           {"REFEREE_PATIENCE", "nonsense"}});
  const RunOptions options = parse({"--address=b:2", "--token=t2", "--name=mine", "--patience=1"});
  EXPECT_EQ("b:2", options.address);
  EXPECT_EQ(std::vector<std::string>{"t2"}, options.tokens);
  EXPECT_EQ("mine", options.name);
  EXPECT_EQ(1, options.patience);
}

TEST(Options, HaveDefaults) {
  const Environment given({{"REFEREE_ADDRESS", "a:1"}, {"REFEREE_TOKENS", "t"}});
  const RunOptions options = parse({});
  EXPECT_EQ("my_bot", options.name);
  EXPECT_EQ(60, options.patience);
  EXPECT_FALSE(options.strict);
  EXPECT_FALSE(options.plain_turns);
  EXPECT_FALSE(options.stay);
  EXPECT_EQ("", options.ca);
  EXPECT_EQ(LogLevel::kInfo, options.log_level);
}

TEST(Options, MayLeaveTokensToStandardInput) {
  const Environment given({{"REFEREE_ADDRESS", "a:1"}, {"REFEREE_TOKENS", "-"}});
  EXPECT_TRUE(parse({}).reads_tokens);
  EXPECT_TRUE(parse({}).tokens.empty());
  EXPECT_TRUE(parse({"--token", "-"}).reads_tokens);
}

TEST(Options, AreWrong) {
  const Environment given({{"REFEREE_ADDRESS", "a:1"}, {"REFEREE_TOKENS", "t"}});
  EXPECT_EQ("no such flag: --frobnicate", error_of({"--frobnicate"}));
  EXPECT_EQ("no such flag: --frobnicate=1", error_of({"--frobnicate=1"}));
  EXPECT_EQ("no such flag: -x", error_of({"-x"}));
  EXPECT_EQ("no such flag: word", error_of({"word"}));
  EXPECT_EQ("no such flag: --tok", error_of({"--tok", "t"}));
  EXPECT_EQ("no value for --name", error_of({"--name"}));
  EXPECT_EQ("no value for --name", error_of({"--name", "--strict"}));
  EXPECT_EQ("the token - means one a line on standard input: no other can stand beside it",
            error_of({"--token=-", "--token=t"}));
  EXPECT_EQ("no error", error_of({"--name", std::string(100, 'n')}));
  const std::string too_long(101, 'n');
  EXPECT_EQ("--name must be of at most 100 characters, not '" + too_long + "'",
            error_of({"--name", too_long}));
  EXPECT_EQ("--strict takes no value", error_of({"--strict=1"}));
  EXPECT_EQ("--plain-turns takes no value", error_of({"--plain-turns=1"}));
  EXPECT_EQ("--patience must be a number of seconds from 0, not '-1'",
            error_of({"--patience", "-1"}));
  EXPECT_EQ("--patience must be a number of seconds from 0, not '1s'", error_of({"--patience=1s"}));
  EXPECT_EQ("--log-level must be debug, info, warning or error, not 'loud'",
            error_of({"--log-level=loud"}));
  for (const std::string threads : {"0", "1025", "-1", "2.5", "many", "99999999999"}) {
    EXPECT_EQ("--threads must be a number from 1 to 1,024, not '" + threads + "'",
              error_of({"--threads=" + threads}));
  }
  EXPECT_EQ("no error", error_of({"--threads=1"}));
  EXPECT_EQ("no error", error_of({}));
}

TEST(Options, WithoutAValueAreSetByOneOnly) {
  for (const std::string name : {"REFEREE_STRICT", "REFEREE_PLAIN_TURNS", "REFEREE_STAY"}) {
    for (const std::string value : {"", "0", "1", "yes"}) {
      const Environment given({{"REFEREE_ADDRESS", "a:1"}, {"REFEREE_TOKENS", "t"}, {name, value}});
      if (value == "yes") {
        EXPECT_EQ(name + " must be 1, 0 or empty, not 'yes'", error_of({}));
        continue;
      }
      const RunOptions options = parse({});
      EXPECT_EQ(value == "1" && name == "REFEREE_STRICT", options.strict);
      EXPECT_EQ(value == "1" && name == "REFEREE_PLAIN_TURNS", options.plain_turns);
      EXPECT_EQ(value == "1" && name == "REFEREE_STAY", options.stay);
    }
  }
}

// Runs a process with these arguments; returns its status and what it wrote to standard output.
std::pair<int, std::string> output_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "my_bot");
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_bot(static_cast<int>(raw.size()), raw.data(), {});
  testing::internal::GetCapturedStderr();
  return {status, testing::internal::GetCapturedStdout()};
}

TEST(Help, GoesToStandardOutput) {  // 22
  const Environment none({});
  for (const char* flag : {"--help", "-h"}) {
    const auto [status, text] = output_of({flag});
    EXPECT_EQ(0, status);
    for (const char* word :
         {"--address",  "REFEREE_ADDRESS",  "--token",       "REFEREE_TOKENS",
          "--ca",       "REFEREE_CA",       "--name",        "REFEREE_NAME",
          "--patience", "REFEREE_PATIENCE", "--threads",     "REFEREE_THREADS",
          "--strict",   "REFEREE_STRICT",   "--plain-turns", "REFEREE_PLAIN_TURNS",
          "--stay",     "REFEREE_STAY",     "--log-level",   "REFEREE_LOG_LEVEL"}) {
      EXPECT_NE(std::string::npos, text.find(word)) << word;
    }
  }
  EXPECT_EQ(0, output_of({"--help", "--address=a:1"}).first);
}

TEST(Help, IsNotForWrongFlags) {  // 22, 23
  const Environment none({});
  EXPECT_EQ((std::pair<int, std::string>{2, ""}), output_of({"--frobnicate"}));
  EXPECT_EQ((std::pair<int, std::string>{2, ""}), output_of({}));
}

TEST(Threads, OfTheProgramsOwnAreChecked) {
  const Environment given({{"REFEREE_ADDRESS", "127.0.0.1:1"}, {"REFEREE_TOKENS", "t"}});
  char name[] = "my_bot";
  char* arguments[] = {name};
  testing::internal::CaptureStderr();
  EXPECT_EQ(2, run_bot(1, arguments, {}, 1025));
  EXPECT_NE(std::string::npos, testing::internal::GetCapturedStderr().find(
                                   "threads must be from 1 to 1,024, not 1025"));
}

TEST(Log, HasTheFormOfAllSdks) {
  testing::internal::CaptureStderr();
  log(LogLevel::kWarning, "match m1 seat 0: joined again");
  const std::string line = testing::internal::GetCapturedStderr();
  std::string digits = line;
  for (char& letter : digits) letter = letter >= '0' && letter <= '9' ? '0' : letter;
  EXPECT_EQ("0000-00-00 00:00:00.000 WARNING referee_client: match m0 seat 0: joined again\n",
            digits);
}

TEST(Options, NeedAnAddressAndAToken) {
  const Environment none({});
  EXPECT_EQ("no referee to play at: give --address or REFEREE_ADDRESS", error_of({"--token=t"}));
  EXPECT_EQ("no seat to play: give --token or REFEREE_TOKENS", error_of({"--address=a:1"}));
}

}  // namespace
}  // namespace referee
