package gamereferee.client;

import static gamereferee.client.ConversationTest.ended;
import static gamereferee.client.ConversationTest.joined;
import static gamereferee.client.ConversationTest.response;
import static gamereferee.client.ConversationTest.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.Event;
import gamereferee.games.diceman.v1.Diceman.Events;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.SmallAction;
import gamereferee.v1.PlayServiceOuterClass.SmallForm;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import gamereferee.v1.TimeControlOuterClass.TimeControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duty 27: turns in short are given to the bot as those at length, and answered in short. */
class ShortFormTest {
  private final Conversation conversation =
      new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
  private final List<Turn> turns = new ArrayList<>();
  private final Action answer = Action.newBuilder().addDice(2).addDice(3).build();
  private Outcome outcome;
  @RegisterExtension private final CapturedLog log = new CapturedLog();

  private final class Keeper implements Bot<Observation, Action> {
    @Override
    public Action act(Observation observation, Turn turn) {
      turns.add(turn);
      return answer;
    }

    @Override
    public void onEnd(Match match, Outcome ended) {
      outcome = ended;
    }
  }

  private static String url(Message message) {
    return Any.pack(message).getTypeUrl();
  }

  private static Joined.Builder inShort(int handle) {
    return joined(1, 0)
        .setTimeControl(
            TimeControl.newBuilder()
                .setFirstMove(duration(Duration.ofSeconds(9)))
                .setMoveTime(duration(Duration.ofSeconds(2))))
        .setSmallForm(
            SmallForm.newBuilder()
                .setHandle(handle)
                .setObservationUrl(url(Observation.getDefaultInstance()))
                .setEventsUrl(url(Events.getDefaultInstance()))
                .setActionUrl(url(Action.getDefaultInstance()))
                .setKnownObservation(
                    Observation.newBuilder()
                        .setConfig(Config.newBuilder().setLife(20))
                        .build()
                        .toByteString()));
  }

