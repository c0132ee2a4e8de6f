// What a bot process says and hears on its Play streams, without any I/O.
//
// The client feeds it what came (`receive`), does the tasks it hands out (`next_task`, `run_task`,
// `done`) and writes what it has to say (the line's outbox). It knows tokens, nonces, seats and
// open turns, and brings them over from a broken stream to the next, and from the line home to
// those of workers and back (`lines.cpp`). It opens no connection, reads no clock but the one it is
// given, and waits for nothing. All of it is for one thread at a time, but `run_task` may run
// outside.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gamereferee/v1/play_service.pb.h"
#include "referee_client/bot.hpp"
#include "referee_client/lines.hpp"
#include "referee_client/seats.hpp"

namespace referee {

// How a process plays.
struct ConversationOptions {
  std::string name;         // what the bot calls itself, at most 100 characters
  bool strict = false;      // whether the first failure of a bot's own code is an error
  bool small_turns = true;  // whether the referee is asked for turns in short
  Now now = steady_now;
  // Gets the address of a worker to which seats would go; the client then has a line there. Null
  // keeps all seats at home.
  OnWorker on_worker = nullptr;
};

// All seats of a process, whichever stream carries them.
class Conversation {
 public:
  explicit Conversation(ConversationOptions options = {});

  // The line to the address that the process was given; what there is to say on it is in its
  // outbox, as with those to workers.
  const std::shared_ptr<Line>& home() const { return lines_.home(); }

  // What the process wants.

  // Presents a seat's token, on this stream and all later ones; a token that was given before is
  // taken once. Throws std::invalid_argument if the token is empty or no more were to come.
  void join(const std::string& token, BotMaker maker);
  // Says that no more tokens will come.
  void finish() { finished_ = true; }
  // Says what a bot has said, once the stream has its seat, unless its match is over; returns the
  // number it gave the message. One that no request can hold is a failure of the bot's own code.
  std::uint64_t say(gamereferee::v1::Say&& say);
  // Gives up a seat for good.
  void resign(const std::string& match_id, int seat);

  // Whether all matches have ended and no more tokens will come.
  bool is_over() const { return finished_ && tickets_.empty(); }

  // What streams bring.

  // Begins on a new stream home: presents the tokens of it again; open turns will come again.
  void opened();
  // Takes in what came on a line, or at home. Throws ProtocolError if a message can't be read.
  void receive(gamereferee::v1::PlayResponse response, std::shared_ptr<Line> line = nullptr);
  // Notes that the stream to a worker has ended: its seats go home.
  void lost(const std::shared_ptr<Line>& line);
  // Whether a seat at home would go to this worker.
  bool wants(const std::string& worker) const { return lines_.wants(worker); }

  // What the bots decide.

  // What passes on what bots say; whoever drives the conversation listens, and calls `say`.
  Ear& ear() const { return *ear_; }
  // The next call of a bot's code, if there is one to do; none for a seat whose last one runs.
  std::optional<Task> next_task();
  // Takes in what came of a task.
  void done(const Task& task, Result result);
  // Whether no task waits or runs.
  bool is_idle() const { return ready_.empty() && num_running_ == 0; }
  // Whether no task waits.
  bool is_all_asked() const { return ready_.empty(); }
  // How many tasks wait that could be done now.
  int num_waiting() const { return static_cast<int>(ready_.size()); }
  // Since when each call has waited that could be made now, longest first.
  std::vector<Nanoseconds> waiting() const;

  // How it went.

  // Seats that could not be played (any longer).
  const std::vector<std::exception_ptr>& seat_errors() const { return seat_errors_; }
  // Throws the first of them, or else BotError if a bot's own code failed.
  void rethrow_seat_or_bot_error() const;
  // How often bots' own code failed, and the first time, in a sentence; empty if it did not.
  std::string failures_summary() const;
  // What ends the process at once; null if nothing does.
  std::exception_ptr error() const { return error_; }

 private:
  using SeatKey = std::pair<std::string, int>;

  void read_joined(const gamereferee::v1::Joined& joined, const std::shared_ptr<Line>& line);
  bool take_seat(Ticket& ticket, const gamereferee::v1::Joined& joined);
  void read_committed(const gamereferee::v1::NonceCommitments& shown);
  void check_start(Seat& seat, const gamereferee::v1::MatchStarted& started);
  void read_started(const gamereferee::v1::MatchStarted& started);
  void read_rejected(const gamereferee::v1::Rejected& rejected, const std::shared_ptr<Line>& line);
  void read_missed(const gamereferee::v1::MissedDeadline& missed);
  void read_ended(const gamereferee::v1::MatchEnded& ended);
  void read_turn(gamereferee::v1::Turn&& turn, const std::shared_ptr<Line>& line);
  void refused(Ticket& ticket, const std::string& reason, const std::string& text);
  void start(const std::shared_ptr<Seat>& seat, std::optional<Nanoseconds> round_trip);
  void tell(const std::shared_ptr<Seat>& seat, int turn, std::function<void(AnyBot&, Match&)> what);
  void add(Task task);
  void make_ready(const std::shared_ptr<Seat>& seat);
  bool leaves_open(const Seat& seat, const gamereferee::v1::Rejected& rejected) const;
  void blame(Failure failure);
  void answer(Seat& seat, const Task& task, Result& result);
  void put(gamereferee::v1::Say&& say);
  void resend(Unsent unsent);
  void say_last_answer(const Seat& seat);
  void agree(const Ticket& ticket, const gamereferee::v1::Joined& joined);
  std::shared_ptr<Seat> find(const std::string& match_id, int seat) const;
  template <class Error>
  void fail(const Error& error);
  void drop(Seat& seat);
  Ticket& ticket_of(const Seat& seat) { return tickets_.at(seat.number); }

  const ConversationOptions options_;
  bool finished_ = false;
  bool draining_ = false;
  std::uint64_t last_number_ = 0;
  std::uint64_t last_say_ = 0;
  std::shared_ptr<Ear> ear_ = std::make_shared<Ear>();
  std::set<std::string> tokens_;  // all that were ever given
  Tickets tickets_;
  Lines lines_;
  std::map<SeatKey, std::shared_ptr<Seat>> seats_;
  std::map<SeatKey, Ticket> foreign_;  // of seats of other games, until they are known to be over
  std::deque<std::shared_ptr<Seat>> ready_;  // seats with a task to do now
  int num_running_ = 0;
  std::vector<std::exception_ptr> seat_errors_;
  int num_failures_ = 0;
  Failure first_failure_;
  std::exception_ptr error_;
};

}  // namespace referee
