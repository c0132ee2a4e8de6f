// Seats that go to the workers which have their matches, and come home when they can't stay; duty
// 34 of CONTRACT.md.
#include "referee_client/lines.hpp"

#include <gtest/gtest.h>

#include "referee_client/errors.hpp"
#include "talk.hpp"

namespace referee::talk {
namespace {

using LinePtr = std::shared_ptr<Line>;
using Texts = std::vector<std::string>;

const std::string kThere = "worker.example:7071";

// What is to be sent on a line.
wire::PlayRequest said(const LinePtr& line) {
  return line->outbox.is_empty() ? wire::PlayRequest() : line->outbox.take();
}

// Tokens that are presented on a line, and nothing else.
Texts tokens(const LinePtr& line) {
  wire::PlayRequest request = said(line);
  Texts tokens;
  for (const wire::Join& join : request.joins()) tokens.push_back(join.token());
  request.clear_joins();
  EXPECT_EQ("", request.ShortDebugString());
  return tokens;
}

wire::PlayResponse taken_over(const std::string& match) {
  wire::PlayResponse response;
  add_rejected(response, match, 0, wire::ERROR_REASON_TAKEN_OVER, "another stream has it");
  return response;
}

// A conversation with a seat 0 of each match. Each is joined at home and has a worker, unless that
// is empty; their tokens are those of the matches.
struct Seats : Talk {
  explicit Seats(const Texts& matches, const std::string& worker = kThere)
      : Talk(
            ConversationOptions{"", false, true, steady_now,
                                [this](const std::string& address) { wanted.push_back(address); }}),
        home(conversation.home()),
        matches(matches) {
    for (const std::string& match : matches) join("token-" + match);
    conversation.finish();
    said(home);
    for (const std::string& match : matches) join(match, home, worker);
  }

  using Talk::join;

  // Has the referee take a seat's token on a line.
  void join(const std::string& match, const LinePtr& line, const std::string& worker = "") {
    const auto place = std::find(matches.begin(), matches.end(), match) - matches.begin();
    wire::PlayResponse response = joined(place + 1, match);
    response.mutable_joins(0)->set_worker_address(worker);
    hear(response, line);
  }

  // A line to a worker that has answered.
  LinePtr worker() {
    auto line = std::make_shared<Line>(kThere);
    EXPECT_TRUE(said(line).has_ping());
    EXPECT_TRUE(said(line).joins().empty());
    wire::PlayResponse response;
    response.mutable_pong()->set_number(1);
    hear(response, line);
    return line;
  }

  // A line to a worker to which all seats have gone.
  LinePtr moved() {
    const LinePtr line = worker();
    EXPECT_EQ(matches.size(), tokens(line).size());
    for (const std::string& match : matches) {
      hear(taken_over(match));
      join(match, line, kThere);
    }
    return line;
  }

  // Numbers of the turns that are answered on a line when this has come on it.
  std::vector<int> play(const wire::PlayResponse& response, const LinePtr& line) {
    hear(response, line);
    std::vector<int> numbers;
    const wire::PlayRequest request = said(line);
    for (const wire::Action& action : request.actions()) numbers.push_back(action.turn());
    return numbers;
  }

  bool has_failed() const { return !conversation.seat_errors().empty(); }

