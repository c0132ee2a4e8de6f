// What a process keeps of each seat it plays: its token, its bot, its turn, and what its bot has
// yet to be told.
//
// Plain state; what changes it is in `conversation.cpp`.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gamereferee/v1/play_service.pb.h"
#include "referee_client/bot.hpp"
#include "referee_client/line.hpp"
#include "referee_client/small_turns.hpp"

namespace referee {

struct Seat;

// Tells a time that never jumps.
using Now = std::function<Nanoseconds()>;

// The time since the system's start.
Nanoseconds steady_now();

// A turn that a bot is to think about, or thinks about.
class OpenTurn {
 public:
  // `margin` is the match's lag margin; the turn is over when it has passed after the deadline.
  OpenTurn(gamereferee::v1::Turn&& message, Nanoseconds margin, Now now);

  // Whether an answer counts, as far as this process knows.
  bool is_open() const { return !is_closed_ && now_() < over_at_.load(); }

  // Notes that no answer counts any more.
  void close() { is_closed_ = true; }

  // Notes that it has come once more, with what is left of its time now.
  void come_again(const gamereferee::v1::Turn& message);

  const gamereferee::v1::Turn message;

 private:
  const Nanoseconds margin_;
  const Now now_;
  std::atomic<Nanoseconds> over_at_;
  std::atomic<bool> is_closed_{false};
};

// What a turn that was never asked has brought; the next turn that is asked has it, too.
struct Brought {
  int turn = 0;
  std::unique_ptr<Message> events;  // null if nothing happened
  std::vector<Said> said;
};

// One call of a bot's own code: a turn to answer, or something to tell.
struct Task {
  std::shared_ptr<Seat> seat;
  int turn = 0;                               // the turn it is about; 0 if about none
  std::shared_ptr<OpenTurn> open;             // the turn to answer
  std::function<void(AnyBot&, Match&)> tell;  // or else what to tell
  // or else what to tell of a refusal that leaves the turn open, and how to answer it once more
  std::function<std::unique_ptr<Message>(AnyBot&, Match&)> again;
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
  bool is_passed_over = false;                      // whether the turn was over, and not asked
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
  int missed = 0;                        // number of the last turn missed
  std::shared_ptr<OpenTurn> last_open;   // the last turn answered
  int num_refused = 0;                   // answers to it that were refused
  // Whether the stream broke and no turn has come on the new one: answers wait for that.
  bool is_away = false;
  std::shared_ptr<ShortForm> form;  // how its turns travel in short on this stream; null if not
  // What the bot has said while its token's join was not answered.
  std::vector<gamereferee::v1::Say> unsaid;              // what the bot has said meanwhile
  std::unique_ptr<gamereferee::v1::Action> last_action;  // null if the last turn was skipped
  std::deque<Task> tasks;                                // in order, one at a time
  bool is_busy = false;                                  // whether a task waits or runs
  Nanoseconds ready_since{0};                            // when its next task could have been done

  std::shared_ptr<Ear> ear;  // for what the bot says

  // Only for the task that runs.
  Match match;
  std::vector<Brought> brought;  // by turns that were not asked, since the last one that was
  int heard_of = 0;              // number of the last turn whose events the bot has been told
  std::string action_type;       // full name of the game's Action message; empty if nobody knows
  std::unique_ptr<AnyBot> bot;   // null until the first task, and while it can't be made

  // Match, seat and turn, for logs and errors.
  std::string where(int turn = 0) const;

  // Closes the turn without an answer, and tells who thinks about it.
  void close();

  // Forgets what was agreed on a stream: the seat is on another one from now on, where an open
  // turn comes again.
  void leave_stream();

  // How long after a deadline an answer may still count.
  Nanoseconds lag_margin() const;

  // Hands what was brought by earlier turns to this one. Only for the task that runs.
  void hand_on(Turn& turn);
  // Takes what was said at turns that were not asked. Only for the task that runs.
  std::vector<Said> take_unheard();
};

// A token that was given to this process, until its seat's match has ended.
struct Ticket {
  std::uint64_t number = 0;
  std::string token;
  BotMaker maker;
  std::vector<std::string> features;  // asked for besides commitments to nonces
  std::string nonce;                  // what this process adds to the match seed
  std::shared_ptr<Seat> seat;         // once joined
  std::shared_ptr<Line> line;         // where it was presented last
  bool is_waiting = true;             // whether that has not been answered yet
  std::string worker;  // address of the one that has the match, as said at home; empty if none
  bool stays = false;  // whether a worker has refused the token: the seat stays at home

  // The message that presents it.
  gamereferee::v1::Join join(const std::string& bot_name) const;
};

// 16 random bytes.
std::string new_nonce();

// Does one task: calls the bot's code, and logs and returns what that throws. No two tasks of a
// seat at a time.
Result run_task(const Task& task);

}  // namespace referee
