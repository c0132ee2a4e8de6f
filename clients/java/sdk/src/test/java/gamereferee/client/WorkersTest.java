package gamereferee.client;

import static gamereferee.client.ConversationTest.ended;
import static gamereferee.client.ConversationTest.joined;
import static gamereferee.client.ConversationTest.rejected;
import static gamereferee.client.ConversationTest.response;
import static gamereferee.client.ConversationTest.started;
import static gamereferee.client.ConversationTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import gamereferee.client.RefereeClientException.JoinException;
import gamereferee.client.RefereeClientException.TakenOverException;
import gamereferee.client.RefereeClientException.WrongGameException;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.MatchOuterClass.NonceState;
import gamereferee.v1.MatchOuterClass.SeatNonce;
import gamereferee.v1.PlayServiceOuterClass.Join;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.MatchStarted;
import gamereferee.v1.PlayServiceOuterClass.NonceCommitments;
import gamereferee.v1.PlayServiceOuterClass.Ping;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Pong;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import gamereferee.v1.PlayServiceOuterClass.SmallForm;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duty 34: seats go to the workers that have their matches, and come home where they must. */
class WorkersTest {
  private static final String THERE = "worker.example:7071";
  private static final PlayRequest NOTHING = PlayRequest.getDefaultInstance();

  private final List<String> wanted = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  private final List<Rejection> rejections = new ArrayList<>();
  private final Conversation conversation =
      new Conversation(
          "me",
          false,
          Conversation.FEATURES,
          () -> Runnable::run,
          new Conversation.Carrier() {
            @Override
            public void spoken() {}

            @Override
            public void wanted(String worker) {
              wanted.add(worker);
            }
          });
  private final Line home = conversation.home();
  @RegisterExtension private final CapturedLog log = new CapturedLog();

  private final class Keeper implements Bot<Observation, Action> {
    @Override
    public Action act(Observation observation, Turn turn) {
      turns.add(turn);
      return Action.newBuilder().addDice(0).addDice(1).build();
    }

    @Override
    public Action onRejected(Rejection rejection) {
      rejections.add(rejection);
      return null;
    }
  }

  private void hear(Line line, PlayResponse.Builder response) {
    conversation.receive(response.build(), line).forEach(task -> task.call().run());
  }

  private PlayRequest said(Line line) {
    PlayRequest request = conversation.take(line);
    return request == null ? NOTHING : request;
  }

  /** Tokens that are presented on a line, and nothing else. */
  private List<String> tokens(Line line) {
    PlayRequest request = said(line);
    assertEquals(PlayRequest.newBuilder().addAllJoins(request.getJoinsList()).build(), request);
    return request.getJoinsList().stream().map(Join::getToken).toList();
  }

  /** Numbers of the turns that are answered on a line when these have come on it. */
  private List<Integer> play(Line line, PlayResponse.Builder response) {
    hear(line, response);
    return said(line).getActionsList().stream().map(action -> action.getTurn()).toList();
  }

  /** Has the referee take seat 0's token, or that of a later seat, on a line. */
  private void seat(Line line, int seat, String worker) {
    hear(line, response().addJoins(joined(seat + 1, seat).setWorkerAddress(worker)));
  }

  /** Joins so many seats at home, whose match a worker has. */
  private void seats(int count) {
    for (int seat = 0; seat < count; seat++) {
      conversation.join("token " + seat, new BotMaker(Keeper::new));
    }
    conversation.finish();
    conversation.opened();
    said(home);
    for (int seat = 0; seat < count; seat++) {
      seat(home, seat, THERE);
      hear(home, response().addStarts(started(seat)));
    }
  }

  /** A line to a worker that has answered. */
  private Line worker() {
    Line line = Line.to(THERE);
    PlayRequest first = said(line);
    assertEquals(PlayRequest.newBuilder().setPing(first.getPing()).build(), first);
    hear(line, response().setPong(Pong.newBuilder().setNumber(1)));
    return line;
  }

  /** A line to a worker to which seat 0 has gone, the only one. */
  private Line moved() {
    Line line = worker();
    assertEquals(List.of("token 0"), tokens(line));
    hear(home, takenOver());
    seat(line, 0, "");
    return line;
  }

