package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.client.RefereeClientException.JoinException;
import gamereferee.client.RefereeClientException.TakenOverException;
import gamereferee.client.RefereeClientException.UnknownMessageException;
import gamereferee.client.RefereeClientException.WrongGameException;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.Events;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.MatchOuterClass.EndCause;
import gamereferee.v1.MatchOuterClass.SeedReveal;
import gamereferee.v1.PlayServiceOuterClass.Join;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import gamereferee.v1.PlayServiceOuterClass.MatchStarted;
import gamereferee.v1.PlayServiceOuterClass.MissedDeadline;
import gamereferee.v1.PlayServiceOuterClass.Ping;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duties of the contract that are decided without a stream; their numbers stand beside. */
class ConversationTest {
  private Conversation conversation =
      new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
  private final List<Recorder> bots = new ArrayList<>();
  private final BotMaker maker = new BotMaker(this::newBot);
  @RegisterExtension private final CapturedLog log = new CapturedLog();
  private final List<String> logged = log.lines;

  // What the test's referee says and hears.

  private Recorder newBot() {
    Recorder bot = new Recorder();
    bots.add(bot);
    return bot;
  }

  private void join(String token) {
    conversation.join(token, maker);
  }

  private PlayRequest take() {
    return conversation.take(conversation.home());
  }

  private void tell(PlayResponse.Builder response) {
    conversation.receive(response.build(), conversation.home()).forEach(task -> task.call().run());
  }

  static PlayResponse.Builder response() {
    return PlayResponse.newBuilder();
  }

  static Joined.Builder joined(long number, int seat) {
    return Joined.newBuilder()
        .setMatchId("m1")
        .setSeat(seat)
        .setGame("diceman")
        .setConfig(Any.pack(Config.newBuilder().setLife(20).build()))
        .setNumSeats(2)
        .setJoinNumber(number);
  }

  static MatchStarted.Builder started(int seat) {
    return MatchStarted.newBuilder().setMatchId("m1").setSeat(seat);
  }

  static gamereferee.v1.PlayServiceOuterClass.Turn.Builder turn(int seat, int number) {
    return gamereferee.v1.PlayServiceOuterClass.Turn.newBuilder()
        .setMatchId("m1")
        .setSeat(seat)
        .setTurn(number)
        .setObservation(Any.pack(Observation.newBuilder().setSeat(seat).build()));
  }

  static MissedDeadline.Builder missed(int seat, int turn) {
    return MissedDeadline.newBuilder()
        .setMatchId("m1")
        .setSeat(seat)
        .setTurn(turn)
        .setStrikes(1)
        .setStrikesLimit(3);
  }

  static MatchEnded.Builder ended(int seat) {
    MatchEnded.Builder ended = MatchEnded.newBuilder().setMatchId("m1").setSeat(seat);
    ended.getOutcomeBuilder().setCause(EndCause.END_CAUSE_RULES).setText("over");
    ended.getOutcomeBuilder().addSeatsBuilder().setSeat(seat).setPlacement(1).setScore(7);
    return ended;
  }

  static Rejected.Builder rejected(ErrorReason reason, String text) {
    return Rejected.newBuilder().setReason(reason).setText(text);
  }

  /** A seat 0 that has been joined, with its start told and nothing left to say. */
  private Recorder seated() {
    join("token");
    take();
    tell(response().addJoins(joined(1, 0)).addStarts(started(0)));
    assertNull(take());
    return bots.get(0);
  }

  @Nested
  class Joining {
    @Test
    void sendsANonceOfItsOwnAndANumberForEachSeat() { // 2
      join("a");
      join("b");
      List<Join> joins = take().getJoinsList();
      assertEquals(List.of("a", "b"), joins.stream().map(Join::getToken).toList());
      assertEquals(List.of(1L, 2L), joins.stream().map(Join::getNumber).toList());
      assertEquals(List.of("me", "me"), joins.stream().map(Join::getBotName).toList());
      joins.forEach(join -> assertEquals(32, join.getNonceCommitment().size()));
      assertNotEquals(joins.get(0).getNonceCommitment(), joins.get(1).getNonceCommitment());
      joins.forEach(join -> assertTrue(join.getNonce().isEmpty()));
      joins.forEach(
          join ->
              assertEquals(
                  List.of("nonce-commitments", "small-turns", "worker-address"),
                  join.getFeaturesList()));
      assertTrue(joins.get(0).getClient().startsWith("java/"), joins.get(0).getClient());
    }

