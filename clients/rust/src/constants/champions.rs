//! Names of the numbers in messages of Champions. Generated from the game's tables; do not edit.
#![allow(missing_docs)] // the names say it

/// Types of champions; the number is also the index of the champion within its seat (CH-3.1). In
/// messages: EquipOrder.champion, SetAction.prefs, Fighter.champion, FighterRef.champion,
/// ChampionDied.champion, Me.champions, Strength.health.
pub mod champion_type {
    pub const GLADIATOR: i32 = 0;
    pub const ROGUE: i32 = 1;
    pub const HEALER: i32 = 2;
    pub const MAGE: i32 = 3;
}

/// Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it. In
/// messages: Loot.categories, Tile.left.
pub mod category {
    pub const PHYSICAL: i32 = 0;
    pub const MAGICAL: i32 = 1;
    pub const DEFENSIVE: i32 = 2;
    pub const SUPPORT: i32 = 3;
    pub const ANY: i32 = 4;
}

/// Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8). In messages:
/// SetAction.action, Executed.action.
pub mod battle_action {
    pub const ATTACK: i32 = 0;
    pub const HEAL: i32 = 1;
    pub const BOOST: i32 = 2;
    pub const GUARD: i32 = 3;
    pub const EVADE: i32 = 4;
}

/// The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8). In
/// messages: SetAction.target.
pub mod target {
    pub const SELF: i32 = 0;
    pub const PARTNER: i32 = 1;
}

/// Classes of tiles, by which a tile's loot is set (CH-2.5). In messages: Tile.tile_class.
pub mod tile_class {
    pub const CORNER: i32 = 0;
    pub const EDGE: i32 = 1;
    pub const CENTRE: i32 = 2;
    pub const CORE: i32 = 3;
}

/// Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end. In
/// messages: Observation.phase, Refusal.phase.
pub mod phase {
    pub const MOVE: i32 = 0;
    pub const LOOT: i32 = 1;
    pub const EQUIP: i32 = 2;
    pub const BATTLE: i32 = 3;
    pub const OVER: i32 = 4;
}

/// Slots of a champion: two for weapons, one for armour (CH-3.3). In messages: EquipOrder.slot,
/// Champion.slots.
pub mod slot {
    pub const FIRST_WEAPON: i32 = 0;
    pub const SECOND_WEAPON: i32 = 1;
    pub const ARMOUR: i32 = 2;
}

/// Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5).
/// In messages: EquipOrder.kind.
pub mod equip_kind {
    pub const PUT: i32 = 0;
    pub const TAKE_OFF: i32 = 1;
}

/// Kinds of items by name (CH-3.6); `KINDS` has what each does. In messages: Item.kind,
/// LootFound.kind, Dice.kind.
pub mod item_kind {
    pub const RUSTY_DAGGER: i32 = 0;
    pub const WOODEN_CLUB: i32 = 1;
    pub const STEEL_SWORD: i32 = 2;
    pub const WAR_AXE: i32 = 3;
    pub const LONGBOW: i32 = 4;
    pub const GREATSWORD: i32 = 5;
    pub const DRAGONFANG: i32 = 6;
    pub const TITAN_MAUL: i32 = 7;
    pub const APPRENTICE_WAND: i32 = 8;
    pub const PRAYER_BEADS: i32 = 9;
    pub const OAK_STAFF: i32 = 10;
    pub const BLESSED_ROD: i32 = 11;
    pub const STORM_ORB: i32 = 12;
    pub const LIFEWOOD_STAFF: i32 = 13;
    pub const ARCHMAGE_TOME: i32 = 14;
    pub const PHOENIX_SCEPTRE: i32 = 15;
    pub const PADDED_COAT: i32 = 16;
    pub const RINGMAIL: i32 = 17;
    pub const IRON_PLATE: i32 = 18;
    pub const LEATHER_JERKIN: i32 = 19;
    pub const CHAINMAIL: i32 = 20;
    pub const STEEL_PLATE: i32 = 21;
    pub const SILK_WEAVE: i32 = 22;
    pub const BRIGANDINE: i32 = 23;
    pub const KNIGHT_PLATE: i32 = 24;
    pub const SPIRIT_ROBE: i32 = 25;
    pub const WYRMSCALE: i32 = 26;
    pub const AEGIS_PLATE: i32 = 27;
    pub const BANDAGE_ROLL: i32 = 28;
    pub const SMOKE_PELLET: i32 = 29;
    pub const HERB_SATCHEL: i32 = 30;
    pub const SHADOW_CLOAK: i32 = 31;
    pub const ELIXIR_CASE: i32 = 32;
    pub const MIRROR_CHARM: i32 = 33;
    pub const HOLY_GRAIL: i32 = 34;
    pub const PHANTOM_MANTLE: i32 = 35;
}