  private static PlayResponse.Builder takenOver() {
    return refused(ErrorReason.ERROR_REASON_TAKEN_OVER);
  }

  /** A rejection that is about seat 0, and about no join. */
  private static PlayResponse.Builder refused(ErrorReason reason) {
    return response().addRejections(about(reason));
  }

  private static Rejected.Builder about(ErrorReason reason) {
    return rejected(reason, "as it is").setMatchId("m1");
  }

  private static PlayResponse.Builder badToken() {
    ErrorReason reason = ErrorReason.ERROR_REASON_BAD_TOKEN;
    return response().addRejections(rejected(reason, "unknown here").setJoinNumber(1));
  }

  @Test
  void staysUntilTheWorkerHasAnswered() {
    seats(2);
    assertEquals(List.of(THERE, THERE), wanted);
    assertEquals(List.of(1), play(home, response().addTurns(turn(0, 1))));
    Line line = worker();
    assertEquals(List.of("token 0", "token 1"), tokens(line));
    hear(home, takenOver());
    seat(line, 0, "");
    seat(line, 1, "");
    assertEquals(List.of(2, 1), play(line, response().addTurns(turn(0, 2)).addTurns(turn(1, 1))));
    assertNull(conversation.failure());
    assertEquals(NOTHING, said(home));
  }

  @Test
  void goesAtOnceWhereThereIsALine() {
    Line line = worker();
    seats(1);
    assertEquals(List.of(), wanted);
    assertEquals(List.of("token 0"), tokens(line));
  }

  @Test
  void staysWhereNoWorkerIsNamed() {
    conversation.join("token 0", new BotMaker(Keeper::new));
    seat(home, 0, "");
    assertEquals(List.of(), wanted);
    assertFalse(conversation.wants(THERE));
  }

  @Test
  void answersTheOpenTurnWhereItComesAgain() {
    seats(1);
    var thinking = conversation.receive(response().addTurns(turn(0, 1)).build(), home);
    Line line = worker();
    thinking.forEach(task -> task.call().run());
    assertEquals(List.of("token 0"), tokens(line));
    assertEquals(NOTHING, said(home));
    seat(line, 0, "");
    assertEquals(List.of(1), play(line, response().addTurns(turn(0, 1))));
    assertEquals(List.of(1), play(line, response().addTurns(turn(0, 1)))); // it was lost
    assertEquals(1, turns.size());
  }

  @Test
  void asksNobodyAboutTurnsOnALineThatASeatHasLeft() {
    seats(1);
    Line line = worker();
    assertEquals(List.of(), play(home, response().addTurns(turn(0, 1))));
    said(line);
    seat(line, 0, "");
    assertEquals(List.of(1), play(line, response().addTurns(turn(0, 1))));
  }

  @Test
  void tellsOfNoAnswerThatTheSeatHasOvertaken() {
    seats(1);
    worker();
    log.lines.clear();
    ErrorReason reason = ErrorReason.ERROR_REASON_ENDED;
    hear(home, response().addRejections(about(reason).setTurn(1)));
    assertEquals(List.of(), rejections);
    assertEquals(List.of(), log.lines);
    hear(home, response().addRejections(about(reason).setTurn(1).setSayNumber(7)));
    assertEquals(7, rejections.get(0).sayNumber()); // which nobody says again
  }

  @Test
  void takesWhatIsUnsaidAlong() { // behind the join
    seats(2);
    play(home, response().addTurns(turn(0, 1)));
    turns.get(0).say("MAIN", "hello");
    conversation.resign("m1", 1);
    Line line = worker();
    PlayRequest request = said(line);
    assertEquals(2, request.getJoinsCount());
    assertEquals("hello", request.getSays(0).getText().toStringUtf8());
    assertEquals(1, request.getResigns(0).getSeat());
    assertEquals(NOTHING, said(home));
    turns.get(0).say("MAIN", "again");
    conversation.resign("m1", 0);
    assertEquals(NOTHING, said(home));
    conversation.lost(line);
    request = said(home);
    assertEquals(2, request.getJoinsCount());
    assertEquals("again", request.getSays(0).getText().toStringUtf8());
    assertEquals(0, request.getResigns(0).getSeat());
  }