    @Test
    void matchesAnswersToTokensByNumber() { // 3
      join("a");
      join("b");
      tell(
          response()
              .addJoins(joined(2, 0))
              .addRejections(
                  rejected(ErrorReason.ERROR_REASON_BAD_TOKEN, "no such token").setJoinNumber(1)));
      assertEquals(1, bots.size());
      assertEquals(
          "the referee refused the token a…: BAD_TOKEN: no such token",
          conversation.failure().getMessage());
    }

    @Test
    void takesATokenThatIsGivenTwiceOnce() { // 31
      join("secret");
      join("secret");
      assertEquals(1, take().getJoinsCount());
      tell(response().addJoins(joined(1, 0)).addEnds(ended(0)));
      logged.clear();
      join("secret");
      assertNull(take());
      assertEquals(List.of("WARNING the token secr… was given before: it is taken once"), logged);
      conversation.finish();
      assertTrue(conversation.isDone());
    }

    @Test
    void wantsTokensThatAreNoneToBeLeftOut() {
      assertThrows(IllegalArgumentException.class, () -> join(""));
      conversation.finish();
      assertThrows(IllegalStateException.class, () -> join("late"));
    }

    @Test
    void tellsTheMatchWithConfigAndRoundTrip() {
      join("a");
      Match[] met = new Match[1];
      conversation.join(
          "b",
          new BotMaker(
              () ->
                  new Bot<Observation, Action>() {
                    @Override
                    public Action act(Observation observation, Turn turn) {
                      return Action.getDefaultInstance();
                    }

                    @Override
                    public void onStart(Match match) {
                      met[0] = match;
                    }
                  }));
      tell(response().addJoins(joined(2, 1)));
      tell(
          response()
              .addStarts(
                  started(1)
                      .setRoundTrip(
                          com.google.protobuf.Duration.newBuilder().setNanos(5_000_000))));
      assertEquals("m1", met[0].matchId());
      assertEquals(1, met[0].seat());
      assertEquals(2, met[0].numSeats());
      assertEquals(20, met[0].config(Config.class).getLife());
      assertEquals(Duration.ofMillis(5), met[0].roundTrip());
    }
  }

  @Nested
  class Turns {
    @Test
    void answersAPingBeforeAnyBotIsAsked() { // 4
      seated();
      var tasks =
          conversation.receive(
              response().setPing(Ping.newBuilder().setNumber(7)).addTurns(turn(0, 1)).build(),
              conversation.home());
      PlayRequest first = take();
      assertEquals(7, first.getPongs(0).getNumber());
      assertEquals(0, first.getActionsCount());
      tasks.forEach(task -> task.call().run());
      assertEquals(1, take().getActionsCount());
    }

    @Test
    void readsOneMessageInOrder() { // 7
      join("a");
      tell(
          response()
              .addTurns(turn(0, 2).setEvents(Any.pack(Events.getDefaultInstance())))
              .addMissed(missed(0, 1))
              .addRejections(
                  rejected(ErrorReason.ERROR_REASON_LATE, "too late").setMatchId("m1").setTurn(1))
              .addStarts(started(0))
              .addJoins(joined(1, 0)));
      assertEquals(
          List.of(
              "start 0 null",
              "rejected 1 LATE too late",
              "missed 1, 1 of 3",
              "events gamereferee.games.diceman.v1.Events",
              "act 2"),
          bots.get(0).told);
    }

