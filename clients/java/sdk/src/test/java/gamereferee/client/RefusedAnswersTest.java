package gamereferee.client;

import static gamereferee.client.ConversationTest.joined;
import static gamereferee.client.ConversationTest.missed;
import static gamereferee.client.ConversationTest.rejected;
import static gamereferee.client.ConversationTest.response;
import static gamereferee.client.ConversationTest.started;
import static gamereferee.client.ConversationTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duties 28 and 29: answers are checked before they go out; a refused one is given again. */
class RefusedAnswersTest {
  private static final int MIB = 1 << 20;
  private static final String BAD = "can't be read as the game's action";

  private Conversation conversation =
      new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
  private final Recorder bot = new Recorder();
  @RegisterExtension private final CapturedLog log = new CapturedLog();

  @BeforeEach
  void seat() {
    seat(bot);
  }

  private void seat(Bot<?, ?> seated) {
    conversation.join("token", new BotMaker(() -> seated));
    conversation.take(conversation.home());
    tell(response().addJoins(joined(1, 0)).addStarts(started(0)));
    assertNull(conversation.take(conversation.home()));
    log.lines.clear();
    bot.told.clear();
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

  private static PlayResponse.Builder refusal(int turn, ErrorReason reason) {
    return response().addRejections(rejected(reason, BAD).setMatchId("m1").setTurn(turn));
  }

  private static PlayResponse.Builder malformed(int turn) {
    return refusal(turn, ErrorReason.ERROR_REASON_MALFORMED);
  }

  /** An action whose message has this many bytes. */
  private static Action sized(int bytes) {
    int head = 1 + com.google.protobuf.CodedOutputStream.computeUInt32SizeNoTag(bytes);
    ByteString filler = ByteString.copyFrom(new byte[bytes - head]);
    Action action =
        Action.newBuilder()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(
                        15, UnknownFieldSet.Field.newBuilder().addLengthDelimited(filler).build())
                    .build())
            .build();
    assertEquals(bytes, action.getSerializedSize());
    return action;
  }

  /** A bot that answers with whatever message it is given. */
  private record Answering(Message answer) implements Bot<Observation, Message> {
    @Override
    public Message act(Observation observation, Turn turn) {
      return answer;
    }
  }

  // Duty 28.

  @Test
  void sendsNoAnswerOfMoreBytesThanAreAllowed() {
    bot.answer = sized(70_004);
    PlayRequest request = hear(response().addTurns(turn(0, 3)));
    assertEquals(0, request.getActionsCount());
    assertEquals(3, request.getSkips(0).getTurn());
    assertEquals(
        List.of(
            "SEVERE match m1 seat 0 turn 3: the bot's own code failed:"
                + " an answer of 70,004 bytes, and 65,536 are allowed"),
        log.lines);
    assertEquals(1, conversation.botFailures());
  }

