// What a process keeps of each seat it plays: its token, its bot, its turn, and what its bot has
// yet to be told.
//
// Plain state; what changes it is in `conversation.cpp`.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gamereferee/v1/play_service.pb.h"
#include "referee_client/bot.hpp"

namespace referee {

struct Seat;

// A turn that a bot is to think about, or thinks about.
struct OpenTurn {
  gamereferee::v1::Turn message;
  std::atomic<bool> is_open{true};  // false once an answer would not count
};

// One call of a bot's own code: a turn to answer, or something to tell.
struct Task {
  std::shared_ptr<Seat> seat;
  int turn = 0;                               // the turn it is about; 0 if about none
  std::shared_ptr<OpenTurn> open;             // the turn to answer
  std::function<void(AnyBot&, Match&)> tell;  // or else what to tell
};

// An exception of a bot's own code.
struct Failure {
  std::string where;  // match, seat and turn
  std::string what;   // type and text

  std::string sentence() const;
};

// What came of a task.
struct Result {
  std::unique_ptr<gamereferee::v1::Action> action;  // the answer, if there was a turn to answer
  std::vector<Failure> failures;                    // what the bot's own code threw
  std::exception_ptr error;                         // what ends the process: an unreadable message
};

// A seat that has been joined, until its match has ended.
struct Seat {
  std::uint64_t number = 0;  // of the join
  std::string name;          // match and seat, for logs and errors
  BotMaker maker;
  gamereferee::v1::SeatWitness witness;  // what it was told before play, and what it did
  bool started = false;                  // whether the bot has been told to meet the match
  std::shared_ptr<OpenTurn> open;        // the turn that is being thought about
  int answered = 0;                      // number of the last turn answered
  // Whether the stream broke and no turn has come on the new one: answers wait for that.
  bool is_away = false;
  // Whether the referee knows that this stream has the seat: what the bot says waits for that.
  bool is_joined = true;
  std::vector<gamereferee::v1::Say> unsaid;              // what the bot has said meanwhile
  std::unique_ptr<gamereferee::v1::Action> last_action;  // null if the last turn was skipped
  std::deque<Task> tasks;                                // in order, one at a time
  bool is_busy = false;                                  // whether a task waits or runs

  std::shared_ptr<Ear> ear;  // for what the bot says

  // Only for the task that runs.
  Match match;
  std::vector<Said> unheard;    // heard at turns that were not asked
  std::unique_ptr<AnyBot> bot;  // null until the first task, and while it can't be made

  // Match, seat and turn, for logs and errors.
  std::string where(int turn = 0) const;

  // Closes the turn without an answer, and tells who thinks about it.
  void close();
};

// A token that was given to this process, until its seat's match has ended.
struct Ticket {
  std::uint64_t number = 0;
  std::string token;
  BotMaker maker;
  std::string nonce;           // what this process adds to the match seed
  std::shared_ptr<Seat> seat;  // once joined

  // Fills in the message that presents it.
  void join(const std::string& bot_name, gamereferee::v1::Join& message) const;
};

// 16 random bytes.
std::string new_nonce();

// Does one task: calls the bot's code, and logs and returns what that throws. No two tasks of a
// seat at a time.
Result run_task(const Task& task);

}  // namespace referee
