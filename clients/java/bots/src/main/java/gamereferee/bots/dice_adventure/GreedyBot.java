package gamereferee.bots.dice_adventure;

import gamereferee.client.Run;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Action;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Observation;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Phase;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Pings;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Plan;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).
 *
 * <p>It never pings, and takes no account of its party.
 */
final class GreedyBot {
  private static final int EMPTY_COST = 2;
  private static final int UNEXPLORED_COST = 3;
  private static final int MONSTER_COST = 12;

  /** What a trap adds for Dwarf, Giant and Human. */
  private static final int[] TRAP_COSTS = {4, 14, 8};

  /** What a rock adds for Dwarf, Giant and Human. */
  private static final int[] ROCK_COSTS = {120, 12, 28};

  public static void main(String[] args) {
    Run.run(Observation.class, GreedyBot::act, args);
  }

  static Action act(Observation observation) {
    if (observation.getPhase() == Phase.PHASE_COMMUNICATION) {
      return Action.newBuilder().setPings(Pings.getDefaultInstance()).build();
    }
    List<Step> steps = plan(new View(observation));
    return Action.newBuilder().setPlan(Plan.newBuilder().addAllSteps(steps)).build();
  }

  /** Goes to the own shrine, with the key to the tower, and else explores. */
  private static List<Step> plan(View view) {
    Travel travel = new Travel(view, view.at(), cell -> cost(view, cell));
    OptionalInt goal = view.find(view.hasKey() ? "**" : "K" + (view.member() + 1));
    if (goal.isEmpty() || !travel.reaches(goal.getAsInt())) {
      goal = nearestUnexplored(view, travel);
    }
    List<Step> steps = new ArrayList<>();
    if (goal.isPresent()) {
      for (Travel.Leg leg : travel.pathTo(goal.getAsInt())) {
        if (steps.size() == view.actionPoints()) {
          break;
        }
        steps.add(leg.step());
        if (!view.isExplored(leg.cell())) {
          break; // who knows what is there
        }
      }
    }
    return steps;
  }

  private static int cost(View view, int cell) {
    String code = view.code(cell);
    if (code.equals(View.WALL)) {
      return Travel.NEVER;
    }
    int cost = view.isExplored(cell) ? EMPTY_COST : UNEXPLORED_COST;
    if (code.startsWith("T")) {
      cost += TRAP_COSTS[view.member()];
    } else if (code.startsWith("R")) {
      cost += ROCK_COSTS[view.member()];
    }
    return cost + (view.hasMonster(cell) ? MONSTER_COST : 0);
  }

  /** The unexplored cell that costs least to get to, the first reached of equals. */
  private static OptionalInt nearestUnexplored(View view, Travel travel) {
    return travel.cells().stream()
        .filter(cell -> !view.isExplored(cell))
        .min(Comparator.comparingInt(travel::cost))
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }
}
