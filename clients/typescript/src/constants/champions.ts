// Names of the numbers in messages of Champions. Generated from the game's tables; do not edit.

/**
 * Types of champions; the number is also the index of the champion within its seat (CH-3.1). In
 * messages: EquipOrder.champion, SetAction.prefs, Fighter.champion, FighterRef.champion,
 * ChampionDied.champion, Me.champions, Strength.health.
 */
export const ChampionType = {
  GLADIATOR: 0,
  ROGUE: 1,
  HEALER: 2,
  MAGE: 3,
} as const;

/**
 * Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it. In
 * messages: Loot.categories, Tile.left.
 */
export const Category = {
  PHYSICAL: 0,
  MAGICAL: 1,
  DEFENSIVE: 2,
  SUPPORT: 3,
  ANY: 4,
} as const;

/**
 * Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8). In messages:
 * SetAction.action, Executed.action.
 */
export const BattleAction = {
  ATTACK: 0,
  HEAL: 1,
  BOOST: 2,
  GUARD: 3,
  EVADE: 4,
} as const;

/**
 * The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8). In
 * messages: SetAction.target.
 */
export const Target = {
  SELF: 0,
  PARTNER: 1,
} as const;

/** Classes of tiles, by which a tile's loot is set (CH-2.5). In messages: Tile.tile_class. */
export const TileClass = {
  CORNER: 0,
  EDGE: 1,
  CENTRE: 2,
  CORE: 3,
} as const;

/**
 * Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end. In
 * messages: Observation.phase, Refusal.phase.
 */
export const Phase = {
  MOVE: 0,
  LOOT: 1,
  EQUIP: 2,
  BATTLE: 3,
  OVER: 4,
} as const;

/**
 * Slots of a champion: two for weapons, one for armour (CH-3.3). In messages: EquipOrder.slot,
 * Champion.slots.
 */
export const Slot = {
  FIRST_WEAPON: 0,
  SECOND_WEAPON: 1,
  ARMOUR: 2,
} as const;

/**
 * Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5). In
 * messages: EquipOrder.kind.
 */
export const EquipKind = {
  PUT: 0,
  TAKE_OFF: 1,
} as const;

/**
 * Kinds of items by name (CH-3.6); `KINDS` has what each does. In messages: Item.kind,
 * LootFound.kind, Dice.kind.
 */
export const ItemKind = {
  RUSTY_DAGGER: 0,
  WOODEN_CLUB: 1,
  STEEL_SWORD: 2,
  WAR_AXE: 3,
  LONGBOW: 4,
  GREATSWORD: 5,
  DRAGONFANG: 6,
  TITAN_MAUL: 7,
  APPRENTICE_WAND: 8,
  PRAYER_BEADS: 9,
  OAK_STAFF: 10,
  BLESSED_ROD: 11,
  STORM_ORB: 12,
  LIFEWOOD_STAFF: 13,
  ARCHMAGE_TOME: 14,
  PHOENIX_SCEPTRE: 15,
  PADDED_COAT: 16,
  RINGMAIL: 17,
  IRON_PLATE: 18,
  LEATHER_JERKIN: 19,
  CHAINMAIL: 20,
  STEEL_PLATE: 21,
  SILK_WEAVE: 22,
  BRIGANDINE: 23,
  KNIGHT_PLATE: 24,
  SPIRIT_ROBE: 25,
  WYRMSCALE: 26,
  AEGIS_PLATE: 27,
  BANDAGE_ROLL: 28,
  SMOKE_PELLET: 29,
  HERB_SATCHEL: 30,
  SHADOW_CLOAK: 31,
  ELIXIR_CASE: 32,
  MIRROR_CHARM: 33,
  HOLY_GRAIL: 34,
  PHANTOM_MANTLE: 35,
} as const;
