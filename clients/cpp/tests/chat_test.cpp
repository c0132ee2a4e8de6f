// Chat and early ends; the numbers are those of the duties in CONTRACT.md.
#include "referee_client/chat.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "talk.hpp"

namespace referee::talk {
namespace {

using Texts = std::vector<std::string>;

// What a request says, with turn and number: `1 #2 hello`.
Texts says(const wire::PlayRequest& request) {
  Texts texts;
  for (const wire::Say& say : request.says()) {
    EXPECT_EQ("MAIN", say.channel());
    texts.push_back(say.match_id() + " " + std::to_string(say.turn()) + " #" +
                    std::to_string(say.number()) + " " + say.text());
  }
  return texts;
}

wire::PlayResponse rejoined(std::uint64_t number, const std::string& match) {
  wire::PlayResponse response = joined(number, match);
  response.mutable_joins(0)->set_rejoined(true);
  return response;
}

void add_said(wire::Turn& turn, const std::string& text) {
  turn.add_said()->set_text(text);
}

// A talk whose only seat, of the match `m1`, has answered its first turn.
void sit_and_answer(Talk& talk) {
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1));
  talk.say();
  talk.calls.clear();
}

TEST(Says, GoOutWhileTheBotThinks) {  // 24
  Talk talk;
  talk.sit("t1", "m1");
  talk.conversation.receive(turn("m1", 1, 0, Recorder::kTalkingRound));
  talk.conversation.done(*talk.conversation.next_task(), {});  // the start
  const auto task = talk.conversation.next_task();
  Result result = run_task(*task);
  wire::PlayRequest said = talk.say();
  EXPECT_EQ(Texts{"m1 1 #1 a dozen"}, says(said));
  EXPECT_EQ(0, said.actions_size());
  talk.conversation.done(*task, std::move(result));
  said = talk.say();
  EXPECT_EQ(0, said.says_size());
  EXPECT_EQ(1, said.actions_size());
}

TEST(Says, GoOutWithTheAnswerAtTheLatest) {  // 24
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1, 0, Recorder::kTalkingRound));
  const wire::PlayRequest said = talk.say();
  EXPECT_EQ(Texts{"m1 1 #1 a dozen"}, says(said));
  EXPECT_EQ(1, said.actions_size());
  EXPECT_FALSE(talk.has_said());
}

TEST(Says, AreNeverInALaterMessageThanTheAnswerTheyCameBefore) {
  Talk talk;
  sit_and_answer(talk);
  const std::string long_text(200 * 1024, 'x');
  talk.voices[0].say("MAIN", long_text);  // the next message begins after it
  talk.voices[0].say("MAIN", long_text);
  talk.hear(turn("m1", 2));
  const wire::PlayRequest first = talk.say();
  EXPECT_EQ(1, first.says_size());
  EXPECT_EQ(0, first.actions_size());
  const wire::PlayRequest second = talk.say();
  EXPECT_EQ(1, second.says_size());
  EXPECT_EQ(1, second.actions_size());
}

TEST(Says, MayFollowTheAnswerInOrder) {  // 24
  Talk talk;
  sit_and_answer(talk);
  EXPECT_EQ(1u, talk.voices[0].say("MAIN", "peace"));
  EXPECT_EQ(2u, talk.voices[0].say("MAIN", "or not, J\xc3\xbcrgen"));
  EXPECT_EQ((Texts{"m1 1 #1 peace", "m1 1 #2 or not, J\xc3\xbcrgen"}), says(talk.say()));
  talk.hear(turn("m1", 2));
  talk.say();
  talk.voices[0].say("MAIN", "too late");
  EXPECT_EQ(Texts{"m1 1 #3 too late"}, says(talk.say()));  // the referee judges that
}

TEST(Says, OfAllSeatsHaveNumbersOfTheirOwn) {  // 24
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  wire::PlayResponse response = turn("m1", 1);
  add_turn(response, "m2", 1);
  talk.hear(response);
  talk.say();
  for (int i = 0; i < 3; ++i) {
    for (const Voice& voice : talk.voices) voice.say("MAIN", "hey");
  }
  EXPECT_EQ((Texts{"m1 1 #1 hey", "m2 1 #2 hey", "m1 1 #3 hey", "m2 1 #4 hey", "m1 1 #5 hey",
                   "m2 1 #6 hey"}),
            says(talk.say()));
}