    @Test
    void playsNoTurnWhoseMatchEndsInTheSameMessage() { // 7
      Recorder bot = seated();
      tell(response().addTurns(turn(0, 1)).addEnds(ended(0)));
      assertEquals(List.of("start 0 null", "end RULES"), bot.told);
      assertNull(take());
    }

    @Test
    void gathersAnswersThatAreReadyTogether() { // 8
      join("a");
      join("b");
      tell(response().addJoins(joined(1, 0)).addJoins(joined(2, 1)));
      take();
      tell(response().addTurns(turn(0, 1)).addTurns(turn(1, 1)));
      PlayRequest request = take();
      assertEquals(2, request.getActionsCount());
      assertEquals("m1", request.getActions(1).getMatchId());
      assertEquals(1, request.getActions(1).getSeat());
      assertEquals(1, request.getActions(1).getTurn());
      assertEquals(Any.pack(bots.get(1).answer), request.getActions(1).getPayload());
    }

    @Test
    void doesNotAskTwiceWhileABotIsThinking() { // 9
      Recorder bot = seated();
      var tasks =
          new ArrayList<>(
              conversation.receive(response().addTurns(turn(0, 1)).build(), conversation.home()));
      conversation.opened();
      take();
      tasks.addAll(
          conversation.receive(
              response().addJoins(joined(1, 0)).addTurns(turn(0, 1)).build(), conversation.home()));
      tasks.forEach(task -> task.call().run());
      assertEquals(List.of("start 0 null", "act 1"), bot.told);
      assertEquals(1, take().getActionsCount());
    }

    @Test
    void answersATurnThatComesAgainWithTheSameAction() { // 9
      Recorder bot = seated();
      tell(response().addTurns(turn(0, 1)));
      PlayRequest first = take();
      bot.answer = Action.getDefaultInstance();
      conversation.opened();
      take();
      tell(response().addTurns(turn(0, 1)));
      assertEquals(first.getActionsList(), take().getActionsList());
      assertEquals(List.of("start 0 null", "act 1"), bot.told);
    }

    @Test
    void keepsAnAnswerFromABrokenStreamUntilItsTurnComesAgain() { // 9
      seated();
      var tasks =
          conversation.receive(response().addTurns(turn(0, 1)).build(), conversation.home());
      conversation.opened();
      take();
      tasks.forEach(task -> task.call().run());
      assertNull(take());
      tell(response().addJoins(joined(1, 0)).addTurns(turn(0, 1)));
      assertEquals(1, take().getActions(0).getTurn());
    }

    @Test
    void sendsNoAnswerAfterTheDeadline() { // 10
      Recorder bot = seated();
      var tasks =
          new ArrayList<>(
              conversation.receive(response().addTurns(turn(0, 1)).build(), conversation.home()));
      bot.fault = new IllegalStateException("late as well");
      tasks.addAll(
          conversation.receive(response().addMissed(missed(0, 1)).build(), conversation.home()));
      tasks.forEach(task -> task.call().run());
      assertNull(take());
    }

    @Test
    void asksNoBotForATurnThatIsOver() { // 10
      Recorder bot = seated();
      var turns =
          conversation.receive(response().addTurns(turn(0, 1)).build(), conversation.home());
      tell(response().addMissed(missed(0, 1)));
      turns.forEach(task -> task.call().run());
      assertEquals(List.of("start 0 null", "missed 1, 1 of 3"), bot.told);
    }

    @Test
    void startsInTheMidstOfAMatch() {
      join("a");
      tell(response().addJoins(joined(1, 0).setRejoined(true)).addTurns(turn(0, 9)));
      assertEquals(List.of("start 0 null", "act 9"), bots.get(0).told);
    }

    @Test
    void passesOverWhatLaterVersionsAdd() { // 11
      Recorder bot = seated();
      UnknownFieldSet later =
          UnknownFieldSet.newBuilder()
              .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
              .build();
      tell(
          response()
              .setUnknownFields(later)
              .addTurns(turn(0, 1).setUnknownFields(later))
              .addRejections(
                  Rejected.newBuilder().setMatchId("m1").setReasonValue(4711).setText("new")));
      assertEquals(List.of("start 0 null", "rejected 0 4711 new", "act 1"), bot.told);
    }