  @Test
  void goesHomeFromALostLineAndComesBack() {
    seats(1);
    Line line = moved();
    var thinking = conversation.receive(response().addTurns(turn(0, 1)).build(), line);
    assertFalse(conversation.wants(THERE));
    conversation.lost(line);
    assertEquals(List.of("token 0"), tokens(home));
    thinking.forEach(task -> task.call().run());
    assertEquals(NOTHING, said(home)); // until the turn comes again
    seat(home, 0, THERE);
    assertEquals(List.of(THERE, THERE), wanted);
    assertTrue(conversation.wants(THERE));
    assertEquals(List.of(1), play(home, response().addTurns(turn(0, 1))));
    assertEquals(1, turns.size());
    assertEquals(List.of(2), play(moved(), response().addTurns(turn(0, 2))));
  }

  @Test
  void goesNowhereWhileItsJoinIsUnanswered() {
    seats(1);
    conversation.lost(moved());
    assertEquals(List.of("token 0"), tokens(home));
    Line line = worker();
    assertEquals(NOTHING, said(line));
    seat(home, 0, THERE);
    assertEquals(List.of("token 0"), tokens(line));
  }

  @Test
  void staysAtItsWorkerWhenTheStreamHomeBreaks() {
    seats(1);
    Line line = moved();
    conversation.opened();
    assertEquals(NOTHING, said(home));
    assertEquals(List.of(1), play(line, response().addTurns(turn(0, 1))));
  }

  @Test
  void staysHomeForGoodWhenAWorkerRefusesItsToken() {
    seats(1);
    Line line = worker();
    said(line);
    log.lines.clear();
    hear(line, badToken());
    assertEquals(
        List.of(
            "WARNING match m1 seat 0: worker %s refuses the token: BAD_TOKEN: unknown here"
                .formatted(THERE)),
        log.lines);
    assertEquals(List.of("token 0"), tokens(home));
    seat(home, 0, THERE);
    seat(home, 0, "another.example:7071");
    assertEquals(NOTHING, said(line));
    assertEquals(List.of(THERE), wanted);
    assertFalse(conversation.wants(THERE));
    assertEquals(List.of(1), play(home, response().addTurns(turn(0, 1))));
    assertNull(conversation.failure());
  }

  @Test
  void losesASeatWhoseTokenIsRefusedAtHome() {
    seats(1);
    conversation.lost(moved());
    hear(home, badToken());
    assertInstanceOf(JoinException.class, conversation.failure());
  }

  @Test
  void endsASeatWhoseMatchIsOverAtTheWorker() {
    seats(1);
    Line line = worker();
    said(line);
    ErrorReason reason = ErrorReason.ERROR_REASON_ENDED;
    hear(line, response().addRejections(rejected(reason, "over").setJoinNumber(1)));
    assertTrue(conversation.isDone());
    assertNull(conversation.failure());
  }

  @Test
  void losesASeatThatAnotherProcessTakesOverAtTheWorker() {
    seats(1);
    hear(moved(), takenOver());
    assertInstanceOf(TakenOverException.class, conversation.failure());
    assertTrue(conversation.isDone());
  }

  @Test
  void takesNoNewsOfItsFirstStayForTheEndOfTheSecond() {
    seats(1);
    Line line = worker();
    said(line);
    conversation.lost(line);
    said(home);
    hear(home, takenOver()); // the worker had taken the seat before it was lost
    seat(home, 0, "");
    assertEquals(List.of(1), play(home, response().addTurns(turn(0, 1))));
    assertNull(conversation.failure());
    hear(home, takenOver());
    assertInstanceOf(TakenOverException.class, conversation.failure());
  }

