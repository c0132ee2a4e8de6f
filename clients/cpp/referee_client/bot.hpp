// What a bot is, a function or a subclass of `Bot`, and what it is told.
//
// A function takes an observation, or an observation and the `Turn`, and returns an action. A
// subclass of `Bot` is made anew for every seat, so that it can keep a memory of its match.
//
//   Action act(const Observation& observation) { ... }
//   int main(int argc, char** argv) { return referee::run(argc, argv, act); }
//
// A seat's bot is used by one thread at a time, bots of different seats side by side; so are the
// variables that a function shares between its seats.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gamereferee/v1/match.pb.h"
#include "gamereferee/v1/time_control.pb.h"
#include "referee_client/chat.hpp"
#include "referee_client/messages.hpp"

namespace gamereferee::v1 {
class Turn;
}

namespace referee {

// A match as one of its seats knows it from the start.
struct Match {
  std::string match_id;                       // identifies the match on its referee
  int seat = 0;                               // this bot's seat, from 0
  std::string game;                           // such as `diceman`
  int game_version = 0;                       // the game's behaviour version, from 1
  int num_seats = 0;                          // from 1
  gamereferee::v1::TimeControl time_control;  // the terms in force
  std::string seed_commitment;                // 32 bytes; checked by the SDK after the end
  // Round trip the referee measured before play; none before the start or if none was measured.
  std::optional<Nanoseconds> round_trip;
  std::shared_ptr<const Message> config_message;  // null if the referee sent none

  // The game's Config message, with every default filled in.
  template <class Config>
  const Config& config() const {
    if (!config_message) throw std::logic_error("the match came without a config");
    return as<Config>(*config_message);
  }
};

// A seat's clock when its turn was written. Durations are never negative.
struct Clock {
  std::optional<Nanoseconds> remaining;  // until the deadline, reserve included; none without one
  std::optional<Nanoseconds> bank;       // reserve when the turn was opened; none without one
  std::optional<Nanoseconds> last_elapsed;  // what the last answer was charged
  std::optional<Nanoseconds> last_lag;      // part of its time that was the referee's own
  int strikes = 0;                          // deadlines missed so far
};

// A decision a seat has to make.
class Turn {
 public:
  // Reads it from the wire. Throws ProtocolError if a message of the game can't be read.
  Turn(const Match& match, const gamereferee::v1::Turn& message,
       std::function<bool()> is_open = nullptr, std::shared_ptr<Ear> ear = nullptr);

  const Match& match;
  int number;         // of this seat's decision in the match, from 1
  std::string phase;  // name of the rulebook's phase
  Clock clock;
  std::unique_ptr<const Message> observation_message;
  std::unique_ptr<Message> events_message;  // null if nothing happened
  // What the seat has heard since its last turn, its own words included: by decision point, then by
  // who said it, then as it was said.
  std::vector<Said> said;
  std::vector<Channel> channels;  // where the seat may speak until its next turn

  const std::string& match_id() const { return match.match_id; }
  int seat() const { return match.seat; }

  template <class Config>
  const Config& config() const {
    return match.config<Config>();
  }

  // The game's Events message: what happened since this seat's last turn; null if nothing. With
  // that of turns that were over before the bot could be asked about them.
  template <class Events>
  const Events* events() const {
    return events_message ? &as<Events>(*events_message) : nullptr;
  }

  // Whether an answer still counts, as far as this process knows. It does not once a newer turn, a
  // missed deadline or the end of the match has come, or once `clock.remaining` and the lag margin
  // have passed since the turn came. Code that thinks for long may ask it from time to time, and
  // stop; any thread may ask it while `act` runs.
  bool is_open() const { return !is_open_ || is_open_(); }

  // Says something in a channel, in UTF-8; returns the message's number, which a rejection names.
  // It goes out without waiting for the answer, at most once.
  std::uint64_t say(const std::string& channel, const std::string& text) const {
    return voice().say(channel, text);
  }

  // What speaks for the seat until its next turn, also after the answer and on other threads.
  Voice voice() const { return Voice(ear_, match.match_id, match.seat, number); }

 private:
  std::function<bool()> is_open_;
  std::shared_ptr<Ear> ear_;
};

// Something the referee did not take. The match goes on.
struct Rejection {
  const Match& match;
  int turn;                  // the turn it is about; 0 if about none
  std::string reason;        // name of the ErrorReason without its prefix, such as `LATE`
  std::string text;          // why, for people
  std::uint64_t say_number;  // of the message it answers; 0 if it answers none
};

// A deadline passed unanswered; the rulebook's default action was played.
struct Missed {
  const Match& match;
  int turn;           // the turn that went unanswered
  int strikes;        // deadlines this seat has missed so far
  int strikes_limit;  // missed deadlines that forfeit the seat; 0 means that no number does
  bool forfeited;     // whether this one forfeited it: no more turns will come
  bool given_up;      // whether it was given up, as when the bot's own code fails, not missed
};

// What a match came to for one seat.
struct SeatResult {
  int seat;                            // from 0
  int placement;                       // rank from 1; ties share a rank; 0 in a void match
  std::int64_t score;                  // points by the rulebook
  int strikes;                         // deadlines missed
  std::optional<std::string> forfeit;  // why the seat was taken out, such as `TIME`
};

// How a match ended.
struct Outcome {
  std::string cause;  // name of the EndCause without its prefix, such as `RULES`
  std::string text;   // the same in a sentence
  // In seat order. Of a match that goes on only the bot's own is known, and the others have
  // placement 0.
  std::vector<SeatResult> seats;
  std::optional<gamereferee::v1::SeedReveal> reveal;  // the dice laid open
  // Whether the match goes on without this seat, which the rules have put out; its own result is
  // final unless `out_round` is set.
  bool goes_on = false;
  // The round in which the seat went out, where its place stays open until the match is over.
  int out_round = 0;
  int first_place = 0;  // of the places that those who went out with it share by who is in longer
  int last_place = 0;
  std::vector<Said> said;  // what the seat has heard since its last turn