  const LinePtr home;
  const Texts matches;
  Texts wanted;  // workers' addresses, as the conversation has asked for lines to them
};

using Numbers = std::vector<int>;

TEST(Workers, AreAskedForUnlessAllSeatsStay) {  // 34
  for (const bool goes : {true, false}) {
    OnWorker on_worker = nullptr;
    if (goes) on_worker = [](const std::string&) {};
    Talk talk(ConversationOptions{"", false, false, steady_now, on_worker});
    talk.join("t1");
    const wire::PlayRequest request = talk.say();
    EXPECT_EQ(goes ? 2 : 1, request.joins(0).features_size());
    EXPECT_EQ(goes ? "worker-address" : "nonce-commitments", *request.joins(0).features().rbegin());
    wire::PlayResponse response = joined(1, "m1");
    response.mutable_joins(0)->set_worker_address(kThere);  // nobody has asked for it
    talk.hear(response);
    EXPECT_FALSE(talk.has_said());
  }
}

TEST(Workers, GetSeatsOnceTheyHaveAnswered) {  // 34
  Seats seats({"a", "b"});
  EXPECT_EQ((Texts{kThere, kThere}), seats.wanted);
  EXPECT_EQ(Numbers{1}, seats.play(turn("a", 1), seats.home));
  const LinePtr line = seats.moved();
  wire::PlayResponse response = turn("a", 2);
  add_turn(response, "b", 1);
  EXPECT_EQ((Numbers{2, 1}), seats.play(response, line));
  EXPECT_FALSE(said(seats.home).actions_size());
  EXPECT_FALSE(seats.has_failed());
}

TEST(Workers, GetASeatThatIsJoinedLaterAtOnce) {  // 34
  Seats seats({"m"}, "");
  const LinePtr line = seats.worker();
  EXPECT_EQ(Texts{}, tokens(line));
  seats.join("m", seats.home, kThere);
  EXPECT_EQ(Texts{"token-m"}, tokens(line));
  EXPECT_EQ(Texts{}, seats.wanted);
}

TEST(Workers, ThatNobodyNamesGetNoSeats) {  // 34
  Seats seats({"m"}, "");
  EXPECT_EQ(Texts{}, seats.wanted);
  EXPECT_FALSE(seats.conversation.wants(kThere));
}

TEST(Workers, GetTheOpenTurnWithItsSeat) {  // 9, 34
  Seats seats({"m"});
  seats.conversation.receive(turn("m", 1));
  const LinePtr line = seats.worker();
  seats.think();
  EXPECT_EQ(Texts{"token-m"}, tokens(line));
  EXPECT_FALSE(seats.has_said());
  seats.join("m", line);
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), line));
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), line));  // the answer was lost
  EXPECT_EQ((Calls{"bot m/0 start diceman life 20", "bot m/0 act 1"}), seats.calls);
}

TEST(Workers, GetAnswersWithTheirOwnHandles) {  // 27, 34
  Seats seats({"m"}, "");
  const auto join_in_short = [&](const LinePtr& line, std::uint32_t handle) {
    wire::PlayResponse response = joined(1, "m");
    response.mutable_joins(0)->set_worker_address(kThere);
    wire::SmallForm& form = *response.mutable_joins(0)->mutable_small_form();
    form.set_handle(handle);
    form.set_observation_url("type.googleapis.com/gamereferee.games.diceman.v1.Observation");
    form.set_action_url("type.googleapis.com/gamereferee.games.diceman.v1.Action");
    seats.hear(response, line);
  };
  const auto small_turn = [](std::uint32_t handle, int turn) {
    wire::PlayResponse response;
    response.add_small_turns()->set_handle(handle);
    response.mutable_small_turns(0)->set_turn(turn);
    return response;
  };
  join_in_short(seats.home, 3);
  seats.hear(small_turn(3, 1));
  EXPECT_EQ(3u, seats.say().small_actions(0).handle());
  const LinePtr line = seats.worker();
  EXPECT_EQ(Texts{"token-m"}, tokens(line));
  seats.hear(small_turn(3, 2));  // on the line that the seat has left
  EXPECT_FALSE(seats.has_said());
  join_in_short(line, 3);  // each stream counts its own
  seats.hear(small_turn(3, 1), line);
  EXPECT_EQ(3u, said(line).small_actions(0).handle());
  seats.hear(small_turn(3, 2), line);
  EXPECT_EQ(2, said(line).small_actions(0).turn());
}

TEST(Workers, AreAnsweredTheirPings) {  // 4, 34
  Seats seats({"m"});
  const LinePtr line = seats.moved();
  wire::PlayResponse response;
  response.mutable_ping()->set_number(8);
  seats.hear(response, line);
  EXPECT_EQ(8u, said(line).pongs(0).number());
  EXPECT_FALSE(seats.has_said());
}

TEST(LinesLeft, BringNothing) {  // 34
  Seats seats({"m"});
  const LinePtr line = seats.worker();
  EXPECT_EQ(Numbers{}, seats.play(turn("m", 1), seats.home));
  wire::PlayResponse late;
  add_rejected(late, "m", 1, wire::ERROR_REASON_ENDED, "another stream has the seat");
  seats.hear(late);
  EXPECT_EQ(Calls{}, seats.calls);
  EXPECT_EQ(0, seats.log.count("WARNING"));
  said(line);
  seats.join("m", line);
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), line));
}

TEST(LinesLeft, StillSayWhatBecameOfMessages) {  // 25
  Seats seats({"m"});
  seats.play(turn("m", 1), seats.home);
  seats.voices[0].say("MAIN", "hello");
  EXPECT_EQ(1, seats.say().says_size());
  seats.moved();
  wire::PlayResponse late;
  add_rejected(late, "m", 1, wire::ERROR_REASON_MSG_TOO_LONG, "5 bytes");
  late.mutable_rejections(0)->set_say_number(1);
  seats.hear(late);
  EXPECT_EQ("bot m/0 rejected 1 message 1 MSG_TOO_LONG 5 bytes", seats.calls.back());
}