TEST(Says, AreNotRepeatedAfterABreak) {  // 24
  Talk talk;
  talk.sit("t1", "m1");
  talk.hear(turn("m1", 1, 0, Recorder::kTalkingRound));
  EXPECT_EQ(1, talk.say().says_size());
  talk.conversation.opened();
  EXPECT_EQ(Texts{}, says(talk.say()));
  wire::PlayResponse again = rejoined(1, "m1");
  add_turn(again, "m1", 1, 0, Recorder::kTalkingRound);
  talk.hear(again);
  const wire::PlayRequest said = talk.say();
  EXPECT_EQ(Texts{}, says(said));
  EXPECT_EQ(1, said.actions_size());
}

TEST(Says, WaitWhileTheStreamIsBroken) {  // 24
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  wire::PlayResponse response = turn("m1", 1);
  add_turn(response, "m2", 1);
  talk.hear(response);
  talk.say();
  talk.voices[0].say("MAIN", "before the break");
  talk.conversation.opened();
  talk.voices[0].say("MAIN", "after it");
  talk.voices[1].say("MAIN", "elsewhere");
  wire::PlayRequest said = talk.say();
  EXPECT_EQ(2, said.joins_size());
  EXPECT_EQ(Texts{}, says(said));
  talk.conversation.opened();  // that stream came to nothing
  talk.say();
  talk.hear(rejoined(1, "m1"));
  EXPECT_EQ((Texts{"m1 1 #1 before the break", "m1 1 #2 after it"}), says(talk.say()));
  talk.voices[0].say("MAIN", "now");
  EXPECT_EQ(Texts{"m1 1 #4 now"}, says(talk.say()));  // the other seat still waits
  talk.hear(rejoined(2, "m2"));
  EXPECT_EQ(Texts{"m2 1 #3 elsewhere"}, says(talk.say()));
}

TEST(Says, OfASeatThatIsOverAreNotSent) {
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  talk.hear(turn("m1", 1));
  talk.hear(turn("m2", 1));
  talk.say();
  talk.conversation.opened();
  talk.say();
  talk.voices[0].say("MAIN", "good game");
  talk.voices[1].say("MAIN", "hey");
  wire::PlayResponse response = ended("m1");
  add_joined(response, 2, "m2");
  talk.hear(response);
  talk.voices[0].say("MAIN", "anybody there?");
  EXPECT_EQ(Texts{"m2 1 #2 hey"}, says(talk.say()));
  EXPECT_EQ(1, talk.log.count("WARNING match m1 seat 0 turn 1: message 3 is not sent: the match is "
                              "over"));
}

TEST(Says, ComeFromAnyThreadAndAfterTheirClient) {
  auto ear = std::make_shared<Ear>();
  std::uint64_t last = 0;
  ear->listen([&](wire::Say&&) { return ++last; });
  const Voice voice(ear, "m1", 0, 1);
  std::vector<std::vector<std::uint64_t>> told(4);
  std::vector<std::thread> threads;
  for (auto& numbers : told) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) numbers.push_back(voice.say("MAIN", "hey"));
    });
  }
  std::set<std::uint64_t> all;
  for (std::size_t i = 0; i < told.size(); ++i) {
    threads[i].join();
    all.insert(told[i].begin(), told[i].end());
  }
  EXPECT_EQ(200u, all.size());
  EXPECT_EQ(1u, *all.begin());
  EXPECT_EQ(200u, *all.rbegin());
  ear->listen(nullptr);
  EXPECT_EQ(0u, voice.say("MAIN", "anybody there?"));
  EXPECT_EQ(0u, Voice(nullptr, "m1", 0, 1).say("MAIN", "anybody there?"));
}

TEST(Rejections, TellTheNumberOfTheMessage) {  // 25
  Talk talk;
  sit_and_answer(talk);
  wire::PlayResponse response;
  add_rejected(response, "m1", 1, wire::ERROR_REASON_MSG_TOO_LONG, "241 bytes");
  response.mutable_rejections(0)->set_say_number(7);
  talk.hear(response);
  EXPECT_EQ(Calls{"bot m1/0 rejected 1 message 7 MSG_TOO_LONG 241 bytes"}, talk.calls);
  EXPECT_TRUE(talk.conversation.seat_errors().empty());
}