  // Whether the match has no placements and touches no rating.
  bool is_void() const;
};

// A bot as the SDK sees it; programs derive from `Bot`, which knows its game's types.
class AnyBot {
 public:
  virtual ~AnyBot() = default;

  // Whether it looks at the events of turns, in `on_events` or by `Turn::events`. A class that
  // hides this with one that returns false gets turns without them, which are smaller.
  static constexpr bool reads_events() { return true; }

  // Meet the match: all seats have joined, the first turn is near. Called once a seat.
  virtual void on_start(const Match&) {}
  // See what happened since the last turn, before `act`, and once more before `on_end`;
  // `as<Events>(events)` has the game's own type.
  virtual void on_events(const Match&, const Message& /*events*/) {}
  // Decide. A null action is a failure of the bot.
  virtual std::unique_ptr<Message> decide(const Turn& turn) = 0;
  // Hear that something was not taken; it has been logged. If it was the answer to the latest turn,
  // refused as `MALFORMED` or `WRONG_TYPE`, that turn is still open, and what this returns answers
  // it. Null gives the turn up, as does a second refusal.
  virtual std::unique_ptr<Message> take_rejection(const Rejection&) { return nullptr; }
  // Hear that a deadline passed; it has been logged.
  virtual void on_missed(const Missed&) {}
  // Hear how it ended. The last call; also for a match that never started.
  virtual void on_end(const Match&, const Outcome&) {}
};

// A bot with a memory: derive from it and override `act`.
template <class ObservationType, class ActionType>
class Bot : public AnyBot {
 public:
  using Observation = ObservationType;
  using Action = ActionType;

  // Decide: `turn` has the rest of what is known: match, number, clock, events, phase.
  virtual Action act(const Observation& observation, const Turn& turn) = 0;

  std::unique_ptr<Message> decide(const Turn& turn) final {
    return std::make_unique<Action>(act(as<Observation>(*turn.observation_message), turn));
  }

  // Hear that something was not taken; it has been logged. If it was the answer to the latest turn,
  // refused as `MALFORMED` or `WRONG_TYPE`, an action that this returns is sent in its place; with
  // none, and after a second refusal, the turn is given up. Nothing else can be answered again.
  virtual std::optional<Action> on_rejected(const Rejection&) { return std::nullopt; }

  std::unique_ptr<Message> take_rejection(const Rejection& rejection) final {
    std::optional<Action> action = on_rejected(rejection);
    return action ? std::make_unique<Action>(std::move(*action)) : nullptr;
  }
};

// What makes the bot of a new seat.
struct BotMaker {
  std::string game;  // seats of other games are resigned; empty means that any will do
  std::function<std::unique_ptr<AnyBot>()> make;
  bool reads_events = true;  // whether its bots look at the events of turns
};

// Makes an instance of a subclass of `Bot` for every seat, with these arguments.
template <class B, class... Arguments>
BotMaker maker(Arguments... arguments) {
  return {game_of(B::Observation::descriptor()->full_name()),
          [arguments...] { return std::make_unique<B>(arguments...); }, B::reads_events()};
}

namespace internal {

template <class Observation, class Action>
class FunctionBot : public Bot<Observation, Action> {
 public:
  using Function = std::function<Action(const Observation&, const Turn&)>;
  explicit FunctionBot(std::shared_ptr<Function> function) : function_(std::move(function)) {}
  Action act(const Observation& observation, const Turn& turn) override {
    return (*function_)(observation, turn);
  }

 private:
  std::shared_ptr<Function> function_;
};

template <class Action, class Observation>
BotMaker function_maker(std::function<Action(const Observation&, const Turn&)> function) {
  using Function = std::function<Action(const Observation&, const Turn&)>;
  return maker<FunctionBot<Observation, Action>>(std::make_shared<Function>(std::move(function)));
}

template <class Action, class Observation>
BotMaker function_maker(std::function<Action(const Observation&)> function) {
  BotMaker maker = function_maker(std::function<Action(const Observation&, const Turn&)>(
      [function = std::move(function)](const Observation& observation, const Turn&) {
        return function(observation);
      }));
  maker.reads_events = false;  // events come with the turn
  return maker;
}

}  // namespace internal

// Dresses a function, of `(const Observation&)` or `(const Observation&, const Turn&)`, as a bot
// that all seats share.
template <class Function>
BotMaker maker(Function function) {
  return internal::function_maker(std::function{std::move(function)});
}

inline BotMaker maker(BotMaker own) {
  return own;
}

// Name of a wire enum's value without its prefix; a number this version does not know as is.
std::string cause_name(int number);
std::string forfeit_name(int number);
std::string reason_name(int number);

}  // namespace referee
