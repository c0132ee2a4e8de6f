package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import gamereferee.games.swordman.v1.Swordman;
import org.junit.jupiter.api.Test;

class BotTypesTest {
  private static class Direct implements Bot<Observation, Action> {
    @Override
    public Action act(Observation observation, Turn turn) {
      return Action.getDefaultInstance();
    }
  }

  private static final class Inherited extends Direct {
    @Override
    public void onEvents(Match match, Message events) {}
  }

  private static class Generic<O extends Message> implements Bot<O, Action> {
    @Override
    public Action act(O observation, Turn turn) {
      return Action.getDefaultInstance();
    }
  }

  private static final class Saying extends Generic<Observation> {
    @Override
    public String game() {
      return "chess";
    }
  }

  @Test
  void tellsTheGameByTheTypeOfObservations() {
    assertEquals("diceman", new Direct().game());
    assertEquals("diceman", new Inherited().game());
    assertEquals(
        "swordman",
        Bot.of(Swordman.Observation.class, seen -> Swordman.Action.getDefaultInstance())
            .get()
            .game());
  }

  @Test
  void believesABotThatSaysItsGame() {
    assertEquals("chess", new Saying().game());
  }

  @Test
  void takesABotWhoseTypesDoNotTellForOneOfAnyGame() {
    assertNull(new Generic<Observation>().game());
    Bot<Observation, Action> lambda = (observation, turn) -> Action.getDefaultInstance();
    assertNull(lambda.game());
  }

  @Test
  void seesWhetherABotWantsEvents() {
    assertTrue(BotTypes.wantsEvents(new Inherited()));
    assertFalse(BotTypes.wantsEvents(new Direct()));
  }
}
