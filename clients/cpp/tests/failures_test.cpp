// What a conversation makes of refused seats and of bots that fail; numbers of duties as there.
#include <gtest/gtest.h>

#include "referee_client/conversation.hpp"
#include "referee_client/errors.hpp"
#include "talk.hpp"

namespace referee::talk {
namespace {

// The sentence of the only seat that could not be played, if it is of this kind.
template <class Error>
std::string seat_error(const Conversation& conversation) {
  if (conversation.seat_errors().size() != 1) return "not one error";
  try {
    std::rethrow_exception(conversation.seat_errors().front());
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& other) {
    return std::string("another kind: ") + other.what();
  }
}

TEST(RefusedTokens, DoNotStopOtherSeats) {  // 17
  Talk talk;
  talk.join("secret-1");
  talk.join("secret-2");
  talk.conversation.finish();
  wire::PlayResponse response = joined(2, "m1");
  add_rejected(response, "", 0, wire::ERROR_REASON_BAD_TOKEN, "no seat has it", 1);
  add_turn(response, "m1", 1);
  talk.hear(response);
  EXPECT_EQ("the referee refused the token secr…: BAD_TOKEN: no seat has it",
            seat_error<JoinError>(talk.conversation));
  EXPECT_EQ(0, talk.log.count("secret"));
  EXPECT_EQ("bot m1/0 act 1", talk.calls.back());
  EXPECT_FALSE(talk.conversation.is_over());
  talk.hear(ended("m1"));
  EXPECT_TRUE(talk.conversation.is_over());
}

TEST(SeatsTakenOver, DoNotStopOtherSeats) {  // 17
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  wire::PlayResponse response = turn("m2", 1);
  add_rejected(response, "m1", 0, wire::ERROR_REASON_TAKEN_OVER, "another stream has it");
  talk.hear(response);
  EXPECT_EQ("match m1 seat 0: another stream has it",
            seat_error<TakenOverError>(talk.conversation));
  EXPECT_EQ("bot m2/0 act 1", talk.calls.back());
}

TEST(SeatsOfOtherGames, AreResigned) {  // 18
  Talk talk;
  talk.join("t1");
  talk.join("t2");
  talk.conversation.finish();
  talk.say();
  wire::PlayResponse response;
  add_joined(response, 1, "m1", 3, "swordman");
  pack(swordman::Config(), *response.mutable_joins(0)->mutable_config());
  add_joined(response, 2, "m2");
  add_turn(response, "m1", 1, 3);
  add_turn(response, "m2", 1);
  talk.hear(response);
  EXPECT_EQ("match m1 seat 3: this bot plays 'diceman', and the seat is one of 'swordman'",
            seat_error<WrongGameError>(talk.conversation));
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.resigns_size());
  EXPECT_EQ("m1", said.resigns(0).match_id());
  EXPECT_EQ(3, said.resigns(0).seat());
  EXPECT_EQ(1, said.actions_size());
  EXPECT_EQ("bot m2/0 act 1", talk.calls.back());
  talk.hear(ended("m2"));
  EXPECT_TRUE(talk.conversation.is_over());  // nobody waits for the other match's end
  EXPECT_THROW(talk.conversation.rethrow_seat_or_bot_error(), WrongGameError);
}

TEST(SeatsOfOtherGames, AreResignedAgainOnTheNextStream) {  // 18
  Talk talk;
  talk.join("t1");
  talk.join("t2");
  wire::PlayResponse response = joined(2, "m2");
  add_joined(response, 1, "m1", 3, "swordman");
  talk.hear(response);
  talk.conversation.opened();
  wire::PlayRequest said = talk.say();
  EXPECT_EQ(2, said.joins_size());
  talk.hear(response);  // both have joined again
  said = talk.say();
  ASSERT_EQ(1, said.resigns_size());
  EXPECT_EQ("m1", said.resigns(0).match_id());
  talk.hear(ended("m1", 3));
  talk.conversation.opened();
  EXPECT_EQ(1, talk.say().joins_size());
  EXPECT_EQ(1u, talk.conversation.seat_errors().size());
}

TEST(Exceptions, SkipTheTurnAndTheBotIsAskedAgain) {  // 19
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 3, 0, Recorder::kThrowingRound));
  wire::PlayRequest said = talk.say();
  EXPECT_EQ(0, said.actions_size());
  ASSERT_EQ(1, said.skips_size());
  EXPECT_EQ("m1", said.skips(0).match_id());
  EXPECT_EQ(0, said.skips(0).seat());
  EXPECT_EQ(3, said.skips(0).turn());
  const std::string sentence =
      "match m1 seat 0 turn 3: the bot's own code failed: std::runtime_error: boom";
  EXPECT_EQ(1, talk.log.count("ERROR " + sentence));
  EXPECT_EQ("the bot's own code failed once, in match m1 seat 0 turn 3: std::runtime_error: boom",
            talk.conversation.failures_summary());
  EXPECT_EQ(nullptr, talk.conversation.error());
  talk.hear(turn("m1", 4));
  said = talk.say();
  ASSERT_EQ(1, said.actions_size());
  EXPECT_EQ(4, said.actions(0).turn());
  talk.hear(turn("m1", 5, 0, Recorder::kThrowingIntRound));
  EXPECT_EQ(
      "the bot's own code failed 2 times, the first time in match m1 seat 0 turn 3: "
      "std::runtime_error: boom",
      talk.conversation.failures_summary());
  EXPECT_THROW(talk.conversation.rethrow_seat_or_bot_error(), BotError);
}

