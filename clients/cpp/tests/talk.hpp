// What tests of the conversation share: messages of a referee, and a bot that writes down its
// calls.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gamereferee/games/diceman/v1/diceman.pb.h"
#include "gamereferee/games/swordman/v1/swordman.pb.h"
#include "gamereferee/v1/play_service.pb.h"
#include "referee_client/conversation.hpp"
#include "referee_client/log.hpp"

namespace referee::talk {

namespace wire = gamereferee::v1;
namespace diceman = gamereferee::games::diceman::v1;
namespace swordman = gamereferee::games::swordman::v1;

using Calls = std::vector<std::string>;
using Voices = std::vector<Voice>;

// Writes down what it is told; its actions name the round, so that answers can be told apart.
class Recorder : public Bot<diceman::Observation, diceman::Action> {
 public:
  // `voices` gets that of every turn it is asked.
  explicit Recorder(Calls* calls, std::string name = "bot", Voices* voices = nullptr)
      : calls_(calls), name_(std::move(name)), voices_(voices) {}

  void on_start(const Match& match) override {
    const std::string life = std::to_string(match.config<diceman::Config>().life());
    write(match, "start " + match.game + " life " + life);
  }
  void on_events(const Match& match, const Message& events) override {
    write(match, "events " + std::to_string(as<diceman::Events>(events).events_size()));
  }
  diceman::Action act(const diceman::Observation& observation, const Turn& turn) override {
    write(turn.match, "act " + std::to_string(turn.number));
    for (const Said& said : turn.said) write(turn.match, "heard " + said.text);
    for (const Channel& channel : turn.channels) write(turn.match, "in " + channel.name);
    if (voices_ != nullptr) voices_->push_back(turn.voice());
    if (observation.round() == kTalkingRound) turn.say("MAIN", "a dozen");
    if (observation.round() == kThrowingRound) throw std::runtime_error("boom");
    if (observation.round() == kThrowingIntRound) throw 7;
    diceman::Action action;
    action.add_dice(observation.round());
    return action;
  }
  std::optional<diceman::Action> on_rejected(const Rejection& rejection) override {
    const std::string say =
        rejection.say_number == 0 ? "" : "message " + std::to_string(rejection.say_number) + " ";
    write(rejection.match, "rejected " + std::to_string(rejection.turn) + " " + say +
                               rejection.reason + " " + rejection.text);
    return std::nullopt;
  }
  void on_missed(const Missed& missed) override {
    write(missed.match, "missed " + std::to_string(missed.turn) + " strike " +
                            std::to_string(missed.strikes) + " of " +
                            std::to_string(missed.strikes_limit));
  }
  void on_end(const Match& match, const Outcome& outcome) override {
    write(match, "end " + outcome.cause + (outcome.goes_on ? ", the match goes on" : ""));
    for (const Said& said : outcome.said) write(match, "heard " + said.text);
  }

  static constexpr int kTalkingRound = 12;
  static constexpr int kThrowingRound = 13;
  static constexpr int kThrowingIntRound = 14;

 private:
  void write(const Match& match, const std::string& what) {
    calls_->push_back(name_ + " " + match.match_id + "/" + std::to_string(match.seat) + " " + what);
  }

