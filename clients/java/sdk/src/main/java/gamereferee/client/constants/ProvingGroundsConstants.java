package gamereferee.client.constants;

/**
 * Names of the numbers in messages of Proving Grounds. Generated from the game's tables; do not
 * edit.
 */
public final class ProvingGroundsConstants {
  private ProvingGroundsConstants() {}

  /**
   * Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2). In
   * messages: Steal.gem, Stolen.gem, FinalSeat.qualified, ScenarioRoom.hoard_gems, Pass.gems,
   * Deposit.gems, Withdraw.gems, Goods.gems, Hoard.gems, Floor.gems, Hero.gems, Own.vault,
   * Looted.gems, FinalSeat.gems.
   */
  public static final class Gem {
    public static final int RUBY = 0;
    public static final int SAPPHIRE = 1;
    public static final int EMERALD = 2;
    public static final int DIAMOND = 3;

    private Gem() {}
  }

  /**
   * Characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1). In
   * messages: HeroSpec.improve, Candidate.stats, Hero.stats.
   */
  public static final class Stat {
    public static final int STR = 0;
    public static final int DEX = 1;
    public static final int CON = 2;
    public static final int INT = 3;
    public static final int INI = 4;

    private Stat() {}
  }
}
