package gamereferee.bots.diceman;

import gamereferee.client.Run;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A bot for Diceman that picks one of the six combinations, uniformly (DM-9.1). */
final class RandomBot {
  private static final List<List<Integer>> COMBOS =
      List.of(
          List.of(0, 1), List.of(0, 2), List.of(0, 3), List.of(1, 2), List.of(1, 3), List.of(2, 3));

  public static void main(String[] args) {
    Run.run(Observation.class, RandomBot::act, args);
  }

  static Action act(Observation observation) {
    int combo = ThreadLocalRandom.current().nextInt(COMBOS.size());
    return Action.newBuilder().addAllDice(COMBOS.get(combo)).build();
  }
}
