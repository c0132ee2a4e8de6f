// What is said on streams and told to bots; the numbers are those of the duties in CONTRACT.md.
#include "referee_client/conversation.hpp"

#include <gtest/gtest.h>

#include "referee_client/errors.hpp"
#include "talk.hpp"

namespace referee::talk {
namespace {

TEST(Joins, CarryNumbersAndNoncesOfTheirOwn) {  // 2
  Talk talk;
  talk.join("t1");
  talk.join("t2");
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(2, said.joins_size());
  EXPECT_EQ("t1", said.joins(0).token());
  EXPECT_EQ(1u, said.joins(0).number());
  EXPECT_EQ(2u, said.joins(1).number());
  EXPECT_EQ(32u, said.joins(0).nonce_commitment().size());
  EXPECT_EQ(32u, said.joins(1).nonce_commitment().size());
  EXPECT_NE(said.joins(0).nonce_commitment(), said.joins(1).nonce_commitment());
  EXPECT_EQ("", said.joins(0).nonce());
  EXPECT_EQ("nonce-commitments", said.joins(0).features(0));
  EXPECT_EQ("the bot", said.joins(0).bot_name());
  EXPECT_EQ("cpp/0.3.0", said.joins(0).client());
}

TEST(Joins, AreRepeatedOnTheNextStreamWithTheSameNonce) {  // 2, 15
  Talk talk;
  talk.join("t1");
  const std::string promised = talk.say().joins(0).nonce_commitment();
  talk.hear(joined(1, "m1"));
  talk.conversation.opened();
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.joins_size());
  EXPECT_EQ(promised, said.joins(0).nonce_commitment());
  EXPECT_EQ(1u, said.joins(0).number());
}

TEST(Joins, AreMatchedToTokensByNumber) {  // 3
  Talk talk;
  talk.join("t1", "first");
  talk.join("t2", "second");
  wire::PlayResponse response = joined(2, "m2");
  add_joined(response, 1, "m1");
  add_started(response, "m1");
  add_started(response, "m2");
  talk.hear(response);
  EXPECT_EQ((Calls{"first m1/0 start diceman life 20", "second m2/0 start diceman life 20"}),
            talk.calls);
}

TEST(Joins, MustHaveATokenAndComeBeforeTheFinish) {
  Talk talk;
  EXPECT_THROW(talk.join(""), std::invalid_argument);
  talk.conversation.finish();
  EXPECT_TRUE(talk.conversation.is_over());
  EXPECT_THROW(talk.join("t"), std::invalid_argument);
}

TEST(Pings, AreAnsweredBeforeTheTurnsOfTheSameMessage) {  // 4
  Talk talk;
  talk.sit("t1", "m1");
  wire::PlayResponse response = turn("m1", 1);
  response.mutable_ping()->set_number(77);
  talk.conversation.receive(response);
  EXPECT_TRUE(talk.conversation.home()->outbox.is_urgent());
  const wire::PlayRequest said = talk.say();  // before any task has been done
  ASSERT_EQ(1, said.pongs_size());
  EXPECT_EQ(77u, said.pongs(0).number());
  EXPECT_EQ(0, said.actions_size());
  EXPECT_TRUE(talk.calls.empty());
}

TEST(Pings, AreSaid) {  // 5
  Talk talk;
  talk.conversation.home()->ping();
  EXPECT_TRUE(talk.conversation.home()->outbox.is_urgent());
  EXPECT_TRUE(talk.say().has_ping());
  EXPECT_FALSE(talk.conversation.home()->outbox.is_urgent());
}

TEST(Messages, AreReadInOrder) {  // 7, 20
  Talk talk;
  wire::PlayResponse response;
  talk.join("t1");
  talk.join("t2");
  add_turn(response, "m1", 2);
  diceman::Events events;
  events.add_events();
  pack(events, *response.mutable_turns(0)->mutable_events());
  add_turn(response, "m2", 5);
  add_ended(response, "m2");
  add_missed(response, "m1", 1);
  add_rejected(response, "m1", 1, wire::ERROR_REASON_LATE, "too late");
  add_started(response, "m1");
  add_joined(response, 1, "m1");
  add_joined(response, 2, "m2");
  talk.hear(response);
  // The match m2 ended in the same message, so its turn is not played.
  EXPECT_EQ((Calls{"bot m1/0 start diceman life 20", "bot m2/0 end RULES",
                   "bot m1/0 rejected 1 LATE too late", "bot m1/0 missed 1 strike 1 of 3",
                   "bot m1/0 events 1", "bot m1/0 act 2"}),
            talk.calls);
  EXPECT_EQ(1, talk.log.count("WARNING match m1 seat 0 turn 1: rejected: LATE: too late"));
  EXPECT_EQ(1,
            talk.log.count("WARNING match m1 seat 0 turn 1: missed the deadline, strike 1 of 3"));
}

TEST(Answers, ThatAreReadyTogetherGoOutInOneMessage) {  // 8
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m1", 1);
  wire::PlayResponse response = turn("m1", 1);
  add_turn(response, "m1", 1, 1, 2);
  talk.hear(response);
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(2, said.actions_size());
  EXPECT_EQ("m1", said.actions(0).match_id());
  EXPECT_EQ(1, said.actions(0).turn());
  EXPECT_EQ(1, die(said.actions(0)));
  EXPECT_EQ(1, said.actions(1).seat());
  EXPECT_EQ(2, die(said.actions(1)));
  EXPECT_FALSE(talk.has_said());
}

TEST(Answers, AreSpreadOverMessagesWellBelowTheLimit) {
  Talk talk;
  constexpr int kMany = 12000;
  for (int i = 0; i < kMany; ++i) talk.join("token" + std::to_string(i));
  int num_joins = 0;
  while (talk.has_said()) {
    const wire::PlayRequest said = talk.say();
    EXPECT_LT(said.ByteSizeLong(), 512u * 1024);
    num_joins += said.joins_size();
  }
  EXPECT_EQ(kMany, num_joins);
}

TEST(Turns, ThatAreThoughtAboutAndComeAgainAreNotAskedTwice) {  // 9
  Talk talk;
  talk.sit("t1", "m1");
  talk.conversation.receive(turn("m1", 1));
  talk.conversation.receive(turn("m1", 1));                    // it waits
  talk.conversation.done(*talk.conversation.next_task(), {});  // the start
  const auto task = talk.conversation.next_task();
  ASSERT_TRUE(task && task->open);
  talk.conversation.receive(turn("m1", 1));  // it is being thought about
  talk.conversation.done(*task, run_task(*task));
  talk.think();
  EXPECT_EQ(Calls{"bot m1/0 act 1"}, talk.calls);
  EXPECT_EQ(1, talk.say().actions_size());
}

TEST(Turns, ThatWereAnsweredAndComeAgainAreAnsweredWithoutTheBot) {  // 9
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  EXPECT_EQ(1, die(talk.say().actions(0)));
  talk.calls.clear();
  talk.hear(turn("m1", 1, 0, 6));  // another observation, to show that nobody looks
  EXPECT_EQ(Calls{}, talk.calls);
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.actions_size());
  EXPECT_EQ(1, die(said.actions(0)));
  EXPECT_EQ(1, said.actions(0).turn());
}

