package gamereferee.client;

import static gamereferee.client.ConversationTest.ended;
import static gamereferee.client.ConversationTest.joined;
import static gamereferee.client.ConversationTest.missed;
import static gamereferee.client.ConversationTest.response;
import static gamereferee.client.ConversationTest.started;
import static gamereferee.client.ConversationTest.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Event;
import gamereferee.games.diceman.v1.Diceman.Events;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duty 30: a turn that is over is not asked, and what it brought comes with the next. */
class OverTurnsTest {
  private final Conversation conversation =
      new Conversation("me", false, Conversation.FEATURES, () -> Runnable::run, () -> {});
  private final Listener bot = new Listener();
  @RegisterExtension private final CapturedLog log = new CapturedLog();

  /** A bot that keeps its turns and writes down what it hears. */
  private static final class Listener implements Bot<Observation, Action> {
    private final List<String> heard = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private Runnable thought = () -> {};

    @Override
    public void onEvents(Match match, Message events) {
      heard.add("events " + ((Events) events).getEventsCount());
    }

    @Override
    public Action act(Observation observation, Turn turn) {
      turns.add(turn);
      Events events = turn.events(Events.class);
      heard.add(
          "act %d, %d events, said %s"
              .formatted(
                  turn.number(), events == null ? 0 : events.getEventsCount(), texts(turn.said())));
      thought.run();
      return Action.getDefaultInstance();
    }

    @Override
    public void onMissed(Missed missed) {
      heard.add("missed " + missed.turn());
    }

    @Override
    public void onEnd(Match match, Outcome outcome) {
      heard.add("end, said " + texts(outcome.said()));
    }

    private static List<String> texts(List<Said> said) {
      return said.stream().map(Said::text).toList();
    }
  }

  @BeforeEach
  void seat() {
    conversation.join("token", new BotMaker(() -> bot));
    conversation.take(conversation.home());
    tell(response().addJoins(joined(1, 0)).addStarts(started(0)));
    assertNull(conversation.take(conversation.home()));
  }

  private List<Conversation.Task> receive(PlayResponse.Builder response) {
    return conversation.receive(response.build(), conversation.home());
  }

  private void tell(PlayResponse.Builder response) {
    receive(response).forEach(task -> task.call().run());
  }

  private static Any events(int count) {
    Events.Builder events = Events.newBuilder();
    for (int i = 0; i < count; i++) {
      events.addEvents(Event.getDefaultInstance());
    }
    return Any.pack(events.build());
  }

  private static gamereferee.v1.PlayServiceOuterClass.Turn.Builder eventful(
      int number, int count, String said) {
    var turn = turn(0, number).setEvents(events(count));
    turn.addSaidBuilder().setText(said);
    return turn;
  }

  @Test
  void tellsWhatAMissedTurnBroughtWithTheNextOne() {
    var tasks = new ArrayList<>(receive(response().addTurns(eventful(1, 1, "one"))));
    tasks.addAll(receive(response().addMissed(missed(0, 1)).addTurns(eventful(2, 2, "two"))));
    tasks.forEach(task -> task.call().run());
    assertEquals(
        List.of("missed 1", "events 1", "events 2", "act 2, 3 events, said [one, two]"), bot.heard);
    bot.heard.clear();
    tell(response().addTurns(eventful(3, 1, "three")));
    assertEquals(List.of("events 1", "act 3, 1 events, said [three]"), bot.heard);
  }

  @Test
  void tellsWhatTurnsBroughtThatANewerOneHasReplaced() {
    var tasks = new ArrayList<>(receive(response().addTurns(eventful(1, 1, "one"))));
    tasks.addAll(receive(response().addTurns(eventful(2, 2, "two"))));
    tasks.addAll(receive(response().addTurns(turn(0, 3))));
    tasks.forEach(task -> task.call().run());
    assertEquals(List.of("events 1", "events 2", "act 3, 3 events, said [one, two]"), bot.heard);
    assertEquals(3, conversation.take(conversation.home()).getActions(0).getTurn());
  }

  @Test
  void tellsWhatATurnBroughtThatTheEndHasOvertaken() {
    var tasks = new ArrayList<>(receive(response().addTurns(eventful(1, 1, "one"))));
    var end = ended(0).setEvents(events(2));
    end.addSaidBuilder().setText("gg");
    tasks.addAll(receive(response().addEnds(end)));
    tasks.forEach(task -> task.call().run());
    assertEquals(List.of("events 1", "events 2", "end, said [one, gg]"), bot.heard);
  }

  @Test
  void keepsWhatComesInTheMessageOfTheEnd() {
    tell(response().addTurns(eventful(1, 1, "one")).addEnds(ended(0)));
    assertEquals(List.of("events 1", "end, said [one]"), bot.heard);
  }

  @Test
  void asksNoTurnThatWasMissedBeforeItCame() {
    tell(response().addTurns(eventful(1, 1, "one")).addMissed(missed(0, 1)));
    tell(response().addTurns(eventful(1, 1, "one"))); // it brings nothing new
    tell(response().addTurns(eventful(2, 2, "two")));
    assertEquals(
        List.of("missed 1", "events 1", "events 2", "act 2, 3 events, said [one, two]"), bot.heard);
    assertEquals(1, conversation.take(conversation.home()).getActionsCount());
  }

  @Test
  void tellsAThinkingBotWhetherItsTurnIsOpen() {
    List<Boolean> open = new ArrayList<>();
    bot.thought =
        () -> {
          open.add(bot.turns.get(bot.turns.size() - 1).isOpen());
          receive(response().addMissed(missed(0, bot.turns.size())));
          open.add(bot.turns.get(bot.turns.size() - 1).isOpen());
        };
    tell(response().addTurns(turn(0, 1)));
    tell(response().addTurns(turn(0, 2)));
    assertEquals(List.of(true, false, true, false), open);
    assertNull(conversation.take(conversation.home()));
    bot.thought = () -> {};
    tell(response().addTurns(turn(0, 3)));
    assertFalse(bot.turns.get(2).isOpen(), "it has been answered");
  }

  @Test
  void takesATurnForOverAtANewerOneAndAtTheEnd() {
    List<Boolean> open = new ArrayList<>();
    bot.thought = () -> receive(response().addTurns(turn(0, 2)));
    tell(response().addTurns(turn(0, 1)));
    open.add(bot.turns.get(0).isOpen());
    bot.thought =
        () -> {
          conversation.opened(); // a break alone ends no turn
          assertTrue(bot.turns.get(1).isOpen());
          receive(response().addEnds(ended(0)));
        };
    tell(response().addTurns(turn(0, 3)));
    open.add(bot.turns.get(1).isOpen());
    assertEquals(List.of(false, false), open);
  }
}
