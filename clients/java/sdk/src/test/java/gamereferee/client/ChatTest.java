package gamereferee.client;

import static gamereferee.client.ConversationTest.ended;
import static gamereferee.client.ConversationTest.joined;
import static gamereferee.client.ConversationTest.missed;
import static gamereferee.client.ConversationTest.rejected;
import static gamereferee.client.ConversationTest.response;
import static gamereferee.client.ConversationTest.started;
import static gamereferee.client.ConversationTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.PlayServiceOuterClass.Join;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Say;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duties 24 to 26: what bots say and hear, and ends after which the match goes on. */
class ChatTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final Conversation conversation =
      new Conversation(
          "me", false, Conversation.FEATURES, () -> Runnable::run, wakes::incrementAndGet);
  private final Talker first = new Talker();
  private final Talker second = new Talker();

  @RegisterExtension private final CapturedLog log = new CapturedLog();

  /** A bot that hands its turns out, and says what it is given before it answers. */
  private static final class Talker implements Bot<Observation, Action> {
    private final List<String> texts = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private Runnable thought = () -> {};
    private Rejection rejection;
    private Outcome outcome;

    @Override
    public Action act(Observation observation, Turn turn) {
      turns.add(turn);
      texts.forEach(text -> numbers.add(turn.say("MAIN", text)));
      thought.run();
      return Action.newBuilder().addDice(2).addDice(3).build();
    }

    @Override
    public Action onRejected(Rejection rejection) {
      this.rejection = rejection;
      return null;
    }

    @Override
    public void onEnd(Match match, Outcome outcome) {
      this.outcome = outcome;
    }
  }

  @BeforeEach
  void seatBoth() {
    conversation.join("a", new BotMaker(() -> first));
    conversation.join("b", new BotMaker(() -> second));
    conversation.take(conversation.home());
    tell(response().addJoins(joined(1, 0)).addJoins(joined(2, 1)).addStarts(started(0)));
    assertNull(conversation.take(conversation.home()));
  }

  private void tell(PlayResponse.Builder response) {
    conversation.receive(response.build(), conversation.home()).forEach(task -> task.call().run());
  }

  private PlayRequest hear(PlayResponse.Builder response) {
    tell(response);
    return take();
  }

  private PlayRequest take() {
    PlayRequest request = conversation.take(conversation.home());
    return request == null ? PlayRequest.getDefaultInstance() : request;
  }

  /** What is said, as match/seat/turn channel number: text. */
  private static List<String> says(PlayRequest request) {
    return request.getSaysList().stream().map(ChatTest::line).toList();
  }

  private static String line(Say say) {
    assertTrue(say.getText().isValidUtf8());
    return "%s/%d/%d %s %d: %s"
        .formatted(
            say.getMatchId(),
            say.getSeat(),
            say.getTurn(),
            say.getChannel(),
            say.getNumber(),
            say.getText().toStringUtf8());
  }

  @Test
  void sendsWhatIsSaidBeforeTheAnswerWithIt() { // 24
    first.texts.addAll(List.of("Waffenstillstand? 🤝", "für zwei Runden"));
    PlayRequest request = hear(response().addTurns(turn(0, 3)));
    assertEquals(
        List.of("m1/0/3 MAIN 1: Waffenstillstand? 🤝", "m1/0/3 MAIN 2: für zwei Runden"),
        says(request));
    assertEquals(1, request.getActionsCount());
    assertEquals(List.of(1L, 2L), first.numbers);
  }

  @Test
  void givesEachMessageOfTheProcessANumberOfItsOwn() throws InterruptedException { // 24
    hear(response().addTurns(turn(0, 1)).addTurns(turn(1, 1)));
    List<Thread> threads = new ArrayList<>();
    for (Talker bot : List.of(first, second, first, second)) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 250; i++) {
                  bot.turns.get(0).say("MAIN", "hello");
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Set<Long> numbers = new HashSet<>();
    take().getSaysList().forEach(say -> numbers.add(say.getNumber()));
    Set<Long> expected = new HashSet<>();
    for (long number = 1; number <= 1000; number++) {
      expected.add(number);
    }
    assertEquals(expected, numbers);
  }

  @Test
  void doesNotKeepWhatIsSaidUntilTheAnswer() { // 24
    List<PlayRequest> meanwhile = new ArrayList<>();
    first.texts.add("thinking");
    first.thought = () -> meanwhile.add(take());
    PlayRequest request = hear(response().addTurns(turn(0, 1)));
    assertEquals(List.of("m1/0/1 MAIN 1: thinking"), says(meanwhile.get(0)));
    assertEquals(0, meanwhile.get(0).getActionsCount());
    assertEquals(1, wakes.get());
    assertEquals(1, request.getActionsCount());
    assertEquals(List.of(), says(request));
  }

  @Test
  void letsABotSpeakAfterItsAnswer() { // 24
    assertEquals(1, hear(response().addTurns(turn(0, 4))).getActionsCount());
    assertEquals(0, wakes.get());
    assertEquals(1, first.turns.get(0).say("TILE", "done, and you?"));
    assertEquals(1, wakes.get());
    PlayRequest request = take();
    assertEquals(List.of("m1/0/4 TILE 1: done, and you?"), says(request));
    assertEquals(0, request.getActionsCount());
  }

  @Test
  void doesNotSayAgainWhatHasGoneOutUnlikeTheAnswer() { // 24
    first.texts.add("once");
    hear(response().addTurns(turn(0, 1)));
    conversation.opened();
    assertEquals(List.of(), says(take()));
    PlayRequest again = hear(response().addJoins(joined(1, 0)).addTurns(turn(0, 1)));
    assertEquals(1, again.getActionsCount());
    assertEquals(List.of(), says(again));
  }

  @Test
  void saysOnTheNextStreamWhatNoneWasGiven() { // 24
    hear(response().addTurns(turn(0, 1)));
    first.turns.get(0).say("MAIN", "anybody there?");
    conversation.opened();
    PlayRequest request = take();
    assertEquals(2, request.getJoinsCount()); // which are taken in first
    assertEquals(List.of("m1/0/1 MAIN 1: anybody there?"), says(request));
    conversation.opened();
    assertEquals(List.of(), says(take()));
  }

  @Test
  void takesBackTheAnswerAloneWhenTheDeadlineHasPassed() { // 10, 24
    first.texts.add("too slow");
    first.thought = () -> tell(response().addMissed(missed(0, 1)));
    PlayRequest request = hear(response().addTurns(turn(0, 1)));
    assertEquals(List.of("m1/0/1 MAIN 1: too slow"), says(request));
    assertEquals(0, request.getActionsCount());
  }

  @Test
  void leavesItToTheRefereeThatAMessageComesAfterTheNextTurn() { // 24
    hear(response().addTurns(turn(0, 1)));
    hear(response().addTurns(turn(0, 2)));
    first.turns.get(0).say("MAIN", "late");
    assertEquals(List.of("m1/0/1 MAIN 1: late"), says(take()));
  }

  @Test
  void saysNothingForASeatThatIsOver() { // 24
    hear(response().addTurns(turn(0, 1)).addTurns(turn(1, 1)));
    first.turns.get(0).say("MAIN", "not sent yet");
    second.turns.get(0).say("MAIN", "sent");
    assertEquals(
        List.of("m1/1/1 MAIN 2: sent"), says(hear(response().addEnds(ended(0).setGoesOn(true)))));
    int before = wakes.get();
    assertEquals(3, first.turns.get(0).say("MAIN", "from the grave"));
    assertEquals(before, wakes.get());
    assertNull(conversation.take(conversation.home()));
    assertTrue(
        log.lines.contains(
            "WARNING match m1 seat 0 turn 1: message 3 is not sent: the match is over"),
        log.lines.toString());
  }

  @Test
  void writesHalvesOfCharactersAllTheSame() throws InvalidProtocolBufferException {
    first.texts.add("\ud83e");
    PlayRequest request = hear(response().addTurns(turn(0, 1)));
    assertEquals(List.of("m1/0/1 MAIN 1: ?"), says(request));
    first.turns.get(0).say("\ud83e", "half a name");
    PlayRequest written = PlayRequest.parseFrom(take().toByteString());
    assertEquals(List.of("m1/0/1 ? 2: half a name"), says(written));
  }

  @Test
  void takesAMissingTextForAFailureOfTheBot() {
    first.texts.add(null);
    PlayRequest request = hear(response().addTurns(turn(0, 1)));
    assertEquals(1, request.getSkipsCount());
    assertEquals(List.of(), says(request));
    assertEquals(1, conversation.botFailures());
  }

  @Test
  void tellsARejectionWithTheNumberOfItsMessage() { // 25
    first.texts.add("far too long");
    hear(response().addTurns(turn(0, 5)));
    PlayRequest request =
        hear(
            response()
                .addRejections(
                    rejected(ErrorReason.ERROR_REASON_MSG_TOO_LONG, "12 bytes, at most 8")
                        .setMatchId("m1")
                        .setTurn(5)
                        .setSayNumber(1)));
    assertEquals(
        new Rejection(first.turns.get(0).match(), 5, "MSG_TOO_LONG", "12 bytes, at most 8", 1),
        first.rejection);
    assertEquals(PlayRequest.getDefaultInstance(), request);
  }

  @Test
  void tellsWhatWasHeardAndWhereTheSeatMaySpeak() {
    hear(response().addTurns(turn(0, 1)));
    assertEquals(List.of(), first.turns.get(0).said());
    assertEquals(List.of(), first.turns.get(0).channels());
    var next = turn(0, 2);
    next.addSaidBuilder()
        .setChannel("TILE")
        .setNumber(17)
        .setSeat(2)
        .setText("hé")
        .setRound(3)
        .setPhase("FIGHT");
    next.addSaidBuilder().setChannel("MAIN");
    next.addChannelsBuilder().setName("MAIN").addAllMembers(List.of(0, 1, 2));
    next.addChannelsBuilder().setName("TILE").setNumber(17).addAllMembers(List.of(0, 2));
    hear(response().addTurns(next));
    assertEquals(
        List.of(new Said("TILE", 17, 2, "hé", 3, "FIGHT"), new Said("MAIN", 0, 0, "", 0, "")),
        first.turns.get(1).said());
    assertEquals(
        List.of(new Channel("MAIN", 0, List.of(0, 1, 2)), new Channel("TILE", 17, List.of(0, 2))),
        first.turns.get(1).channels());
  }

  @Test
  void endsASeatWhoseMatchGoesOn() { // 26
    conversation.finish();
    log.lines.clear();
    MatchEnded.Builder end = ended(0).setGoesOn(true);
    end.getOutcomeBuilder().addSeatsBuilder().setSeat(1);
    end.addSaidBuilder().setChannel("MAIN").setSeat(1).setText("bye");
    hear(response().addTurns(turn(0, 1)).addEnds(end));
    assertEquals(List.of(), first.turns);
    assertEquals(
        new Outcome(
            "RULES",
            "over",
            List.of(new SeatResult(0, 1, 7, 0, null), new SeatResult(1, 0, 0, 0, null)),
            null,
            true,
            0,
            0,
            0,
            List.of(new Said("MAIN", 0, 1, "bye", 0, ""))),
        first.outcome);
    assertFalse(first.outcome.isVoid());
    assertEquals(
        List.of("INFO match m1 seat 0: ended: placement 1, score 7, RULES: over"),
        log.lines); // and no word about dice

    conversation.opened();
    assertEquals(List.of("b"), take().getJoinsList().stream().map(Join::getToken).toList());
    tell(response().addEnds(ended(1)));
    assertTrue(conversation.isDone());
    assertNull(conversation.failure());
    assertFalse(second.outcome.goesOn());
    assertEquals(List.of(), second.outcome.said());
  }
}