TEST(Turns, WhoseDeadlineHasPassedAreNotAnswered) {  // 10
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  talk.say();
  talk.conversation.receive(turn("m1", 2));
  const auto task = talk.conversation.next_task();
  Result thought = run_task(*task);
  EXPECT_TRUE(task->open->is_open());
  wire::PlayResponse missed;
  add_missed(missed, "m1", 2);
  talk.conversation.receive(missed);
  EXPECT_FALSE(task->open->is_open());
  talk.conversation.done(*task, std::move(thought));
  talk.think();
  EXPECT_FALSE(talk.has_said());
}

TEST(Turns, WhoseDeadlinePassedBeforeTheyWereAskedAreNotAsked) {  // 10
  Talk talk;
  talk.sit("t1", "m1");
  wire::PlayResponse missed;
  add_missed(missed, "m1", 1);
  talk.conversation.receive(turn("m1", 1));
  talk.hear(missed);
  EXPECT_EQ((Calls{"bot m1/0 start diceman life 20", "bot m1/0 missed 1 strike 1 of 3"}),
            talk.calls);
  EXPECT_FALSE(talk.has_said());
}

TEST(Turns, OfUnknownTypesAreErrors) {  // 11
  Talk talk;
  talk.sit("t1", "m1");
  wire::PlayResponse response = turn("m1", 1);
  response.mutable_turns(0)->mutable_observation()->set_type_url("type.googleapis.com/some.Thing");
  talk.hear(response);
  ASSERT_NE(nullptr, talk.conversation.error());
  try {
    std::rethrow_exception(talk.conversation.error());
  } catch (const UnknownMessageError& error) {
    EXPECT_EQ("some.Thing", error.name);
  }
  EXPECT_FALSE(talk.has_said());
  EXPECT_EQ("", talk.conversation.failures_summary());
}

