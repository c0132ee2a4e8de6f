package gamereferee.client.constants;

/** Names of the numbers in messages of Diceman. Generated from the game's tables; do not edit. */
public final class DicemanConstants {
  private DicemanConstants() {}

  /** Dice, by die id (DM-3.1). In messages: Action.dice, Roll.values. */
  public static final class Die {
    public static final int MAGIC = 0;
    public static final int PRIORITY = 1;
    public static final int SWORD = 2;
    public static final int SHIELD = 3;

    private Die() {}
  }

  /**
   * Combinations of two dice, by combination id (DM-3.2). In messages: Roll.combo,
   * PickCounts.counts.
   */
  public static final class Combo {
    public static final int MAGIC_PRIORITY = 0;
    public static final int MAGIC_SWORD = 1;
    public static final int MAGIC_SHIELD = 2;
    public static final int PRIORITY_SWORD = 3;
    public static final int PRIORITY_SHIELD = 4;
    public static final int SWORD_SHIELD = 5;

    private Combo() {}
  }
}