TEST(Chat, IsReadFromTheWire) {
  wire::Said message;
  message.set_channel("TILE");
  message.set_number(9);
  message.set_seat(4);
  message.set_text("hey");
  message.set_round(3);
  message.set_phase("TALK");
  const Said said = said_of(message);
  EXPECT_EQ("TILE", said.channel);
  EXPECT_EQ(9, said.number);
  EXPECT_EQ(4, said.seat);
  EXPECT_EQ("hey", said.text);
  EXPECT_EQ(3, said.round);
  EXPECT_EQ("TALK", said.phase);
  wire::Channel room;
  room.set_name("TILE");
  room.set_number(9);
  room.add_members(0);
  room.add_members(15);
  const Channel channel = channel_of(room);
  EXPECT_EQ("TILE", channel.name);
  EXPECT_EQ(9, channel.number);
  EXPECT_EQ((std::vector<int>{0, 15}), channel.members);
}

TEST(Chat, IsHeardAtTheTurn) {
  Talk talk;
  sit_and_answer(talk);
  wire::PlayResponse response = turn("m1", 2);
  add_said(*response.mutable_turns(0), "truce?");
  add_said(*response.mutable_turns(0), "no");
  response.mutable_turns(0)->add_channels()->set_name("MAIN");
  response.mutable_turns(0)->add_channels()->set_name("TILE");
  talk.hear(response);
  talk.hear(turn("m1", 3));
  EXPECT_EQ((Calls{"bot m1/0 act 2", "bot m1/0 heard truce?", "bot m1/0 heard no",
                   "bot m1/0 in MAIN", "bot m1/0 in TILE", "bot m1/0 act 3"}),
            talk.calls);
}

TEST(Chat, BeforeATurnThatIsNotAskedIsHeardAtTheNextAndItsEventsAreTold) {
  Talk talk;
  sit_and_answer(talk);
  wire::PlayResponse late = turn("m1", 2);
  add_said(*late.mutable_turns(0), "one");
  diceman::Events events;
  events.add_events();
  pack(events, *late.mutable_turns(0)->mutable_events());
  talk.conversation.receive(late);
  wire::PlayResponse missed;
  add_missed(missed, "m1", 2);
  talk.conversation.receive(missed);  // before the bot has time
  wire::PlayResponse next = turn("m1", 3);
  add_said(*next.mutable_turns(0), "two");
  talk.hear(next);
  EXPECT_EQ((Calls{"bot m1/0 events 1", "bot m1/0 missed 2 strike 1 of 3", "bot m1/0 act 3",
                   "bot m1/0 heard one", "bot m1/0 heard two"}),
            talk.calls);
}

TEST(Chat, IsHeardAtTheEnd) {
  Talk talk;
  sit_and_answer(talk);
  wire::PlayResponse late = turn("m1", 2);
  add_said(*late.mutable_turns(0), "one");
  talk.conversation.receive(late);
  wire::PlayResponse response = ended("m1");
  response.mutable_ends(0)->add_said()->set_text("bye");
  talk.hear(response);
  EXPECT_EQ((Calls{"bot m1/0 end RULES", "bot m1/0 heard one", "bot m1/0 heard bye"}), talk.calls);
}

TEST(EarlyEnds, EndASeatLikeAnyOther) {  // 26
  Talk talk;
  talk.sit("t1", "m1");
  talk.sit("t2", "m2");
  talk.conversation.finish();
  wire::PlayResponse response;
  add_started(response, "m1");
  add_started(response, "m2");
  talk.hear(response);
  talk.calls.clear();
  response = ended("m1");
  wire::MatchEnded& end = *response.mutable_ends(0);
  end.set_goes_on(true);
  end.mutable_outcome()->add_seats()->set_placement(4);
  end.mutable_outcome()->add_seats()->set_seat(1);
  talk.hear(response);
  EXPECT_EQ(Calls{"bot m1/0 end RULES, the match goes on"}, talk.calls);
  EXPECT_EQ(0, talk.log.count("ERROR"));  // there is no reveal to be checked
  EXPECT_EQ(1, talk.log.count("INFO match m1 seat 0: ended: placement 4, score 0, RULES: "));
  EXPECT_FALSE(talk.conversation.is_over());
  talk.conversation.opened();
  const wire::PlayRequest said = talk.say();
  ASSERT_EQ(1, said.joins_size());
  EXPECT_EQ("t2", said.joins(0).token());
  talk.hear(ended("m2"));
  EXPECT_EQ("bot m2/0 end RULES", talk.calls.back());
  EXPECT_TRUE(talk.conversation.is_over());
  EXPECT_NO_THROW(talk.conversation.rethrow_seat_or_bot_error());
}

}  // namespace
}  // namespace referee::talk
