package gamereferee.bots.dice_adventure;

import gamereferee.games.dice_adventure.v1.DiceAdventure.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * Where one can go from a cell, and at what cost: cheapest paths in whole costs (Dijkstra), with
 * ties broken the same way every time. Of paths of equal cost the one found first counts.
 */
final class Travel {
  /** Cost of a cell that can't be entered. */
  static final int NEVER = -1;

  /** Of cells at equal cost, the one that was reached first comes first. */
  private static final Comparator<Ahead> ORDER =
      Comparator.comparingInt(Ahead::cost).thenComparingInt(Ahead::order);

  private final Map<Integer, Way> ways = new LinkedHashMap<>();

  /** A cell that has been reached. */
  private record Ahead(int cost, int order, int cell) {}

  /** The cheapest way to a cell: what it costs, and its last step; the start has none. */
  private record Way(int cost, int before, Direction step) {}

  /** A cell on a path and the step into it. */
  record Leg(int cell, Step step) {}

  /**
   * Finds the cheapest paths from a cell to all others.
   *
   * @param view the map
   * @param start where to begin
   * @param costOf cost of entering a cell, at least 1, or {@link #NEVER}
   */
  Travel(View view, int start, IntUnaryOperator costOf) {
    PriorityQueue<Ahead> ahead = new PriorityQueue<>(ORDER);
    boolean[] isDone = new boolean[view.size()];
    int reached = 0;
    ways.put(start, new Way(0, start, null));
    ahead.add(new Ahead(0, reached++, start));
    while (!ahead.isEmpty()) {
      int cell = ahead.remove().cell;
      if (isDone[cell]) {
        continue;
      }
      isDone[cell] = true;
      for (Direction direction : Direction.values()) {
        OptionalInt next = view.next(cell, direction);
        if (next.isEmpty() || isDone[next.getAsInt()]) {
          continue;
        }
        int other = next.getAsInt();
        int entering = costOf.applyAsInt(other);
        int cost = ways.get(cell).cost + entering;
        if (entering != NEVER && (!ways.containsKey(other) || cost < ways.get(other).cost)) {
          ways.put(other, new Way(cost, cell, direction));
          ahead.add(new Ahead(cost, reached++, other));
        }
      }
    }
  }

  boolean reaches(int cell) {
    return ways.containsKey(cell);
  }

  int cost(int cell) {
    return ways.get(cell).cost;
  }

  /** All cells that can be reached, in the order of being reached for the first time. */
  List<Integer> cells() {
    return new ArrayList<>(ways.keySet());
  }

  /** The cheapest path to a cell that can be reached. */
  List<Leg> pathTo(int cell) {
    LinkedList<Leg> path = new LinkedList<>();
    Way way = ways.get(cell);
    for (int at = cell; way.step != null; at = way.before, way = ways.get(at)) {
      path.addFirst(new Leg(at, way.step.step));
    }
    return path;
  }
}