  @Test
  void isDoneWhenItsMatchesHaveEndedWhereverTheyWere() {
    seats(2);
    Line line = worker();
    said(line);
    seat(line, 0, "");
    hear(line, response().addEnds(ended(0)));
    assertFalse(conversation.isDone());
    conversation.lost(line);
    assertEquals(List.of("token 1"), tokens(home));
    hear(home, response().addEnds(ended(1)));
    assertTrue(conversation.isDone());
  }

  @Test
  void answersInShortByTheHandleOfItsLine() { // 27
    SmallForm.Builder form =
        SmallForm.newBuilder()
            .setObservationUrl(Any.pack(Observation.getDefaultInstance()).getTypeUrl())
            .setActionUrl(Any.pack(Action.getDefaultInstance()).getTypeUrl());
    seats(1);
    Joined.Builder again = joined(1, 0).setWorkerAddress(THERE);
    hear(home, response().addJoins(again.setSmallForm(form.setHandle(7))));
    SmallTurn.Builder turn = SmallTurn.newBuilder().setTurn(1).setHandle(7);
    hear(home, response().addSmallTurns(turn));
    assertEquals(7, said(home).getSmallActions(0).getHandle());
    Line line = worker();
    said(line);
    hear(line, response().addJoins(joined(1, 0).setSmallForm(form.setHandle(8))));
    hear(line, response().addSmallTurns(turn.setHandle(8)));
    assertEquals(8, said(line).getSmallActions(0).getHandle());
    hear(home, response().addSmallTurns(turn.setHandle(7).setTurn(2)));
    hear(line, response().addSmallTurns(turn.setHandle(7).setTurn(2)));
    assertEquals(1, turns.size());
  }

  @Test
  void resignsASeatOfAnotherGameAtHomeIfItsLineIsLost() { // 18
    conversation.join("token 0", new BotMaker(Keeper::new));
    said(home);
    Line line = worker();
    hear(home, response().addJoins(foreign().setWorkerAddress(THERE)));
    PlayRequest request = said(line);
    assertEquals(1, request.getJoinsCount());
    assertEquals(1, request.getResignsCount());
    assertInstanceOf(WrongGameException.class, conversation.failure());
    conversation.lost(line);
    assertEquals(List.of("token 0"), tokens(home));
    hear(home, response().addJoins(foreign()));
    assertEquals(1, said(home).getResignsCount());
  }

  private static Joined.Builder foreign() {
    return joined(1, 0).setGame("swordman");
  }

  @Test
  void warnsOfNoNonceThatWasOpenedBeforeTheSeatWent() { // 21
    conversation.join("token 0", new BotMaker(Keeper::new));
    ByteString own = said(home).getJoins(0).getNonceCommitment();
    ByteString other = ByteString.copyFrom(new byte[Fairness.NONCE_BYTES]);
    hear(
        home,
        response()
            .addJoins(
                joined(1, 0).setWorkerAddress(THERE).addFeatures(Fairness.NONCE_COMMITMENTS)));
    SeatNonce.Builder first = SeatNonce.newBuilder().setCommitment(own);
    SeatNonce.Builder second = SeatNonce.newBuilder().setCommitment(Fairness.commitment(other));
    first.setState(NonceState.NONCE_STATE_COMMITTED);
    second.setState(NonceState.NONCE_STATE_COMMITTED);
    NonceCommitments.Builder shown = NonceCommitments.newBuilder().setMatchId("m1");
    hear(home, response().addCommitments(shown.addNonces(first).addNonces(second)));
    first.setNonce(said(home).getOpenings(0).getNonce());
    first.setState(NonceState.NONCE_STATE_OPENED);
    second.setNonce(other).setState(NonceState.NONCE_STATE_OPENED);
    Line line = worker();
    log.lines.clear();
    MatchStarted.Builder started = started(0).addNonces(first).addNonces(second);
    hear(line, response().addStarts(started.setNoncesCommitted(true)));
    assertEquals(List.of(), log.lines);
  }

  @Test
  void pongsOnTheLineOfThePing() { // 4
    Line line = worker();
    hear(line, response().setPing(Ping.newBuilder().setNumber(9)));
    assertEquals(9, said(line).getPongs(0).getNumber());
    assertEquals(NOTHING, said(home));
  }
}