    @Test
    void namesAnObservationOfAnUnknownType() { // 11
      seated();
      Any unknown =
          Any.newBuilder()
              .setTypeUrl("type.googleapis.com/gamereferee.games.chess.v1.Observation")
              .build();
      var thrown =
          assertThrows(
              UnknownMessageException.class,
              () -> tell(response().addTurns(turn(0, 1).setObservation(unknown))));
      assertEquals("gamereferee.games.chess.v1.Observation", thrown.name());
    }
  }

  @Nested
  class Breaks {
    @Test
    void joinsAgainWithTheSameNonceWhatHasNotEnded() { // 2, 15
      join("a");
      join("b");
      List<Join> first = take().getJoinsList();
      tell(response().addJoins(joined(1, 0)).addJoins(joined(2, 1)));
      tell(response().addEnds(ended(0)));
      conversation.opened();
      assertEquals(List.of(first.get(1)), take().getJoinsList());
    }

    @Test
    void doesNotRepeatWhatWasForTheBrokenStreamButResignations() {
      seated();
      tell(response().setPing(Ping.newBuilder().setNumber(7)));
      conversation.resign("m1", 0);
      conversation.opened();
      PlayRequest request = take();
      assertEquals(0, request.getPongsCount());
      assertEquals(1, request.getResignsCount());
      assertEquals(1, request.getJoinsCount());
    }

    @Test
    void doesNotFightForASeatThatAnotherProcessPlays() { // 15, 17
      join("a");
      join("b");
      tell(response().addJoins(joined(1, 0)).addJoins(joined(2, 1)));
      tell(
          response()
              .addRejections(
                  rejected(ErrorReason.ERROR_REASON_TAKEN_OVER, "another stream has it")
                      .setMatchId("m1")));
      conversation.opened();
      assertEquals(List.of("b"), take().getJoinsList().stream().map(Join::getToken).toList());
      conversation.finish();
      assertFalse(conversation.isDone());
      assertInstanceOf(TakenOverException.class, conversation.failure());
      assertEquals("match m1 seat 0: another stream has it", conversation.failure().getMessage());
    }

    @Test
    void takesAMatchThatEndedMeanwhileForOver() {
      seated();
      conversation.opened();
      tell(
          response()
              .addRejections(rejected(ErrorReason.ERROR_REASON_ENDED, "over").setJoinNumber(1)));
      conversation.finish();
      assertTrue(conversation.isDone());
      assertNull(conversation.failure());
    }

    @Test
    void logsADrainingRefereeOnce() { // 16
      Recorder bot = seated();
      logged.clear();
      tell(response().setDraining(true));
      tell(response().setDraining(true).addTurns(turn(0, 1)));
      assertEquals(
          List.of("WARNING the referee is going to stop: running matches go on, no new ones start"),
          logged);
      assertEquals(List.of("start 0 null", "act 1"), bot.told);
    }
  }

  @Nested
  class Errors {
    @Test
    void goesOnWithTheOtherSeatsAfterARefusedToken() { // 17
      join("abcdef");
      join("b");
      tell(
          response()
              .addJoins(joined(2, 0))
              .addRejections(
                  rejected(ErrorReason.ERROR_REASON_ENDED, "it is over").setJoinNumber(1)));
      conversation.finish();
      assertFalse(conversation.isDone());
      tell(response().addTurns(turn(0, 1)).addEnds(MatchEnded.newBuilder().setMatchId("m2")));
      assertEquals(1, take().getActionsCount());
      tell(response().addEnds(ended(0)));
      assertTrue(conversation.isDone());
      JoinException error = assertInstanceOf(JoinException.class, conversation.failure());
      assertEquals("ENDED", error.reason());
      assertEquals("the referee refused the token abcd…: ENDED: it is over", error.getMessage());
    }