TEST(Seats, TakeAlongWhatIsUnsent) {  // 34
  Seats seats({"m", "n"});
  seats.play(turn("m", 1), seats.home);
  seats.voices[0].say("MAIN", "hello");
  seats.conversation.resign("n", 0);
  const LinePtr line = seats.worker();
  wire::PlayRequest request = said(line);
  EXPECT_EQ(2, request.joins_size());
  ASSERT_EQ(1, request.resigns_size());
  EXPECT_EQ("n", request.resigns(0).match_id());
  EXPECT_EQ("", said(seats.home).ShortDebugString());
  seats.join("m", line);
  seats.join("n", line);
  request = said(line);
  ASSERT_EQ(1, request.says_size());  // once the worker has the seat
  EXPECT_EQ("hello", request.says(0).text());
  seats.conversation.resign("m", 0);
  EXPECT_EQ("m", said(line).resigns(0).match_id());
  seats.voices[0].say("MAIN", "still here");
  seats.conversation.resign("n", 0);
  seats.conversation.lost(line);
  request = said(seats.home);
  EXPECT_EQ(2, request.joins_size());
  EXPECT_EQ("n", request.resigns(0).match_id());
  seats.join("m", seats.home, kThere);
  EXPECT_EQ("still here", said(seats.home).says(0).text());
}

TEST(Seats, ComeHomeWhenALineIsLostAndGoAgain) {  // 34
  Seats seats({"m"});
  LinePtr line = seats.moved();
  EXPECT_FALSE(seats.conversation.wants(kThere));
  seats.conversation.receive(turn("m", 1), line);
  seats.conversation.lost(line);
  EXPECT_EQ(Texts{"token-m"}, tokens(seats.home));
  EXPECT_TRUE(seats.conversation.wants(kThere));
  seats.think();
  EXPECT_FALSE(seats.has_said());
  seats.join("m", seats.home, kThere);
  EXPECT_EQ((Texts{kThere, kThere}), seats.wanted);
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), seats.home));
  line = seats.moved();
  EXPECT_FALSE(seats.conversation.wants(kThere));
  EXPECT_EQ(Numbers{2}, seats.play(turn("m", 2), line));
}

TEST(Seats, GoNowhereWhileTheirJoinIsUnanswered) {  // 34
  Seats seats({"m"});
  seats.conversation.lost(seats.moved());
  EXPECT_EQ(Texts{"token-m"}, tokens(seats.home));
  const LinePtr line = seats.worker();
  EXPECT_EQ(Texts{}, tokens(line));
  seats.join("m", seats.home, kThere);
  EXPECT_EQ(Texts{"token-m"}, tokens(line));
}

TEST(Seats, OfAWorkerStayThereWhenTheLineHomeBreaks) {  // 34
  Seats seats({"m"});
  const LinePtr line = seats.moved();
  seats.conversation.opened();
  EXPECT_EQ(Texts{}, tokens(seats.home));
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), line));
}

TEST(Seats, WhoseTokenAWorkerRefusesStayAtHome) {  // 34
  Seats seats({"m"});
  const LinePtr line = seats.worker();
  said(line);
  wire::PlayResponse refused;
  add_rejected(refused, "", 0, wire::ERROR_REASON_BAD_TOKEN, "no such token", 1);
  seats.hear(refused, line);
  EXPECT_EQ(Texts{"token-m"}, tokens(seats.home));
  EXPECT_EQ(1, seats.log.count("WARNING the worker " + kThere +
                               " does not take a seat: BAD_TOKEN: no such token"));
  seats.join("m", seats.home, kThere);
  EXPECT_EQ(Texts{}, tokens(line));
  EXPECT_FALSE(seats.conversation.wants(kThere));
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), seats.home));
  EXPECT_FALSE(seats.has_failed());
}

TEST(Seats, WhoseMatchHasEndedAreOverAtAWorkerToo) {  // 34
  Seats seats({"m"});
  const LinePtr line = seats.worker();
  wire::PlayResponse refused;
  add_rejected(refused, "", 0, wire::ERROR_REASON_ENDED, "it is over", 1);
  seats.hear(refused, line);
  EXPECT_TRUE(seats.conversation.is_over());
  EXPECT_FALSE(seats.has_failed());
}