  private static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder().setSeconds(duration.getSeconds()).build();
  }

  private static SmallTurn.Builder small(int handle, int number) {
    return SmallTurn.newBuilder()
        .setHandle(handle)
        .setTurn(number)
        .setObservation(Observation.newBuilder().setRound(number).build().toByteString());
  }

  private PlayRequest hear(PlayResponse.Builder response) {
    conversation.receive(response.build(), conversation.home()).forEach(task -> task.call().run());
    PlayRequest request = conversation.take(conversation.home());
    return request == null ? PlayRequest.getDefaultInstance() : request;
  }

  @BeforeEach
  void seat() {
    conversation.join("token", new BotMaker(Keeper::new));
    conversation.take(conversation.home());
    hear(response().addJoins(inShort(7)).addStarts(started(0)));
  }

  @Test
  void addsToATurnWhatOnlyTheJoinHas() {
    SmallTurn.Builder first = small(7, 1).setPhase(3).setPhaseName("choose").setStrikes(1);
    first.setEvents(
        Events.newBuilder().addEvents(Event.getDefaultInstance()).build().toByteString());
    first.addSaidBuilder().setText("hi");
    first.addChannelsBuilder().setName("MAIN");
    PlayRequest request = hear(response().addSmallTurns(first));
    assertEquals(0, request.getActionsCount());
    assertEquals(
        SmallAction.newBuilder().setHandle(7).setTurn(1).setPayload(answer.toByteString()).build(),
        request.getSmallActions(0));
    Turn turn = turns.get(0);
    assertEquals(
        Observation.newBuilder().setConfig(Config.newBuilder().setLife(20)).setRound(1).build(),
        turn.observation());
    assertEquals("choose", turn.phase());
    assertEquals(1, turn.events(Events.class).getEventsCount());
    assertEquals("hi", turn.said().get(0).text());
    assertEquals("MAIN", turn.channels().get(0).name());
    assertEquals(1, turn.clock().strikes());
    assertEquals(Duration.ofSeconds(9), turn.clock().remaining());
    assertNull(turn.clock().bank());
    assertNull(turn.clock().lastElapsed());
    hear(response().addSmallTurns(small(7, 2).setPhase(3)));
    assertEquals("choose", turns.get(1).phase());
    assertNull(turns.get(1).events(Events.class));
  }

  @Test
  void readsClocksInMicroseconds() {
    hear(
        response()
            .addSmallTurns(small(7, 2).setBank(1_500_000).setLastElapsed(2_000_001).setLastLag(3)));
    Clock clock = turns.get(0).clock();
    assertEquals(Duration.ofMillis(3500), clock.remaining());
    assertEquals(Duration.ofMillis(1500), clock.bank());
    assertEquals(Duration.ofNanos(2_000_001_000L), clock.lastElapsed());
    assertEquals(Duration.ofNanos(3000), clock.lastLag());
    hear(response().addSmallTurns(small(7, 3).setRemaining(0)));
    assertEquals(Duration.ZERO, turns.get(1).clock().remaining());
  }

  @Test
  void answersAgainWithTheHandleOfTheStream() { // and at length where there is none
    hear(response().addSmallTurns(small(7, 1)));
    conversation.opened();
    conversation.take(conversation.home());
    PlayRequest request =
        hear(response().addJoins(inShort(8).setRejoined(true)).addSmallTurns(small(8, 1)));
    assertEquals(8, request.getSmallActions(0).getHandle());
    assertEquals(0, hear(response().addSmallTurns(small(7, 2))).getSmallActionsCount());
    conversation.opened();
    conversation.take(conversation.home());
    request =
        hear(
            response()
                .addJoins(joined(1, 0).setRejoined(true))
                .addTurns(ConversationTest.turn(0, 1)));
    assertEquals(0, request.getSmallActionsCount());
    assertEquals(Any.pack(answer), request.getActions(0).getPayload());
    assertEquals(1, turns.size());
  }

  @Test
  void keepsWhatATurnInTheMessageOfTheEndBrought() { // 30
    SmallTurn.Builder last = small(7, 1);
    last.addSaidBuilder().setText("bye");
    hear(response().addSmallTurns(last).addEnds(ended(0)));
    assertEquals(0, turns.size());
    assertEquals("bye", outcome.said().get(0).text());
    assertEquals(PlayRequest.getDefaultInstance(), hear(response().addSmallTurns(small(7, 2))));
  }

  private static final class Blind implements Bot<Observation, Action> {
    @Override
    public Action act(Observation observation, Turn turn) {
      return Action.getDefaultInstance();
    }

    @Override
    public boolean readsEvents() {
      return false;
    }
  }

  @Test
  void wantsNoEventsForFunctionsOfTheObservationAndBotsThatSaySo() {
    conversation.join("a", new BotMaker(Bot.of(Observation.class, seen -> answer)));
    conversation.join("b", new BotMaker(Bot.of(Observation.class, (seen, turn) -> answer)));
    conversation.join("c", new BotMaker(Blind::new));
    assertEquals(
        List.of(
            List.of("nonce-commitments", "small-turns", "worker-address", "without-events"),
            List.of("nonce-commitments", "small-turns", "worker-address"),
            List.of("nonce-commitments", "small-turns", "worker-address", "without-events")),
        features(conversation));
  }

  @Test
  void asksForNeitherWithPlainTurns() {
    Conversation plain =
        new Conversation(
            "me", false, List.of(Fairness.NONCE_COMMITMENTS), () -> Runnable::run, () -> {});
    plain.join("a", new BotMaker(Blind::new));
    plain.join("b", new BotMaker(Keeper::new));
    assertEquals(
        List.of(List.of("nonce-commitments"), List.of("nonce-commitments")), features(plain));
  }

  @Test
  void asksTheFirstBotForAllAndSeatsIt() {
    List<Bot<?, ?>> made = new ArrayList<>();
    BotMaker maker =
        new BotMaker(
            () -> {
              made.add(new Blind());
              return made.get(made.size() - 1);
            });
    conversation.join("a", maker);
    conversation.join("b", maker);
    assertEquals(1, made.size());
    assertSame(made.get(0), maker.make());
    assertSame(maker.make(), made.get(1));
    assertEquals(2, made.size());
  }

  @Test
  void takesABotThatCannotSayForOneThatReadsEvents() {
    BotMaker maker =
        new BotMaker(
            () -> {
              throw new IllegalStateException("no memory");
            });
    conversation.join("a", maker);
    conversation.join("b", maker);
    List<String> features = List.of("nonce-commitments", "small-turns", "worker-address");
    assertEquals(List.of(features, features), features(conversation));
    assertThrows(IllegalStateException.class, maker::make); // so that it is counted once
  }

  private static List<List<String>> features(Conversation conversation) {
    return conversation.take(conversation.home()).getJoinsList().stream()
        .map(join -> List.copyOf(join.getFeaturesList()))
        .toList();
  }
}