    @Test
    void resignsASeatOfAnotherGame() { // 18
      join("a");
      take();
      tell(
          response()
              .addJoins(joined(1, 0).setGame("swordman"))
              .addStarts(started(0))
              .addTurns(turn(0, 1)));
      PlayRequest request = take();
      assertEquals("m1", request.getResigns(0).getMatchId());
      assertEquals(0, request.getActionsCount() + request.getSkipsCount());
      assertEquals(List.of(), bots.get(0).told);
      conversation.finish();
      assertTrue(conversation.isDone());
      assertInstanceOf(WrongGameException.class, conversation.failure());
      assertEquals(
          "match m1 seat 0: this bot plays 'diceman', and the seat is one of 'swordman'",
          conversation.failure().getMessage());
    }

    @Test
    void resignsASeatOfAnotherGameAgainAfterABreak() { // 18
      join("a");
      take();
      tell(response().addJoins(joined(1, 0).setGame("swordman")));
      take();
      conversation.opened();
      assertEquals(1, take().getJoinsCount());
      tell(response().addJoins(joined(1, 0).setGame("swordman").setRejoined(true)));
      assertEquals(1, take().getResignsCount());
      tell(response().addEnds(ended(0)));
      conversation.opened();
      assertNull(take());
    }

    @Test
    void givesUpATurnThatABotFailsAtAndAsksAgain() { // 19
      Recorder bot = seated();
      bot.fault = new IllegalStateException("out of ideas");
      logged.clear();
      tell(response().addTurns(turn(0, 3)));
      PlayRequest request = take();
      assertEquals(0, request.getActionsCount());
      assertEquals("m1", request.getSkips(0).getMatchId());
      assertEquals(0, request.getSkips(0).getSeat());
      assertEquals(3, request.getSkips(0).getTurn());
      assertEquals(List.of("SEVERE match m1 seat 0 turn 3: the bot's own code failed"), logged);
      assertEquals(1, conversation.botFailures());
      tell(response().addMissed(missed(0, 3)).addTurns(turn(0, 4)));
      assertEquals(4, take().getActions(0).getTurn());
      assertEquals(
          "match m1 seat 0 turn 3: the bot's own code failed:"
              + " java.lang.IllegalStateException: out of ideas",
          assertInstanceOf(BotException.class, conversation.failure()).getMessage());
    }

    @Test
    void namesThePlaceOfTheFirstFailureInALine() { // 19
      Recorder bot = seated();
      assertNull(conversation.firstBotFailure());
      bot.fault = new IllegalStateException("out of ideas\nand of lines");
      tell(response().addTurns(turn(0, 3)));
      bot.fault = new IllegalStateException("still");
      tell(response().addTurns(turn(0, 4)));
      assertEquals(
          "match m1 seat 0 turn 3: java.lang.IllegalStateException: out of ideas",
          conversation.firstBotFailure().place());
    }

    @Test
    void countsNoFailuresAfterTheEnd() { // 30
      Recorder bot = seated();
      var tasks =
          conversation.receive(response().addTurns(turn(0, 1)).build(), conversation.home());
      bot.fault = new InterruptedException();
      conversation.close();
      logged.clear();
      tasks.forEach(task -> task.call().run());
      assertEquals(0, conversation.botFailures());
      assertEquals(List.of(), logged);
    }

    @Test
    void givesATurnUpAgainThatComesAgain() { // 9, 19
      Recorder bot = seated();
      bot.fault = new IllegalStateException();
      tell(response().addTurns(turn(0, 3)));
      List<?> skips = take().getSkipsList();
      conversation.opened();
      take();
      tell(response().addTurns(turn(0, 3)));
      assertEquals(skips, take().getSkipsList());
      assertEquals(1, conversation.botFailures());
    }

