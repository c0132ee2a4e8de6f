package gamereferee.client.constants;

/**
 * Names of the numbers in messages of Dice Adventure. Generated from the game's tables; do not
 * edit.
 */
public final class DiceAdventureConstants {
  private DiceAdventureConstants() {}

  /**
   * Members of a party, by the number that each has on the map (DA-2.2). In messages:
   * Observation.character, Member.character, Ping.by, MemberRoll.character, Death.character,
   * Respawn.character, Key.character.
   */
  public static final class Character {
    public static final int DWARF = 1;
    public static final int GIANT = 2;
    public static final int HUMAN = 3;

    private Character() {}
  }
}