TEST(Configs, OfUnknownTypesAreErrors) {  // 11
  Talk talk;
  talk.join("t1");
  wire::PlayResponse response = joined(1, "m1");
  response.mutable_joins(0)->mutable_config()->set_type_url("type.googleapis.com/some.Config");
  EXPECT_THROW(talk.hear(response), UnknownMessageError);
}

TEST(Seats, AreToldOneThingAtATimeAndSideBySide) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  wire::PlayResponse response;
  add_started(response, "m1");
  add_started(response, "m2");
  add_turn(response, "m1", 1);
  talk.conversation.receive(response);
  const auto first = talk.conversation.next_task();
  const auto second = talk.conversation.next_task();
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->seat, second->seat);
  EXPECT_FALSE(talk.conversation.next_task());  // both are busy
  EXPECT_FALSE(talk.conversation.is_idle());
  talk.conversation.done(*first, run_task(*first));
  const auto third = talk.conversation.next_task();
  ASSERT_TRUE(third);
  EXPECT_EQ(first->seat, third->seat);
  talk.conversation.done(*second, run_task(*second));
  talk.conversation.done(*third, run_task(*third));
  EXPECT_TRUE(talk.conversation.is_idle());
}

TEST(Breaks, LetAnswersWaitUntilTheirTurnComesAgain) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.conversation.receive(turn("m1", 1));
  talk.conversation.opened();  // the stream broke while the bot was thinking
  talk.say();
  talk.think();
  EXPECT_FALSE(talk.has_said());
  wire::PlayResponse again = joined(1, "m1");
  again.mutable_joins(0)->set_rejoined(true);
  add_turn(again, "m1", 1);
  talk.hear(again);
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.actions_size());
  EXPECT_EQ(1, die(said.actions(0)));
  EXPECT_EQ((Calls{"bot m1/0 start diceman life 20", "bot m1/0 act 1"}), talk.calls);
}

TEST(Breaks, ForgetWhatWasNotSaidButResignations) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  talk.conversation.resign("m1", 0);
  talk.conversation.opened();
  const wire::PlayRequest said = talk.say();
  EXPECT_EQ(0, said.actions_size());
  EXPECT_EQ(1, said.joins_size());
  ASSERT_EQ(1, said.resigns_size());
  EXPECT_EQ("m1", said.resigns(0).match_id());
}

TEST(Breaks, AreFollowedByJoinsOfMatchesThatGoOn) {  // 15
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  talk.sit("t3", "m3");
  wire::PlayResponse response = ended("m1");
  add_rejected(response, "m3", 0, wire::ERROR_REASON_TAKEN_OVER, "another stream has it");
  talk.hear(response);
  talk.conversation.opened();
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.joins_size());
  EXPECT_EQ("t2", said.joins(0).token());
}

TEST(Breaks, MayHaveEndedMatches) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.conversation.finish();
  wire::PlayResponse response;
  add_rejected(response, "", 0, wire::ERROR_REASON_ENDED, "it is over", 1);
  talk.hear(response);
  EXPECT_TRUE(talk.conversation.is_over());
  EXPECT_TRUE(talk.conversation.seat_errors().empty());
}

TEST(Draining, IsLoggedOnce) {  // 16
  Talk talk;
  wire::PlayResponse response;
  response.set_draining(true);
  talk.hear(response);
  talk.hear(response);
  EXPECT_EQ(1, talk.log.count("WARNING the referee is going to stop"));
}

TEST(Ends, MakeTheConversationOver) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.conversation.finish();
  EXPECT_FALSE(talk.conversation.is_over());
  wire::PlayResponse response = ended("m1");
  pack(diceman::Events(), *response.mutable_ends(0)->mutable_events());
  talk.hear(response);
  EXPECT_TRUE(talk.conversation.is_over());
  EXPECT_EQ((Calls{"bot m1/0 events 0", "bot m1/0 end RULES"}), talk.calls);
  talk.hear(turn("m1", 9));  // nobody is asked any more
  EXPECT_EQ(2u, talk.calls.size());
}