// What a seat's first error is; empty if there is none.
template <class Error>
bool has_failed_by(const Seats& seats) {
  if (!seats.has_failed()) return false;
  try {
    std::rethrow_exception(seats.conversation.seat_errors().front());
  } catch (const Error&) {
    return true;
  }
}

TEST(Seats, WhoseTokenIsRefusedAtHomeAreErrors) {  // 17, 34
  Seats seats({"m"});
  seats.conversation.lost(seats.moved());
  wire::PlayResponse refused;
  add_rejected(refused, "", 0, wire::ERROR_REASON_BAD_TOKEN, "no such token", 1);
  seats.hear(refused);
  EXPECT_TRUE(has_failed_by<JoinError>(seats));
}

TEST(Seats, TakenOverAtTheirWorkerAreErrors) {  // 17, 34
  Seats seats({"m"});
  seats.hear(taken_over("m"), seats.moved());
  EXPECT_TRUE(has_failed_by<TakenOverError>(seats));
}

TEST(Seats, TakenOverWhileTheirJoinIsUnansweredAreNot) {  // 34
  Seats seats({"m"});
  const LinePtr line = seats.worker();
  EXPECT_EQ(Texts{"token-m"}, tokens(line));
  seats.conversation.lost(line);
  EXPECT_EQ(Texts{"token-m"}, tokens(seats.home));
  seats.hear(taken_over("m"));  // of its first stay at home
  seats.join("m", seats.home);
  EXPECT_EQ(Numbers{1}, seats.play(turn("m", 1), seats.home));
  EXPECT_FALSE(seats.has_failed());
  seats.hear(taken_over("m"));
  EXPECT_TRUE(has_failed_by<TakenOverError>(seats));
}

TEST(Seats, WhoseMatchEndsAtAWorkerAreOver) {  // 34
  Seats seats({"m", "n"});
  const LinePtr line = seats.moved();
  seats.hear(ended("m"), line);
  EXPECT_FALSE(seats.conversation.is_over());
  seats.conversation.lost(line);
  EXPECT_EQ(Texts{"token-n"}, tokens(seats.home));
  seats.hear(ended("n"));
  EXPECT_TRUE(seats.conversation.is_over());
}

TEST(Nonces, AreOpenedOnTheLineOfTheirSeat) {  // 2, 34
  Seats seats({"m"});
  const LinePtr line = seats.worker();
  const wire::PlayRequest request = said(line);
  seats.join("m", line);
  wire::PlayResponse response;
  wire::NonceCommitments& shown = *response.add_commitments();
  shown.set_match_id("m");
  shown.add_nonces()->set_commitment(request.joins(0).nonce_commitment());
  seats.hear(response, line);
  EXPECT_EQ(1, said(line).openings_size());
  EXPECT_FALSE(seats.has_said());
}

TEST(Nonces, OpenedOnALineThatTheSeatHasLeftAreOpened) {  // 21, 34
  for (const bool has_arrived : {true, false}) {
    Talk talk(ConversationOptions{"", false, true, steady_now, [](const std::string&) {}});
    talk.join("t1");
    const std::string commitment = talk.say().joins(0).nonce_commitment();
    wire::PlayResponse response = joined(1, "m");
    wire::Joined& joined = *response.mutable_joins(0);
    joined.set_worker_address(kThere);
    joined.set_num_seats(1);
    joined.add_features("nonce-commitments");
    wire::NonceCommitments& shown = *response.add_commitments();
    shown.set_match_id("m");
    shown.add_nonces()->set_commitment(commitment);
    shown.mutable_nonces(0)->set_state(wire::NONCE_STATE_COMMITTED);
    talk.hear(response);
    const wire::PlayRequest request = talk.say();
    ASSERT_EQ(1, request.openings_size());

    const auto line = std::make_shared<Line>(kThere);
    talk.hear(wire::PlayResponse(), line);  // the seat goes there
    wire::PlayResponse start;
    add_started(start, "m");
    wire::SeatNonce& own = *start.mutable_starts(0)->add_nonces();
    own.set_commitment(commitment);
    own.set_state(has_arrived ? wire::NONCE_STATE_OPENED : wire::NONCE_STATE_COMMITTED);
    if (has_arrived) own.set_nonce(request.openings(0).nonce());
    talk.hear(start);
    EXPECT_EQ(has_arrived ? 0 : 1, talk.log.count("this seat's nonce was not opened in time"));
    EXPECT_EQ(0, talk.log.count("unfair"));
  }
}

}  // namespace
}  // namespace referee::talk
