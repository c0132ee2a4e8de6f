// Answers that are refused, by the SDK itself or by the referee; duties 28 and 29 of CONTRACT.md.
#include <gtest/gtest.h>

#include "referee_client/conversation.hpp"
#include "referee_client/errors.hpp"
#include "talk.hpp"

namespace referee::talk {
namespace {

using diceman::Action;
using diceman::Observation;

wire::PlayResponse rejected(int turn, wire::ErrorReason reason = wire::ERROR_REASON_MALFORMED,
                            const std::string& text = "no Action") {
  wire::PlayResponse response;
  add_rejected(response, "m1", turn, reason, text);
  return response;
}

// What a request answers: `1: die 7`, or `1: skip`.
std::vector<std::string> answers(const wire::PlayRequest& request) {
  std::vector<std::string> texts;
  for (const wire::Action& action : request.actions()) {
    texts.push_back(std::to_string(action.turn()) + ": die " + std::to_string(die(action)));
  }
  for (const wire::Skip& skip : request.skips()) {
    texts.push_back(std::to_string(skip.turn()) + ": skip");
  }
  return texts;
}

using Texts = std::vector<std::string>;

// Answers with as many dice as wanted, each of which takes a byte.
BotMaker of_size(int* num_dice) {
  return maker([num_dice](const Observation&) {
    Action action;
    for (int i = 0; i < *num_dice; ++i) action.add_dice(1);
    return action;
  });
}

// A talk with a seat of `m1` for a bot of this kind.
void seat(Talk& talk, BotMaker bot) {
  talk.conversation.join("t1", std::move(bot));
  talk.say();
  talk.hear(joined(1, "m1"));
}

TEST(Answers, OfMoreThan65536BytesAreFailures) {  // 28
  Talk talk;
  int num_dice = 65'532;  // and 4 bytes for the field's tag and length
  seat(talk, of_size(&num_dice));
  talk.hear(turn("m1", 1));
  wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.actions_size());
  EXPECT_EQ(65'536u, said.actions(0).payload().value().size());
  num_dice = 70'000;
  talk.hear(turn("m1", 2));
  EXPECT_EQ(Texts{"2: skip"}, answers(talk.say()));
  EXPECT_EQ(1, talk.log.count("ERROR match m1 seat 0 turn 2: the bot's own code failed: an answer "
                              "of 70,004 bytes, and 65,536 are allowed"));
  EXPECT_EQ(
      "the bot's own code failed once, in match m1 seat 0 turn 2: an answer of 70,004 bytes, and "
      "65,536 are allowed",
      talk.conversation.failures_summary());
}

TEST(Answers, OfAnotherTypeAreFailures) {  // 28
  struct Confused : AnyBot {
    std::unique_ptr<Message> decide(const Turn& turn) override {
      if (turn.number == 1) return std::make_unique<Observation>();
      return std::make_unique<swordman::Action>();
    }
  };
  Talk talk;
  seat(talk, {"diceman", [] { return std::make_unique<Confused>(); }});
  talk.hear(turn("m1", 1));
  EXPECT_EQ(Texts{"1: skip"}, answers(talk.say()));
  EXPECT_EQ(1, talk.log.count("act must return the game's Action message, "
                              "gamereferee.games.diceman.v1.Action, not "
                              "gamereferee.games.diceman.v1.Observation"));
  talk.hear(turn("m1", 2));
  EXPECT_EQ(Texts{"2: skip"}, answers(talk.say()));
  EXPECT_EQ(1, talk.log.count(", not gamereferee.games.swordman.v1.Action"));
}

TEST(Requests, HaveAtMostAMebibyte) {  // 28
  Talk talk;
  constexpr int kMany = 40;
  int num_dice = 60'000;
  wire::PlayResponse response;
  for (int i = 1; i <= kMany; ++i) {
    talk.conversation.join("t" + std::to_string(i), of_size(&num_dice));
    add_joined(response, i, "m" + std::to_string(i));
    add_turn(response, "m" + std::to_string(i), 1);
  }
  while (talk.has_said()) talk.say();
  talk.hear(response);
  int num_answers = 0;
  while (talk.has_said()) {
    const wire::PlayRequest said = talk.say();
    EXPECT_LE(said.ByteSizeLong(), 1024u * 1024);
    num_answers += said.actions_size();
  }
  EXPECT_EQ(kMany, num_answers);
}

TEST(Requests, GiveManySeatsUpAfterABreak) {  // 28
  Talk talk;
  constexpr int kMany = 3000;
  const std::string name(500, 'm');
  for (int i = 0; i < kMany; ++i) talk.conversation.resign(name, i);
  talk.conversation.opened();
  int num_resigns = 0;
  while (talk.has_said()) {
    const wire::PlayRequest said = talk.say();
    EXPECT_LE(said.ByteSizeLong(), 1024u * 1024);
    num_resigns += said.resigns_size();
  }
  EXPECT_EQ(kMany, num_resigns);
}

TEST(Says, ThatNoRequestCanHoldAreFailures) {  // 24, 28
  Talk talk;
  seat(talk, maker([](const Observation&, const Turn& turn) {
         EXPECT_EQ(1u, turn.say("MAIN", std::string(1'200'000, 'x')));
         EXPECT_EQ(2u, turn.say("MAIN", "short"));
         return Action();
       }));
  talk.hear(turn("m1", 1));
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.says_size());
  EXPECT_EQ("short", said.says(0).text());
  EXPECT_EQ(1, said.actions_size());
  EXPECT_EQ(
      "the bot's own code failed once, in match m1 seat 0 turn 1: message 1 has 1,200,004 bytes, "
      "and 1,000,000 are allowed",
      talk.conversation.failures_summary());
}

TEST(RefusedAnswers, AreSkippedAtOnce) {  // 29
  for (const auto reason : {wire::ERROR_REASON_MALFORMED, wire::ERROR_REASON_WRONG_TYPE}) {
    Talk talk;
    talk.sit("t1", "m1");
    talk.hear(turn("m1", 1));
    EXPECT_EQ(Texts{"1: die 1"}, answers(talk.say()));
    talk.hear(rejected(1, reason));
    EXPECT_EQ(Texts{"1: skip"}, answers(talk.say()));
    const std::string name = reason_name(reason);
    EXPECT_EQ("bot m1/0 rejected 1 " + name + " no Action", talk.calls.back());
    EXPECT_EQ(1, talk.log.count("WARNING match m1 seat 0 turn 1: rejected: " + name));
    EXPECT_EQ(
        "the bot's own code failed once, in match m1 seat 0 turn 1: the answer was refused: " +
            name + ": no Action",
        talk.conversation.failures_summary());
    talk.hear(rejected(1, reason));  // a Skip can't be refused: nothing to answer
    EXPECT_FALSE(talk.has_said());
    talk.hear(turn("m1", 1));  // it comes again
    EXPECT_EQ(Texts{"1: skip"}, answers(talk.say()));
    talk.hear(turn("m1", 2));
    EXPECT_EQ(Texts{"2: die 2"}, answers(talk.say()));
  }
}

// Answers a refused turn with a die of its own, and notes how often it is asked.
struct Stubborn : Bot<Observation, Action> {
  explicit Stubborn(Calls* calls, int die = 9) : calls(calls), die(die) {}
  Action act(const Observation& observation, const Turn&) override {
    Action action;
    action.add_dice(observation.round());
    return action;
  }
  std::optional<Action> on_rejected(const Rejection& rejection) override {
    calls->push_back("rejected " + std::to_string(rejection.turn) + " " + rejection.reason);
    if (die == Recorder::kThrowingRound) throw std::runtime_error("boom");
    Action action;
    for (int i = 0; i < (die == 0 ? 70'000 : 1); ++i) action.add_dice(die);
    return action;
  }
  Calls* calls;
  int die;
};

TEST(RefusedAnswers, MayBeGivenOnceMore) {  // 29
  Talk talk;
  seat(talk, maker<Stubborn>(&talk.calls));
  for (int number : {1, 2}) {
    talk.calls.clear();
    const std::string turn_is = std::to_string(number);
    talk.hear(turn("m1", number));
    talk.say();
    talk.hear(rejected(number));
    EXPECT_EQ(Texts{turn_is + ": die 9"}, answers(talk.say()));
    talk.hear(turn("m1", number));  // it comes again, and so does the last answer
    EXPECT_EQ(Texts{turn_is + ": die 9"}, answers(talk.say()));
    talk.hear(rejected(number));
    EXPECT_EQ(Texts{turn_is + ": skip"}, answers(talk.say()));
    const std::string heard = "rejected " + turn_is + " MALFORMED";
    EXPECT_EQ((Calls{heard, heard}), talk.calls);
  }
  EXPECT_EQ(0u, talk.conversation.failures_summary().find("the bot's own code failed 4 times"));
}

TEST(RefusedAnswers, AreSkippedIfTheSecondOneFails) {  // 28, 29
  for (int die : {0, static_cast<int>(Recorder::kThrowingRound)}) {
    Talk talk;
    seat(talk, maker<Stubborn>(&talk.calls, die));
    talk.hear(turn("m1", 1));
    talk.say();
    talk.hear(rejected(1));
    EXPECT_EQ(Texts{"1: skip"}, answers(talk.say()));
    EXPECT_EQ(0u, talk.conversation.failures_summary().find("the bot's own code failed 2 times"));
    EXPECT_EQ(die == 0, talk.log.count("an answer of 70,004 bytes") == 1);
  }
}

TEST(RefusedAnswers, WaitForTheirTurnAfterABreak) {  // 9, 29
  Talk talk;
  seat(talk, maker<Stubborn>(&talk.calls));
  talk.hear(turn("m1", 1));
  talk.say();
  talk.conversation.receive(rejected(1));
  talk.conversation.opened();  // the stream broke before the bot answered again
  talk.say();
  talk.think();
  EXPECT_FALSE(talk.has_said());
  talk.hear(turn("m1", 1));
  EXPECT_EQ(Texts{"1: die 9"}, answers(talk.say()));
}

TEST(RefusedAnswers, AreNotGivenAgainOnceTheirTurnIsOver) {  // 29, 30
  for (bool is_missed : {true, false}) {
    Talk talk;
    seat(talk, maker<Stubborn>(&talk.calls));
    talk.hear(turn("m1", 1));
    talk.say();
    talk.conversation.receive(rejected(1));
    wire::PlayResponse over;
    is_missed ? add_missed(over, "m1", 1) : add_ended(over, "m1");
    talk.hear(over);
    EXPECT_FALSE(talk.has_said());
    EXPECT_EQ(Calls{"rejected 1 MALFORMED"}, talk.calls);
  }
}

TEST(RefusedAnswers, EndAStrictProcess) {  // 19, 29
  Talk talk(true);
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  talk.hear(rejected(1));
  EXPECT_NE(nullptr, talk.conversation.error());
}

TEST(Rejections, OfOtherKindsAskForNothing) {  // 29
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  talk.hear(turn("m1", 2));
  while (talk.has_said()) talk.say();
  talk.hear(rejected(1));                           // of an earlier turn
  talk.hear(rejected(3));                           // of one that nobody knows
  talk.hear(rejected(2, wire::ERROR_REASON_LATE));  // for another reason
  wire::PlayResponse of_say = rejected(2);
  of_say.mutable_rejections(0)->set_say_number(1);  // of a message
  talk.hear(of_say);
  wire::PlayResponse missed;
  add_missed(missed, "m1", 2);
  talk.hear(missed);
  talk.hear(rejected(2));  // of one that has been missed
  EXPECT_FALSE(talk.has_said());
  EXPECT_EQ("", talk.conversation.failures_summary());
  EXPECT_EQ(5, talk.log.count(": rejected: "));
}

TEST(Rejections, OfOtherKindsAreNotAnsweredEvenIfTheBotReturnsAnAction) {  // 29
  Talk talk;
  seat(talk, maker<Stubborn>(&talk.calls));
  talk.hear(turn("m1", 1));
  talk.say();
  talk.hear(rejected(1, wire::ERROR_REASON_LATE));
  EXPECT_EQ(Calls{"rejected 1 LATE"}, talk.calls);
  EXPECT_FALSE(talk.has_said());
}

}  // namespace
}  // namespace referee::talk
