// Names of the numbers in messages of Champions. Generated from the game's tables; do not edit.
#pragma once

namespace referee::constants::champions {

// Types of champions; the number is also the index of the champion within its seat (CH-3.1). In
// messages: EquipOrder.champion, SetAction.prefs, Fighter.champion, FighterRef.champion,
// ChampionDied.champion, Me.champions, Strength.health.
namespace champion_type {
constexpr int kGladiator = 0;
constexpr int kRogue = 1;
constexpr int kHealer = 2;
constexpr int kMage = 3;
}  // namespace champion_type

// Categories of items (CH-3.6). ANY is no item's category; a looting action may ask for it. In
// messages: Loot.categories, Tile.left.
namespace category {
constexpr int kPhysical = 0;
constexpr int kMagical = 1;
constexpr int kDefensive = 2;
constexpr int kSupport = 3;
constexpr int kAny = 4;
}  // namespace category

// Actions that a fighter may have in its set, one for each turn of a battle (CH-4.8). In messages:
// SetAction.action, Executed.action.
namespace battle_action {
constexpr int kAttack = 0;
constexpr int kHeal = 1;
constexpr int kBoost = 2;
constexpr int kGuard = 3;
constexpr int kEvade = 4;
}  // namespace battle_action

// The fighter that is healed or guarded: the acting one itself or its partner (CH-4.8). In
// messages: SetAction.target.
namespace target {
constexpr int kSelf = 0;
constexpr int kPartner = 1;
}  // namespace target

// Classes of tiles, by which a tile's loot is set (CH-2.5). In messages: Tile.tile_class.
namespace tile_class {
constexpr int kCorner = 0;
constexpr int kEdge = 1;
constexpr int kCentre = 2;
constexpr int kCore = 3;
}  // namespace tile_class

// Phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's end. In
// messages: Observation.phase, Refusal.phase.
namespace phase {
constexpr int kMove = 0;
constexpr int kLoot = 1;
constexpr int kEquip = 2;
constexpr int kBattle = 3;
constexpr int kOver = 4;
}  // namespace phase

// Slots of a champion: two for weapons, one for armour (CH-3.3). In messages: EquipOrder.slot,
// Champion.slots.
namespace slot {
constexpr int kFirstWeapon = 0;
constexpr int kSecondWeapon = 1;
constexpr int kArmour = 2;
}  // namespace slot

// Kinds of equipment orders: put an item into a slot, or take the item in the slot off (CH-4.5). In
// messages: EquipOrder.kind.
namespace equip_kind {
constexpr int kPut = 0;
constexpr int kTakeOff = 1;
}  // namespace equip_kind

// Kinds of items by name (CH-3.6); `KINDS` has what each does. In messages: Item.kind,
// LootFound.kind, Dice.kind.
namespace item_kind {
constexpr int kRustyDagger = 0;
constexpr int kWoodenClub = 1;
constexpr int kSteelSword = 2;
constexpr int kWarAxe = 3;
constexpr int kLongbow = 4;
constexpr int kGreatsword = 5;
constexpr int kDragonfang = 6;
constexpr int kTitanMaul = 7;
constexpr int kApprenticeWand = 8;
constexpr int kPrayerBeads = 9;
constexpr int kOakStaff = 10;
constexpr int kBlessedRod = 11;
constexpr int kStormOrb = 12;
constexpr int kLifewoodStaff = 13;
constexpr int kArchmageTome = 14;
constexpr int kPhoenixSceptre = 15;
constexpr int kPaddedCoat = 16;
constexpr int kRingmail = 17;
constexpr int kIronPlate = 18;
constexpr int kLeatherJerkin = 19;
constexpr int kChainmail = 20;
constexpr int kSteelPlate = 21;
constexpr int kSilkWeave = 22;
constexpr int kBrigandine = 23;
constexpr int kKnightPlate = 24;
constexpr int kSpiritRobe = 25;
constexpr int kWyrmscale = 26;
constexpr int kAegisPlate = 27;
constexpr int kBandageRoll = 28;
constexpr int kSmokePellet = 29;
constexpr int kHerbSatchel = 30;
constexpr int kShadowCloak = 31;
constexpr int kElixirCase = 32;
constexpr int kMirrorCharm = 33;
constexpr int kHolyGrail = 34;
constexpr int kPhantomMantle = 35;
}  // namespace item_kind

}  // namespace referee::constants::champions
