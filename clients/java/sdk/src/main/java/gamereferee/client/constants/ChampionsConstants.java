package gamereferee.client.constants;

/** Names of the numbers in messages of Champions. Generated from the game's tables; do not edit. */
public final class ChampionsConstants {
  private ChampionsConstants() {}

  /**
   * Types of champions; the number is also the index of the champion within its seat (CH-3.1). In
   * messages: EquipOrder.champion, SetAction.prefs, Fighter.champion, FighterRef.champion,
   * ChampionDied.champion, Me.champions, Strength.health.
   */
  public static final class ChampionType {
    public static final int GLADIATOR = 0;
    public static final int ROGUE = 1;
    public static final int HEALER = 2;
    public static final int MAGE = 3;

    private ChampionType() {}
  }

  /**
   * Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it. In
   * messages: Loot.categories, Tile.left.
   */
  public static final class Category {
    public static final int PHYSICAL = 0;
    public static final int MAGICAL = 1;
    public static final int DEFENSIVE = 2;
    public static final int SUPPORT = 3;
    public static final int ANY = 4;

    private Category() {}
  }

  /**
   * Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8). In
   * messages: SetAction.action, Executed.action.
   */
  public static final class BattleAction {
    public static final int ATTACK = 0;
    public static final int HEAL = 1;
    public static final int BOOST = 2;
    public static final int GUARD = 3;
    public static final int EVADE = 4;

    private BattleAction() {}
  }

  /**
   * The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8). In
   * messages: SetAction.target.
   */
  public static final class Target {
    public static final int SELF = 0;
    public static final int PARTNER = 1;

    private Target() {}
  }

  /** Classes of tiles, by which a tile's loot is set (CH-2.5). In messages: Tile.tile_class. */
  public static final class TileClass {
    public static final int CORNER = 0;
    public static final int EDGE = 1;
    public static final int CENTRE = 2;
    public static final int CORE = 3;

    private TileClass() {}
  }

  /**
   * Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end.
   * In messages: Observation.phase, Refusal.phase.
   */
  public static final class Phase {
    public static final int MOVE = 0;
    public static final int LOOT = 1;
    public static final int EQUIP = 2;
    public static final int BATTLE = 3;
    public static final int OVER = 4;

    private Phase() {}
  }

  /**
   * Slots of a champion: two for weapons, one for armour (CH-3.3). In messages: EquipOrder.slot,
   * Champion.slots.
   */
  public static final class Slot {
    public static final int FIRST_WEAPON = 0;
    public static final int SECOND_WEAPON = 1;
    public static final int ARMOUR = 2;

    private Slot() {}
  }

  /**
   * Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5).
   * In messages: EquipOrder.kind.
   */
  public static final class EquipKind {
    public static final int PUT = 0;
    public static final int TAKE_OFF = 1;

    private EquipKind() {}
  }

  /**
   * Kinds of items by name (CH-3.6); `KINDS` has what each does. In messages: Item.kind,
   * LootFound.kind, Dice.kind.
   */
  public static final class ItemKind {
    public static final int RUSTY_DAGGER = 0;
    public static final int WOODEN_CLUB = 1;
    public static final int STEEL_SWORD = 2;
    public static final int WAR_AXE = 3;
    public static final int LONGBOW = 4;
    public static final int GREATSWORD = 5;
    public static final int DRAGONFANG = 6;
    public static final int TITAN_MAUL = 7;
    public static final int APPRENTICE_WAND = 8;
    public static final int PRAYER_BEADS = 9;
    public static final int OAK_STAFF = 10;
    public static final int BLESSED_ROD = 11;
    public static final int STORM_ORB = 12;
    public static final int LIFEWOOD_STAFF = 13;
    public static final int ARCHMAGE_TOME = 14;
    public static final int PHOENIX_SCEPTRE = 15;
    public static final int PADDED_COAT = 16;
    public static final int RINGMAIL = 17;
    public static final int IRON_PLATE = 18;
    public static final int LEATHER_JERKIN = 19;
    public static final int CHAINMAIL = 20;
    public static final int STEEL_PLATE = 21;
    public static final int SILK_WEAVE = 22;
    public static final int BRIGANDINE = 23;
    public static final int KNIGHT_PLATE = 24;
    public static final int SPIRIT_ROBE = 25;
    public static final int WYRMSCALE = 26;
    public static final int AEGIS_PLATE = 27;
    public static final int BANDAGE_ROLL = 28;
    public static final int SMOKE_PELLET = 29;
    public static final int HERB_SATCHEL = 30;
    public static final int SHADOW_CLOAK = 31;
    public static final int ELIXIR_CASE = 32;
    public static final int MIRROR_CHARM = 33;
    public static final int HOLY_GRAIL = 34;
    public static final int PHANTOM_MANTLE = 35;

    private ItemKind() {}
  }
}