TEST(Ends, WithUnfairDiceAreLogged) {  // 21
  Talk talk;
  talk.sit("t1", "m1");
  wire::PlayResponse response;
  add_started(response, "m1");
  talk.hear(response);
  response = ended("m1");
  wire::SeedReveal& reveal = *response.mutable_ends(0)->mutable_reveal();
  reveal.set_server_seed(std::string(8, 'x'));
  reveal.set_salt(std::string(32, 'x'));
  reveal.set_fixed(true);
  talk.conversation.finish();
  talk.hear(response);
  EXPECT_EQ(1, talk.log.count("ERROR match m1 seat 0: unfair dice: the revealed server seed and "
                              "salt do not give the commitment"));
  EXPECT_TRUE(talk.conversation.seat_errors().empty());
  EXPECT_EQ("bot m1/0 end RULES", talk.calls.back());
}

TEST(Rounds, OfTripsAreToldAtTheStart) {
  std::optional<Nanoseconds> seen;
  struct Listener : Bot<diceman::Observation, diceman::Action> {
    explicit Listener(std::optional<Nanoseconds>* seen) : seen(seen) {}
    void on_start(const Match& match) override { *seen = match.round_trip; }
    diceman::Action act(const diceman::Observation&, const Turn&) override { return {}; }
    std::optional<Nanoseconds>* seen;
  };
  Talk talk;
  talk.conversation.join("t1", maker<Listener>(&seen));
  wire::PlayResponse response = joined(1, "m1");
  add_started(response, "m1");
  response.mutable_starts(0)->mutable_round_trip()->set_nanos(1500);
  talk.hear(response);
  EXPECT_EQ(Nanoseconds(1500), seen);
}

TEST(Functions, AreBots) {
  Talk talk;
  int asked = 0;
  talk.conversation.join("t1", maker([&](const diceman::Observation& observation) {
                           ++asked;
                           diceman::Action action;
                           action.add_dice(observation.round());
                           return action;
                         }));
  talk.conversation.join("t2", maker([&](const diceman::Observation&, const Turn& turn) {
                           ++asked;
                           diceman::Action action;
                           action.add_dice(10 * turn.number + turn.seat());
                           return action;
                         }));
  EXPECT_EQ("diceman", maker([](const diceman::Observation&) { return diceman::Action(); }).game);
  talk.say();
  wire::PlayResponse response = joined(1, "m1");
  add_joined(response, 2, "m1", 1);
  add_turn(response, "m1", 3);
  add_turn(response, "m1", 3, 1);
  talk.hear(response);
  const wire::PlayRequest said = talk.say();
  EXPECT_EQ(2, asked);
  ASSERT_EQ(2, said.actions_size());
  EXPECT_EQ(3, die(said.actions(0)));
  EXPECT_EQ(31, die(said.actions(1)));
}

TEST(Turns, TellClockEventsAndConfig) {
  Match match;
  wire::Turn message = turn("m1", 4).turns(0);
  message.set_phase("choice");
  message.mutable_clock()->mutable_remaining()->set_seconds(2);
  message.mutable_clock()->mutable_last_lag()->set_nanos(7);
  message.mutable_clock()->set_strikes(1);
  const Turn without(match, message);
  EXPECT_EQ(4, without.number);
  EXPECT_EQ("choice", without.phase);
  EXPECT_EQ(std::chrono::seconds(2), without.clock.remaining);
  EXPECT_EQ(Nanoseconds(7), without.clock.last_lag);
  EXPECT_EQ(std::nullopt, without.clock.bank);
  EXPECT_EQ(std::nullopt, without.clock.last_elapsed);
  EXPECT_EQ(1, without.clock.strikes);
  EXPECT_EQ(nullptr, without.events<diceman::Events>());
  EXPECT_THROW(without.config<diceman::Config>(), std::logic_error);
  diceman::Events events;
  events.add_events();
  pack(events, *message.mutable_events());
  EXPECT_EQ(1, Turn(match, message).events<diceman::Events>()->events_size());
}

}  // namespace
}  // namespace referee::talk
