package gamereferee.bots.dice_adventure;

import gamereferee.client.Run;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Action;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Observation;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Phase;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Pings;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Plan;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Step;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A bot for Dice Adventure that wanders about (DA-9.1). */
final class RandomBot {
  public static void main(String[] args) {
    Run.run(Observation.class, RandomBot::act, args);
  }

  /** Never pings, and plans steps that, as far as is known, lead against no wall. */
  static Action act(Observation observation) {
    if (observation.getPhase() == Phase.PHASE_COMMUNICATION) {
      return Action.newBuilder().setPings(Pings.getDefaultInstance()).build();
    }
    View view = new View(observation);
    Plan.Builder plan = Plan.newBuilder();
    int cell = view.at();
    for (int i = 0; i < view.actionPoints(); i++) {
      List<Direction> ways = openWays(view, cell);
      if (ways.isEmpty()) {
        plan.addSteps(Step.STEP_WAIT);
        continue;
      }
      Direction way = ways.get(ThreadLocalRandom.current().nextInt(ways.size()));
      plan.addSteps(way.step);
      cell = view.next(cell, way).getAsInt();
    }
    return Action.newBuilder().setPlan(plan).build();
  }

  private static List<Direction> openWays(View view, int cell) {
    return Stream.of(Direction.values())
        .filter(way -> view.next(cell, way).stream().anyMatch(next -> !isWall(view, next)))
        .toList();
  }

  private static boolean isWall(View view, int cell) {
    return view.code(cell).equals(View.WALL);
  }
}
