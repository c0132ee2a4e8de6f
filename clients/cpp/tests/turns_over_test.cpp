// Turns that are over before anybody has thought about them; duty 30 of CONTRACT.md.
#include <gtest/gtest.h>

#include "referee_client/conversation.hpp"
#include "talk.hpp"

namespace referee::talk {
namespace {

// Writes down what it is told of events and words.
class Listener : public Bot<diceman::Observation, diceman::Action> {
 public:
  explicit Listener(Calls* calls) : calls_(calls) {}
  void on_events(const Match&, const Message& events) override {
    calls_->push_back("events" + games(as<diceman::Events>(events)));
  }
  diceman::Action act(const diceman::Observation&, const Turn& turn) override {
    const auto* events = turn.events<diceman::Events>();
    std::string call = "act " + std::to_string(turn.number) + ":";
    if (events != nullptr) call += games(*events);
    for (const Said& said : turn.said) call += " " + said.text;
    calls_->push_back(call);
    return {};
  }
  void on_end(const Match&, const Outcome& outcome) override {
    std::string call = "end:";
    for (const Said& said : outcome.said) call += " " + said.text;
    calls_->push_back(call);
  }

 private:
  static std::string games(const diceman::Events& events) {
    std::string text;
    for (const auto& event : events.events())
      text += " " + std::to_string(event.game_start().game());
    return text;
  }

  Calls* calls_;
};

// A turn with an event that names its number, and a word with that number.
wire::PlayResponse telling(int number) {
  wire::PlayResponse response = turn("m1", number);
  diceman::Events events;
  events.add_events()->mutable_game_start()->set_game(number);
  pack(events, *response.mutable_turns(0)->mutable_events());
  response.mutable_turns(0)->add_said()->set_text("word" + std::to_string(number));
  return response;
}

wire::PlayResponse missed(int number) {
  wire::PlayResponse response;
  add_missed(response, "m1", number);
  return response;
}

// A talk with a seat of `m1` for a listener.
void seat(Talk& talk) {
  talk.conversation.join("t1", maker<Listener>(&talk.calls));
  talk.say();
  talk.hear(joined(1, "m1"));
}

TEST(TurnsOver, AreNotAskedAndLoseNothing) {  // 30
  Talk talk;
  seat(talk);
  talk.conversation.receive(telling(1));
  talk.conversation.receive(missed(1));
  talk.conversation.receive(telling(2));  // a newer turn: the one before must be over
  talk.conversation.receive(telling(3));
  talk.think();
  EXPECT_EQ((Calls{"events 1", "events 2", "events 3", "act 3: 1 2 3 word1 word2 word3"}),
            talk.calls);
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.actions_size());
  EXPECT_EQ(3, said.actions(0).turn());
  talk.calls.clear();
  talk.hear(telling(4));
  EXPECT_EQ((Calls{"events 4", "act 4: 4 word4"}), talk.calls);
}

TEST(TurnsOver, LeaveWhatTheyBroughtToATurnWithoutEvents) {  // 30
  Talk talk;
  seat(talk);
  talk.conversation.receive(telling(1));
  talk.conversation.receive(missed(1));
  talk.hear(turn("m1", 2));
  EXPECT_EQ((Calls{"events 1", "act 2: 1 word1"}), talk.calls);
}

TEST(TurnsOver, LeaveWhatWasSaidToTheEnd) {  // 30
  Talk talk;
  seat(talk);
  talk.conversation.receive(telling(1));
  talk.conversation.receive(missed(1));
  talk.conversation.receive(telling(2));
  wire::PlayResponse end = ended("m1");
  end.mutable_ends(0)->add_said()->set_text("bye");
  talk.hear(end);
  EXPECT_EQ((Calls{"events 1", "events 2", "end: word1 word2 bye"}), talk.calls);
}

// A turn with so much time left, where the lag margin is that of the protocol, 50 ms.
wire::PlayResponse timed(int number, std::chrono::milliseconds left) {
  wire::PlayResponse response = telling(number);
  auto& remaining = *response.mutable_turns(0)->mutable_clock()->mutable_remaining();
  remaining.set_seconds(left.count() / 1000);
  remaining.set_nanos(static_cast<int>(left.count() % 1000 * 1'000'000));
  return response;
}

TEST(TurnsOver, AreOverByTheClockToo) {  // 10, 30
  using namespace std::chrono_literals;
  Nanoseconds now = 5s;
  Talk talk(false, [&] { return now; });
  seat(talk);
  talk.conversation.receive(timed(1, 1s));
  now += 1049ms;
  talk.conversation.done(*talk.conversation.next_task(), {});  // the start
  const auto task = talk.conversation.next_task();
  ASSERT_TRUE(task && task->open);
  EXPECT_TRUE(task->open->is_open());
  now += 1ms;
  EXPECT_FALSE(task->open->is_open());
  Talk late(false, [&] { return now; });
  seat(late);
  late.conversation.receive(timed(1, 1s));
  now += 1050ms;
  late.think();
  EXPECT_EQ(Calls{"events 1"}, late.calls);
  EXPECT_FALSE(late.has_said());
  late.hear(timed(1, 300ms));  // it comes again on another stream, and has time left
  EXPECT_EQ((Calls{"events 1", "act 1: 1 word1"}), late.calls);
  EXPECT_EQ(1, late.say().actions_size());
}

TEST(TurnsOver, ThatComeAgainHaveTheTimeThatIsLeftNow) {  // 30
  using namespace std::chrono_literals;
  Nanoseconds now = 0s;
  Talk talk(false, [&] { return now; });
  seat(talk);
  talk.conversation.receive(timed(1, 1s));
  now += 900ms;
  talk.conversation.receive(timed(1, 2s));
  now += 1900ms;
  talk.think();
  EXPECT_EQ((Calls{"events 1", "act 1: 1 word1"}), talk.calls);
}

TEST(TurnsOver, AreNotAnsweredByABotThatThoughtTooLong) {  // 10, 30
  using namespace std::chrono_literals;
  Nanoseconds now = 0s;
  Talk talk(false, [&] { return now; });
  talk.conversation.join("t1", maker([&](const diceman::Observation&, const Turn& turn) {
                           EXPECT_TRUE(turn.is_open());
                           now += 2s;
                           EXPECT_FALSE(turn.is_open());
                           return diceman::Action();
                         }));
  talk.say();
  talk.hear(joined(1, "m1"));
  talk.hear(timed(1, 1s));
  EXPECT_FALSE(talk.has_said());
  EXPECT_EQ("", talk.conversation.failures_summary());
}

TEST(Tokens, ThatAreGivenTwiceAreTakenOnce) {  // 31
  Talk talk;
  talk.join("secret-1");
  talk.join("secret-1");
  talk.join("secret-2");
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(2, said.joins_size());
  EXPECT_EQ(1u, said.joins(0).number());
  EXPECT_EQ("secret-2", said.joins(1).token());
  EXPECT_EQ(1, talk.log.count("WARNING the token secr… was given twice: it is taken once"));
  EXPECT_EQ(0, talk.log.count("secret-1"));
  talk.conversation.finish();
  wire::PlayResponse response = joined(1, "m1");
  add_joined(response, said.joins(1).number(), "m2");
  add_ended(response, "m1");
  add_ended(response, "m2");
  talk.hear(response);
  EXPECT_TRUE(talk.conversation.is_over());  // nobody waits for the second one's match
}

}  // namespace
}  // namespace referee::talk
