package gamereferee.client.constants;

/**
 * Names of the numbers in messages of Dungeon Keeper. Generated from the game's tables; do not
 * edit.
 */
public final class DungeonKeeperConstants {
  private DungeonKeeperConstants() {}

  /**
   * Directions of a step, clockwise from north (DK-2.8). In messages: FireStreamOrder.direction.
   */
  public static final class Direction {
    public static final int N = 0;
    public static final int NE = 1;
    public static final int E = 2;
    public static final int SE = 3;
    public static final int S = 4;
    public static final int SW = 5;
    public static final int W = 6;
    public static final int NW = 7;

    private Direction() {}
  }
}