  @Test
  void writesNumbersAlikeInEveryCountry() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      bot.answer = sized(70_004);
      hear(response().addTurns(turn(0, 3)).addMissed(missed(0, 2)));
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(
        List.of(
            "WARNING match m1 seat 0 turn 2: missed the deadline, strike 1 of 3",
            "SEVERE match m1 seat 0 turn 3: the bot's own code failed:"
                + " an answer of 70,004 bytes, and 65,536 are allowed"),
        log.lines);
  }

  @Test
  void sendsAnAnswerOfAsManyBytesAsAreAllowed() {
    bot.answer = sized(65_536);
    assertEquals(1, hear(response().addTurns(turn(0, 1))).getActionsCount());
    bot.answer = sized(65_537);
    assertEquals(1, hear(response().addTurns(turn(0, 2))).getSkipsCount());
  }

  @Test
  void sendsNoAnswerOfAnotherTypeThanTheGamesAction() {
    conversation =
        new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
    seat(new Answering(Config.getDefaultInstance()));
    PlayRequest request = hear(response().addTurns(turn(0, 3)));
    assertEquals(0, request.getActionsCount());
    assertEquals(3, request.getSkips(0).getTurn());
    assertEquals(
        List.of(
            "SEVERE match m1 seat 0 turn 3: the bot's own code failed: an answer must be a"
                + " gamereferee.games.diceman.v1.Action, not a gamereferee.games.diceman.v1.Config"),
        log.lines);
  }

  @Test
  void checksNoTypeWhereTheObservationHasAnotherName() {
    assertNull(Messages.actionOf(Config.getDefaultInstance()));
    assertEquals(
        "gamereferee.games.diceman.v1.Action", Messages.actionOf(Observation.getDefaultInstance()));
    assertNull(Messages.actionProblem(Config.getDefaultInstance(), null));
  }

  @Test
  void splitsRequestsAtAMebibyte() {
    int seats = 40;
    for (int seat = 1; seat < seats; seat++) {
      Recorder other = new Recorder();
      conversation.join("token " + seat, new BotMaker(() -> other));
      other.answer = sized(65_000);
      tell(response().addJoins(joined(seat + 1, seat)));
    }
    conversation.take(conversation.home());
    bot.answer = sized(65_000);
    PlayResponse.Builder turns = response();
    for (int seat = 0; seat < seats; seat++) {
      turns.addTurns(turn(seat, 1));
    }
    tell(turns);
    List<Integer> answered = new ArrayList<>();
    int requests = 0;
    PlayRequest request = conversation.take(conversation.home());
    for (; request != null; request = conversation.take(conversation.home())) {
      requests++;
      assertTrue(request.getSerializedSize() <= MIB, "" + request.getSerializedSize());
      request.getActionsList().forEach(action -> answered.add(action.getSeat()));
    }
    assertEquals(3, requests);
    assertEquals(seats, answered.size());
    assertEquals(seats, answered.stream().distinct().count());
  }

  @Test
  void sendsNoSpeechThatFitsNoRequest() {
    Turn[] asked = new Turn[1];
    conversation =
        new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
    seat(
        (Bot<Observation, Action>)
            (observation, turn) -> {
              asked[0] = turn;
              return Action.getDefaultInstance();
            });
    hear(response().addTurns(turn(0, 1)));
    asked[0].say("MAIN", "x".repeat(MIB));
    assertEquals(0, take().getSaysCount());
    assertEquals(
        List.of(
            "WARNING match m1 seat 0 turn 1: message 1 is not sent:"
                + " it has 1,048,576 bytes, and a request has at most 1,048,576"),
        log.lines);
    asked[0].say("MAIN", "x".repeat(MIB - 100));
    assertEquals(1, take().getSaysCount());
  }

  // Duty 29.

  @Test
  void skipsTheTurnOfARefusedAnswerAtOnce() {
    hear(response().addTurns(turn(0, 3)));
    PlayRequest request = hear(malformed(3));
    assertEquals(0, request.getActionsCount());
    assertEquals(3, request.getSkips(0).getTurn());
    assertEquals(
        List.of(
            "SEVERE match m1 seat 0 turn 3: the bot's own code failed:"
                + " the answer was refused: MALFORMED: "
                + BAD),
        log.lines);
    assertEquals(List.of("act 3", "rejected 3 MALFORMED " + BAD), bot.told);
    assertEquals(1, conversation.botFailures());
    assertEquals(
        "match m1 seat 0 turn 3: the bot's own code failed: the answer was refused: MALFORMED: "
            + BAD,
        conversation.failure().getMessage());
  }

  @Test
  void sendsTheAnswerThatTheBotGivesAgain() {
    hear(response().addTurns(turn(0, 3)));
    bot.again = Action.newBuilder().addDice(0).addDice(1).build();
    PlayRequest request = hear(refusal(3, ErrorReason.ERROR_REASON_WRONG_TYPE));
    assertEquals(0, request.getSkipsCount());
    assertEquals(3, request.getActions(0).getTurn());
    assertEquals(com.google.protobuf.Any.pack(bot.again), request.getActions(0).getPayload());
    assertEquals(1, conversation.botFailures());
  }

  @Test
  void skipsTheTurnWhenTheSecondAnswerIsRefusedToo() {
    hear(response().addTurns(turn(0, 3)));
    bot.again = bot.answer;
    hear(malformed(3));
    PlayRequest request = hear(malformed(3));
    assertEquals(0, request.getActionsCount());
    assertEquals(3, request.getSkips(0).getTurn());
    String refused = "rejected 3 MALFORMED " + BAD;
    assertEquals(List.of("act 3", refused, refused), bot.told);
    assertEquals(2, conversation.botFailures());
    assertEquals(PlayRequest.getDefaultInstance(), hear(malformed(3)));
    assertEquals(2, conversation.botFailures());
  }

  @Test
  void givesUpATurnWhoseSecondAnswerFails() {
    hear(response().addTurns(turn(0, 3)));
    bot.fault = new IllegalStateException("no better idea");
    assertEquals(1, hear(malformed(3)).getSkipsCount());
    assertEquals(2, conversation.botFailures());
    hear(response().addTurns(turn(0, 4)));
    bot.again = sized(70_004);
    assertEquals(1, hear(malformed(4)).getSkipsCount());
    assertEquals(4, conversation.botFailures());
  }

  @Test
  void asksForNothingAfterRejectionsOfOtherTurnsAndReasons() {
    bot.again = bot.answer;
    hear(response().addTurns(turn(0, 3)));
    assertEquals(PlayRequest.getDefaultInstance(), hear(malformed(2)));
    assertEquals(PlayRequest.getDefaultInstance(), hear(refusal(3, ErrorReason.ERROR_REASON_LATE)));
    Rejected.Builder say =
        rejected(ErrorReason.ERROR_REASON_MALFORMED, BAD).setMatchId("m1").setTurn(3);
    assertEquals(
        PlayRequest.getDefaultInstance(), hear(response().addRejections(say.setSayNumber(1))));
    assertEquals(PlayRequest.getDefaultInstance(), hear(response().addMissed(missed(0, 3))));
    assertEquals(PlayRequest.getDefaultInstance(), hear(malformed(3)));
    assertEquals(0, conversation.botFailures());
  }

  @Test
  void asksForNothingWhileTheBotThinksAboutANewerTurn() {
    hear(response().addTurns(turn(0, 3)));
    bot.again = bot.answer;
    var tasks = conversation.receive(response().addTurns(turn(0, 4)).build(), conversation.home());
    assertEquals(PlayRequest.getDefaultInstance(), hear(malformed(3)));
    tasks.forEach(task -> task.call().run());
    assertEquals(4, take().getActions(0).getTurn());
  }

  @Test
  void sendsNoSecondAnswerOnceTheTurnIsOver() {
    hear(response().addTurns(turn(0, 3)));
    bot.again = bot.answer;
    var tasks = new ArrayList<>(conversation.receive(malformed(3).build(), conversation.home()));
    tasks.addAll(
        conversation.receive(response().addMissed(missed(0, 3)).build(), conversation.home()));
    tasks.forEach(task -> task.call().run());
    assertEquals(PlayRequest.getDefaultInstance(), take());
    assertEquals(List.of("act 3", "rejected 3 MALFORMED " + BAD, "missed 3, 1 of 3"), bot.told);
  }

  @Test
  void givesTheSecondAnswerAgainAfterABreak() {
    hear(response().addTurns(turn(0, 3)));
    bot.again = Action.newBuilder().addDice(0).addDice(1).build();
    var tasks = conversation.receive(malformed(3).build(), conversation.home());
    conversation.opened();
    take();
    assertEquals(
        PlayRequest.getDefaultInstance(),
        hear(response().addJoins(joined(1, 0)).addTurns(turn(0, 3))));
    tasks.forEach(task -> task.call().run());
    assertEquals(com.google.protobuf.Any.pack(bot.again), take().getActions(0).getPayload());
    assertEquals(1, bot.told.stream().filter("act 3"::equals).count());
  }

  @Test
  void endsAtARefusedAnswerIfStrict() {
    conversation =
        new Conversation("me", true, Conversation.FEATURES, () -> Runnable::run, () -> {});
    seat(bot);
    hear(response().addTurns(turn(0, 3)));
    assertThrows(BotException.class, () -> tell(malformed(3)));
  }
}