TEST(Exceptions, AreLoggedWithWhereTheyWereThrown) {  // 19
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1, 0, Recorder::kThrowingRound));
  ASSERT_EQ(1, talk.log.count("std::runtime_error: boom\n    at "));
  EXPECT_EQ(1, talk.log.count("referee::talk::Recorder::act("));
  EXPECT_EQ(0, talk.log.count("run_task"));  // what follows is the SDK's
}

TEST(Exceptions, OfOnEventsCostNoTurn) {  // 19
  struct Shortsighted : Bot<diceman::Observation, diceman::Action> {
    void on_events(const Match&, const Message&) override { throw std::out_of_range("too far"); }
    diceman::Action act(const diceman::Observation&, const Turn&) override { return {}; }
  };
  Talk talk;
  talk.conversation.join("t1", maker<Shortsighted>());
  talk.say();
  talk.hear(joined(1, "m1"));
  wire::PlayResponse response = turn("m1", 1);
  pack(diceman::Events(), *response.mutable_turns(0)->mutable_events());
  talk.hear(response);
  EXPECT_EQ(1, talk.say().actions_size());
  EXPECT_EQ("the bot's own code failed once, in match m1 seat 0 turn 1: std::out_of_range: too far",
            talk.conversation.failures_summary());
}

TEST(Exceptions, AreOfAnyType) {  // 19
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1, 0, Recorder::kThrowingIntRound));
  EXPECT_EQ(1, talk.say().skips_size());
  EXPECT_EQ(1, talk.log.count("match m1 seat 0 turn 1: the bot's own code failed: int"));
}

TEST(Exceptions, AtATurnThatComesAgainSkipItAgain) {  // 9, 19
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1, 0, Recorder::kThrowingRound));
  talk.say();
  talk.conversation.opened();
  talk.say();
  talk.hear(turn("m1", 1));
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.skips_size());
  EXPECT_EQ(0, said.actions_size());
  EXPECT_EQ(0u, talk.conversation.failures_summary().find("the bot's own code failed once"));
}

TEST(Exceptions, EndAStrictProcess) {  // 19
  Talk talk(true);
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 3, 0, Recorder::kThrowingRound));
  ASSERT_NE(nullptr, talk.conversation.error());
  try {
    std::rethrow_exception(talk.conversation.error());
  } catch (const BotError& error) {
    EXPECT_STREQ("match m1 seat 0 turn 3: the bot's own code failed: std::runtime_error: boom",
                 error.what());
  }
}

TEST(Exceptions, AboutNoTurnSkipNothing) {  // 19
  struct Sulky : Bot<diceman::Observation, diceman::Action> {
    void on_start(const Match&) override { throw std::logic_error("not today"); }
    diceman::Action act(const diceman::Observation&, const Turn&) override { return {}; }
  };
  Talk talk;
  talk.conversation.join("t1", maker<Sulky>());
  talk.say();
  wire::PlayResponse response = joined(1, "m1");
  add_started(response, "m1");
  talk.hear(response);
  EXPECT_FALSE(talk.has_said());
  EXPECT_EQ(1, talk.log.count("ERROR match m1 seat 0: the bot's own code failed"));
  talk.hear(turn("m1", 1));
  EXPECT_EQ(1, talk.say().actions_size());
}

TEST(Bots, ThatCannotBeMadeAreTriedAgain) {  // 19
  int made = 0;
  Calls calls;
  const BotMaker moody{"diceman", [&]() -> std::unique_ptr<AnyBot> {
                         if (++made == 1) throw std::runtime_error("no memory");
                         return std::make_unique<Recorder>(&calls);
                       }};
  Talk talk;
  talk.conversation.join("t1", moody);
  talk.say();
  wire::PlayResponse response = joined(1, "m1");
  add_started(response, "m1");
  talk.hear(response);
  talk.hear(turn("m1", 1));
  EXPECT_EQ(2, made);
  EXPECT_EQ(Calls{"bot m1/0 act 1"}, calls);
  EXPECT_EQ(0u, talk.conversation.failures_summary().find("the bot's own code failed once"));
}

TEST(Answers, ThatAreNoActionAreFailures) {  // 19
  struct Mute : AnyBot {
    std::unique_ptr<Message> decide(const Turn&) override { return nullptr; }
  };
  Talk talk;
  talk.conversation.join("t1", {"diceman", [] { return std::make_unique<Mute>(); }});
  talk.say();
  talk.hear(joined(1, "m1"));
  talk.hear(turn("m1", 1));
  EXPECT_EQ(1, talk.say().skips_size());
  EXPECT_EQ(1, talk.log.count("act must return the game's Action message, not null"));
}

}  // namespace
}  // namespace referee::talk
