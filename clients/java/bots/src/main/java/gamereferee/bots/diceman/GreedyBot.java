package gamereferee.bots.diceman;

import gamereferee.client.Bot;
import gamereferee.client.Match;
import gamereferee.client.Run;
import gamereferee.client.Turn;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.Observation;
import java.math.BigInteger;
import java.util.List;

/**
 * A bot for Diceman that plays the best answer to what its opponent has picked so far (DM-9.2).
 *
 * <p>It looks one round ahead and not at lives, and whoever knows it can lead it by the nose.
 */
final class GreedyBot implements Bot<Observation, Action> {
  private Damage damage;

  public static void main(String[] args) {
    Run.run(GreedyBot::new, args);
  }

  @Override
  public void onStart(Match match) {
    damage = Damage.of(match.config(Config.class));
  }

  @Override
  public Action act(Observation observation, Turn turn) {
    List<Integer> counts = observation.getPickCounts(1 - observation.getSeat()).getCountsList();
    int best = 0;
    for (int combo = 1; combo < Damage.COMBOS.size(); combo++) {
      if (value(combo, counts).compareTo(value(best, counts)) > 0) { // ties to the lowest id
        best = combo;
      }
    }
    return Action.newBuilder().addAllDice(Damage.COMBOS.get(best)).build();
  }

  /** Net damage of a combination against what the counts, each plus 1, let expect; scaled. */
  private BigInteger value(int combo, List<Integer> counts) {
    BigInteger sum = BigInteger.ZERO; // long matches with large dice need more than 64 bits
    for (int other = 0; other < counts.size(); other++) {
      BigInteger weight = BigInteger.valueOf(counts.get(other) + 1L);
      sum = sum.add(weight.multiply(BigInteger.valueOf(damage.net(combo, other))));
    }
    return sum;
  }
}
