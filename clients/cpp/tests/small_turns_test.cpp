// Turns in short; duty 27 of CONTRACT.md.
#include "referee_client/small_turns.hpp"

#include <gtest/gtest.h>

#include "talk.hpp"

namespace referee::talk {
namespace {

using diceman::Action;
using diceman::Observation;

constexpr std::uint32_t kHandle = 5;

std::string url(const Message& message) {
  return "type.googleapis.com/" + message.GetTypeName();
}

std::string bytes(const Message& message) {
  return message.SerializeAsString();
}

// An answer to a join whose seat has 30 s for its first move and 2 s for any other.
wire::PlayResponse joined_in_short(std::uint64_t number = 1, std::uint32_t handle = kHandle) {
  wire::PlayResponse response = joined(number, "m1");
  wire::Joined& joined = *response.mutable_joins(0);
  Observation known;
  known.mutable_config()->set_life(7);
  wire::SmallForm& form = *joined.mutable_small_form();
  form.set_handle(handle);
  form.set_observation_url(url(Observation()));
  form.set_events_url(url(diceman::Events()));
  form.set_action_url(url(Action()));
  form.set_known_observation(bytes(known));
  joined.mutable_time_control()->mutable_first_move()->set_seconds(30);
  joined.mutable_time_control()->mutable_move_time()->set_seconds(2);
  return response;
}

ShortForm form() {
  return ShortForm(joined_in_short().joins(0));
}

wire::SmallTurn small_turn(int number) {
  wire::SmallTurn small;
  small.set_handle(kHandle);
  small.set_turn(number);
  return small;
}

// A message with one turn in short whose observation is of this round.
wire::PlayResponse in_short(int turn, int round = 0, std::uint32_t handle = kHandle) {
  wire::PlayResponse response;
  wire::SmallTurn& small = *response.add_small_turns();
  small = small_turn(turn);
  small.set_handle(handle);
  Observation seen;
  seen.set_round(round == 0 ? turn : round);
  small.set_observation(bytes(seen));
  return response;
}

TEST(ShortForms, GiveTurnsAtLength) {
  wire::SmallTurn small = small_turn(3);
  Observation seen;
  seen.set_round(4);
  diceman::Events events;
  events.add_events();
  small.set_phase(2);
  small.set_phase_name("choice");
  small.set_observation(bytes(seen));
  small.set_events(bytes(events));
  small.set_remaining(1'500'000);
  small.set_bank(250'000);
  small.set_last_elapsed(1'000'001);
  small.set_last_lag(2'000);
  small.set_strikes(1);
  small.add_said()->set_text("hi");
  small.add_channels()->set_name("MAIN");

  wire::Turn whole;
  whole.set_match_id("m1");
  whole.set_turn(3);
  whole.set_phase("choice");
  seen.mutable_config()->set_life(7);
  pack(events, *whole.mutable_events());
  wire::Clock& clock = *whole.mutable_clock();
  clock.mutable_remaining()->set_seconds(1);
  clock.mutable_remaining()->set_nanos(500'000'000);
  clock.mutable_bank()->set_nanos(250'000'000);
  clock.mutable_last_elapsed()->set_seconds(1);
  clock.mutable_last_elapsed()->set_nanos(1'000);
  clock.mutable_last_lag()->set_nanos(2'000'000);
  clock.set_strikes(1);
  whole.add_said()->set_text("hi");
  whole.add_channels()->set_name("MAIN");

  wire::Turn turn = form().turn(std::move(small));
  EXPECT_EQ(bytes(seen), bytes(*unpack(turn.observation())));
  turn.clear_observation();
  EXPECT_EQ(bytes(whole), bytes(turn));
}

TEST(ShortForms, KnowWhatTurnsLeaveOut) {
  using namespace std::chrono_literals;
  ShortForm form = talk::form();
  const auto remaining = [](const wire::Turn& turn) { return duration(turn.clock().remaining()); };
  wire::SmallTurn small = small_turn(1);
  small.set_phase_name("bid");
  wire::Turn turn = form.turn(std::move(small));
  EXPECT_EQ("bid", turn.phase());
  EXPECT_EQ(30s, remaining(turn));
  EXPECT_FALSE(turn.has_events());
  EXPECT_FALSE(turn.clock().has_bank());
  EXPECT_FALSE(turn.clock().has_last_elapsed());
  EXPECT_FALSE(turn.clock().has_last_lag());

  small = small_turn(2);
  small.set_bank(500'000);
  small.set_last_elapsed(0);
  turn = form.turn(std::move(small));
  EXPECT_EQ("bid", turn.phase());
  EXPECT_EQ(2500ms, remaining(turn));
  EXPECT_EQ(500ms, duration(turn.clock().bank()));
  EXPECT_TRUE(turn.clock().has_last_elapsed());
  EXPECT_TRUE(turn.clock().has_last_lag());

  small = small_turn(3);
  small.set_remaining(0);
  turn = form.turn(std::move(small));
  EXPECT_TRUE(turn.clock().has_remaining());
  EXPECT_EQ(0s, remaining(turn));

  wire::Joined joined = joined_in_short().joins(0);
  joined.mutable_time_control()->clear_first_move();
  EXPECT_EQ(2s, remaining(ShortForm(joined).turn(small_turn(1))));
  joined.clear_time_control();
  EXPECT_FALSE(ShortForm(joined).turn(small_turn(1)).clock().has_remaining());
}

TEST(ShortForms, LeaveWhatIsNoActionOfTheGameAtLength) {
  wire::Action action;
  action.set_match_id("m1");
  action.set_turn(3);
  Action dice;
  dice.add_dice(2);
  pack(dice, *action.mutable_payload());
  const auto small = form().action(action);
  ASSERT_TRUE(small);
  EXPECT_EQ(kHandle, small->handle());
  EXPECT_EQ(3, small->turn());
  EXPECT_EQ(bytes(dice), small->payload());
  pack(swordman::Action(), *action.mutable_payload());
  EXPECT_FALSE(form().action(action));
}

// Features that a join asks for besides commitments to nonces.
std::vector<std::string> features(Talk& talk, BotMaker bot) {
  talk.conversation.join("t1", std::move(bot));
  const wire::PlayRequest said = talk.say();
  const auto& features = said.joins(0).features();
  EXPECT_EQ("nonce-commitments", features[0]);
  return {features.begin() + 1, features.end()};
}

struct Calm : Bot<Observation, Action> {
  static constexpr bool reads_events() { return false; }
  Action act(const Observation&, const Turn&) override { return {}; }
};

TEST(Joins, AskForTurnsInShort) {  // 27
  using Features = std::vector<std::string>;
  const auto asked = [](BotMaker bot, bool small_turns = true) {
    Talk talk(ConversationOptions{"", false, small_turns});
    return features(talk, std::move(bot));
  };
  const BotMaker of_observation = maker([](const Observation&) { return Action(); });
  const BotMaker of_turn = maker([](const Observation&, const Turn&) { return Action(); });
  Calls calls;
  EXPECT_EQ((Features{"small-turns"}), asked(maker<Recorder>(&calls)));
  EXPECT_EQ((Features{"small-turns"}), asked(of_turn));
  EXPECT_EQ((Features{"small-turns", "without-events"}), asked(of_observation));
  EXPECT_EQ((Features{"small-turns", "without-events"}), asked(maker<Calm>()));
  EXPECT_EQ(Features{}, asked(maker<Recorder>(&calls), false));
  EXPECT_EQ(Features{}, asked(of_observation, false));
}

TEST(ShortTurns, AreAskedAndAnsweredInShort) {  // 8, 27
  Talk talk;
  talk.join("t1");
  talk.say();
  talk.hear(joined_in_short());
  talk.hear(in_short(1));
  EXPECT_EQ((Calls{"bot m1/0 start diceman life 20", "bot m1/0 act 1"}), talk.calls);
  wire::PlayRequest said = talk.say();
  EXPECT_EQ(0, said.actions_size());
  ASSERT_EQ(1, said.small_actions_size());
  EXPECT_EQ(kHandle, said.small_actions(0).handle());
  EXPECT_EQ(1, said.small_actions(0).turn());
  talk.hear(turn("m1", 2));  // one at length is answered in short, too
  ASSERT_EQ(1, talk.say().small_actions_size());
  talk.hear(in_short(3, Recorder::kThrowingRound));
  said = talk.say();
  EXPECT_EQ(0, said.small_actions_size());
  EXPECT_EQ(1, said.skips_size());
}

TEST(ShortTurns, OfUnknownHandlesAndOfMatchesThatAreOverAreNotAsked) {  // 7
  Talk talk;
  talk.join("t1");
  talk.hear(joined_in_short());
  talk.say();
  talk.hear(in_short(1, 1, kHandle + 1));
  wire::PlayResponse response = in_short(1);
  add_ended(response, "m1");
  talk.hear(response);
  EXPECT_EQ((Calls{"bot m1/0 end RULES"}), talk.calls);
  talk.hear(in_short(2));
  EXPECT_FALSE(talk.has_said());
}

TEST(ShortTurns, AreAnsweredWithTheHandleOfTheNextStream) {  // 9, 27
  Talk talk;
  talk.join("t1");
  talk.hear(joined_in_short());
  talk.hear(in_short(1));
  talk.say();
  talk.conversation.opened();
  EXPECT_EQ(1, talk.say().joins_size());
  talk.hear(in_short(1));  // nothing that was agreed on the other stream counts
  EXPECT_FALSE(talk.has_said());
  talk.hear(joined_in_short(1, 9));
  talk.hear(in_short(1, 0, 9));
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.small_actions_size());
  EXPECT_EQ(9u, said.small_actions(0).handle());
  talk.conversation.opened();
  talk.say();
  talk.hear(joined(1, "m1"));  // another referee, which knows nothing of it
  talk.hear(turn("m1", 1));
  EXPECT_EQ(1, talk.say().actions_size());
}

}  // namespace
}  // namespace referee::talk