    @Test
    void survivesEndlessRecursionAndAnswersThatAreNone() { // 19
      Recorder bot = seated();
      bot.fault = new StackOverflowError();
      tell(response().addTurns(turn(0, 1)));
      assertEquals(1, take().getSkipsCount());
      bot.answer = null;
      tell(response().addTurns(turn(0, 2)));
      assertEquals(2, take().getSkips(0).getTurn());
      assertEquals(2, conversation.botFailures());
    }

    @Test
    void countsFailuresOutsideOfTurnsWithoutASkip() { // 19
      Recorder bot = seated();
      bot.fault = new IllegalStateException();
      tell(response().addMissed(missed(0, 1)));
      assertNull(take());
      bot.fault = new IllegalStateException();
      tell(response().addTurns(turn(0, 2).setEvents(Any.pack(Events.getDefaultInstance()))));
      assertEquals(1, take().getActionsCount());
      bot.fault = new IllegalStateException();
      tell(response().addEnds(ended(0)));
      assertEquals(3, conversation.botFailures());
      assertEquals("end RULES", bot.told.get(bot.told.size() - 1));
    }

    @Test
    void triesToMakeABotAgainWithTheNextTurn() { // 19
      int[] tries = new int[1];
      conversation.join(
          "a",
          new BotMaker(
              () -> {
                if (++tries[0] < 3) {
                  throw new IllegalStateException("no model yet");
                }
                return newBot();
              }));
      take();
      tell(response().addJoins(joined(1, 0)).addStarts(started(0)).addTurns(turn(0, 1)));
      assertEquals(1, take().getSkipsCount());
      tell(response().addTurns(turn(0, 2)));
      assertEquals(1, take().getActionsCount());
      assertEquals(2, conversation.botFailures());
    }

    @Test
    void endsAtTheFirstFailureIfStrict() { // 19
      conversation =
          new Conversation("me", true, Conversation.FEATURES, () -> Runnable::run, () -> {});
      Recorder bot = seated();
      bot.fault = new IllegalStateException("out of ideas");
      var thrown = assertThrows(BotException.class, () -> tell(response().addTurns(turn(0, 1))));
      assertEquals("out of ideas", thrown.getCause().getMessage());
    }

    @Test
    void logsRejectionsAndMissedDeadlinesAndTellsThem() { // 20
      Recorder bot = seated();
      logged.clear();
      tell(
          response()
              .addRejections(
                  rejected(ErrorReason.ERROR_REASON_WRONG_TYPE, "not an Action")
                      .setMatchId("m1")
                      .setTurn(2))
              .addMissed(missed(0, 2)));
      assertEquals(
          List.of(
              "WARNING match m1 seat 0 turn 2: rejected: WRONG_TYPE: not an Action",
              "WARNING match m1 seat 0 turn 2: missed the deadline, strike 1 of 3"),
          logged);
      assertEquals(
          List.of("start 0 null", "rejected 2 WRONG_TYPE not an Action", "missed 2, 1 of 3"),
          bot.told);
    }

    @Test
    void logsARevealThatDoesNotHold() { // 21
      seated();
      logged.clear();
      MatchEnded.Builder end = ended(0);
      end.setReveal(
          SeedReveal.newBuilder()
              .setServerSeed(ByteString.copyFrom(new byte[8]))
              .setSalt(ByteString.copyFrom(new byte[32]))
              .setFixed(true));
      tell(response().addEnds(end));
      assertTrue(
          logged.contains(
              "SEVERE match m1 seat 0: unfair dice:"
                  + " the revealed server seed and salt do not give the commitment"),
          logged.toString());
      assertNull(conversation.failure());
    }

    @Test
    void tellsTheOutcome() {
      Recorder bot = seated();
      tell(response().addEnds(ended(0)));
      assertEquals("RULES", bot.outcome.cause());
      assertEquals(List.of(new SeatResult(0, 1, 7, 0, null)), bot.outcome.seats());
      assertFalse(bot.outcome.isVoid());
      assertTrue(
          logged.contains("INFO match m1 seat 0: ended: placement 1, score 7, RULES: over"),
          logged.toString());
    }
  }
}