  Calls* calls_;
  std::string name_;
  Voices* voices_;
};

// Collects the log while it lives.
class Log {
 public:
  Log() {
    set_log_sink([this](LogLevel level, const std::string& text) {
      const char* const names[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
      lines.push_back(std::string(names[static_cast<int>(level)]) + " " + text);
    });
  }
  ~Log() { set_log_sink(nullptr); }

  // How many lines have this in them.
  int count(const std::string& text) const {
    int found = 0;
    for (const std::string& line : lines) found += line.find(text) != std::string::npos;
    return found;
  }

  std::vector<std::string> lines;
};

inline void add_joined(wire::PlayResponse& response, std::uint64_t number, const std::string& match,
                       int seat = 0, const std::string& game = "diceman") {
  wire::Joined& joined = *response.add_joins();
  joined.set_join_number(number);
  joined.set_match_id(match);
  joined.set_seat(seat);
  joined.set_game(game);
  joined.set_game_version(1);
  joined.set_num_seats(2);
  diceman::Config config;
  config.set_life(20);
  pack(config, *joined.mutable_config());
}

inline wire::PlayResponse joined(std::uint64_t number, const std::string& match, int seat = 0) {
  wire::PlayResponse response;
  add_joined(response, number, match, seat);
  return response;
}

inline void add_started(wire::PlayResponse& response, const std::string& match, int seat = 0) {
  response.add_starts()->set_match_id(match);
  response.mutable_starts()->rbegin()->set_seat(seat);
}

// A turn whose observation is of this round; the same as the turn unless given.
inline void add_turn(wire::PlayResponse& response, const std::string& match, int turn, int seat = 0,
                     int round = 0) {
  wire::Turn& message = *response.add_turns();
  message.set_match_id(match);
  message.set_seat(seat);
  message.set_turn(turn);
  diceman::Observation observation;
  observation.set_seat(seat);
  observation.set_round(round == 0 ? turn : round);
  pack(observation, *message.mutable_observation());
}

inline wire::PlayResponse turn(const std::string& match, int turn, int seat = 0, int round = 0) {
  wire::PlayResponse response;
  add_turn(response, match, turn, seat, round);
  return response;
}

inline void add_missed(wire::PlayResponse& response, const std::string& match, int turn) {
  wire::MissedDeadline& missed = *response.add_missed();
  missed.set_match_id(match);
  missed.set_turn(turn);
  missed.set_strikes(1);
  missed.set_strikes_limit(3);
}

inline void add_rejected(wire::PlayResponse& response, const std::string& match, int turn,
                         wire::ErrorReason reason, const std::string& text,
                         std::uint64_t join_number = 0) {
  wire::Rejected& rejected = *response.add_rejections();
  rejected.set_match_id(match);
  rejected.set_turn(turn);
  rejected.set_reason(reason);
  rejected.set_text(text);
  rejected.set_join_number(join_number);
}

inline void add_ended(wire::PlayResponse& response, const std::string& match, int seat = 0) {
  wire::MatchEnded& ended = *response.add_ends();
  ended.set_match_id(match);
  ended.set_seat(seat);
  ended.mutable_outcome()->set_cause(wire::END_CAUSE_RULES);
  ended.mutable_outcome()->set_text("the rules ended it");
}

inline wire::PlayResponse ended(const std::string& match, int seat = 0) {
  wire::PlayResponse response;
  add_ended(response, match, seat);
  return response;
}

// A conversation whose bots write down their calls; everything runs on this thread.
struct Talk {
  explicit Talk(bool strict = false, Now now = steady_now)
      : Talk(ConversationOptions{"the bot", strict, true, std::move(now)}) {}

  explicit Talk(ConversationOptions options) : conversation(std::move(options)) {
    conversation.ear().listen([this](wire::Say&& say) { return conversation.say(std::move(say)); });
  }

  // Joins a token for a recorder of this name.
  void join(const std::string& token, const std::string& name = "bot") {
    conversation.join(token, maker<Recorder>(&calls, name, &voices));
  }

  // Joins a token, and takes in that it got a seat of this match.
  void sit(const std::string& token, const std::string& match, int seat = 0) {
    join(token);
    conversation.receive(joined(++num_joined, match, seat));
    say();
  }

  // Takes in a message, at home unless on another line, and does all tasks.
  void hear(wire::PlayResponse response, const std::shared_ptr<Line>& line = nullptr) {
    conversation.receive(std::move(response), line);
    think();
  }

  // Does all tasks.
  void think() {
    while (const auto task = conversation.next_task()) conversation.done(*task, run_task(*task));
  }

  bool has_said() { return !conversation.home()->outbox.is_empty(); }

  // What there is to say; empty if nothing.
  wire::PlayRequest say() {
    return has_said() ? conversation.home()->outbox.take() : wire::PlayRequest();
  }

  Log log;
  Calls calls;
  Voices voices;  // of all turns that were asked
  Conversation conversation;
  std::uint64_t num_joined = 0;
};

// The die an action names, which is the round of the observation it answers.
inline int die(const wire::Action& action) {
  return as<diceman::Action>(*unpack(action.payload())).dice(0);
}

}  // namespace referee::talk
