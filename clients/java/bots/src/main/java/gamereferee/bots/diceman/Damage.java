package gamereferee.bots.diceman;

import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.MagicScope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntBinaryOperator;

/**
 * Expected net damage of one round of Diceman, exactly and in whole numbers (DM-11.2).
 *
 * <p>A table for bots that choose by it: a number is the damage summed over all rolls of the dice,
 * brought to one scale for all pairs of combinations. It follows the closed form of DM-5.12 and
 * works on sums over one or two dice at a time. Deaths are ignored, as the table of the rulebook
 * does.
 */
final class Damage {
  /** Die ids of each combination, by combination id (DM-3.2). */
  static final List<List<Integer>> COMBOS =
      List.of(
          List.of(0, 1), List.of(0, 2), List.of(0, 3), List.of(1, 2), List.of(1, 3), List.of(2, 3));

  private static final int MAGIC = 0;
  private static final int PRIORITY = 1;
  private static final int SWORD = 2;
  private static final int SHIELD = 3;

  private static final Map<Dice, Damage> TABLES = new ConcurrentHashMap<>();

  private final long[][] net = new long[COMBOS.size()][COMBOS.size()];

  /** What of a match's config decides a round (DM-2.1): sides, and what disturbs Magic. */
  private record Dice(int magic, int priority, int sword, int shield, boolean isSoFar) {
    int sides(int die) {
      return switch (die) {
        case MAGIC -> magic;
        case PRIORITY -> priority;
        case SWORD -> sword;
        default -> shield;
      };
    }
  }

  private Damage(Dice dice) {
    // Two dice against two have at most 10^8 rolls, and all four squared 10^16: sums fit a long.
    long scale = (long) dice.magic * dice.priority * dice.sword * dice.shield;
    for (List<Integer> own : COMBOS) {
      for (List<Integer> other : COMBOS) {
        Duel there = new Duel(dice, own, other);
        Duel back = new Duel(dice, other, own);
        net[COMBOS.indexOf(own)][COMBOS.indexOf(other)] =
            (there.dealt() - back.dealt()) * (scale * scale / there.rolls());
      }
    }
  }

  /** The table under a complete config, made once for all matches that have the same dice. */
  static Damage of(Config config) {
    Dice dice =
        new Dice(
            config.getDieMagic(),
            config.getDiePriority(),
            config.getDieSword(),
            config.getDieShield(),
            config.getMagicScope() == MagicScope.MAGIC_SCOPE_SO_FAR);
    return TABLES.computeIfAbsent(dice, Damage::new);
  }

  /** Net damage of a combination against another, by their ids; scaled alike for all pairs. */
  long net(int combo, int other) {
    return net[combo][other];
  }

  /** Damage that a seat with dice {@code own} deals to one with dice {@code other} (DM-5.12). */
  private static final class Duel {
    private final List<Integer> own;
    private final List<Integer> other;
    private final boolean isSoFar;
    private final Faces priorities;
    private final Faces theirPriorities;
    private final Faces swords;
    private final Faces theirShields;
    private final Faces shields;
    private final Faces theirSwords;
    private final Faces magic;
    private final Faces theirMagic;

    /** Rolls of own sword and their shield, of own shield and their sword, of both Magics. */
    private final long attacks;

    private final long defences;
    private final long spells;

    Duel(Dice dice, List<Integer> own, List<Integer> other) {
      this.own = own;
      this.other = other;
      isSoFar = dice.isSoFar;
      priorities = Faces.of(dice, own, PRIORITY);
      theirPriorities = Faces.of(dice, other, PRIORITY);
      swords = Faces.of(dice, own, SWORD);
      theirShields = Faces.of(dice, other, SHIELD);
      shields = Faces.of(dice, own, SHIELD);
      theirSwords = Faces.of(dice, other, SWORD);
      magic = Faces.of(dice, own, MAGIC);
      theirMagic = Faces.of(dice, other, MAGIC);
      attacks = swords.count() * theirShields.count();
      defences = shields.count() * theirSwords.count();
      spells = magic.count() * theirMagic.count();
    }

    /** All rolls of both seats' dice. */
    long rolls() {
      return priorities.count() * theirPriorities.count() * attacks * defences * spells;
    }

    /** Damage summed over all rolls. */
    long dealt() {
      long behind = priorities.sum(theirPriorities, (mine, theirs) -> mine < theirs ? 1 : 0);
      long level = priorities.sum(theirPriorities, (mine, theirs) -> mine == theirs ? 1 : 0);
      long sum = behind * second() + level * together();
      for (int lead = 1; lead <= priorities.last(); lead++) {
        int ahead = lead;
        long times =
            priorities.sum(theirPriorities, (mine, theirs) -> mine - theirs == ahead ? 1 : 0);
        sum += times * first(lead);
      }
      return sum;
    }

    private long first(int lead) {
      long edgeAndSword =
          swords.sum(
              theirShields,
              (sword, shield) -> {
                int edge = Math.min(lead, sword);
                return edge + Math.max(0, sword - edge - shield);
              });
      long strike =
          shields.sum(theirSwords, (shield, sword) -> Math.min(lead, Math.min(shield, sword)));
      return edgeAndSword * defences * spells + strike * attacks * spells + anyMagic();
    }

    private long second() {
      // Only who strikes first with Priority and Shield against no Sword does no harm by it.
      boolean isDisturbed = isSoFar && (!other.contains(SHIELD) || own.contains(SWORD));
      return plainSword() + (isDisturbed ? 0 : anyMagic());
    }

    private long together() {
      // What a seat deals by sword and what it suffers by sword hang on different dice.
      long unhurt = shields.sum(theirSwords, (shield, sword) -> sword > shield ? 0 : 1);
      long cast;
      if (other.contains(MAGIC)) {
        long hurts = swords.sum(theirShields, (sword, shield) -> sword > shield ? 1 : 0);
        long duel = magic.sum(theirMagic, (mine, theirs) -> Math.max(0, mine - theirs));
        cast = hurts * magic.total() * theirMagic.count() + (attacks - hurts) * duel;
      } else {
        cast = attacks * magic.total() * theirMagic.count();
      }
      return plainSword() + unhurt * cast;
    }

    private long plainSword() {
      long sum = swords.sum(theirShields, (sword, shield) -> Math.max(0, sword - shield));
      return sum * defences * spells;
    }

    private long anyMagic() {
      return magic.total() * theirMagic.count() * attacks * defences;
    }
  }

  /** The faces of a die, one after the other; a die not held has the only face 0. */
  private record Faces(int from, int last) {
    static Faces of(Dice dice, List<Integer> held, int die) {
      return held.contains(die) ? new Faces(1, dice.sides(die)) : new Faces(0, 0);
    }

    long count() {
      return last - from + 1L;
    }

    long total() {
      return (from + last) * count() / 2;
    }

    /** A value summed over all rolls of this die and another. */
    long sum(Faces other, IntBinaryOperator value) {
      long sum = 0;
      for (int mine = from; mine <= last; mine++) {
        for (int theirs = other.from; theirs <= other.last; theirs++) {
          sum += value.applyAsInt(mine, theirs);
        }
      }
      return sum;
    }
  }
}
