// Package champions has names of the numbers in messages of Champions.
//
// Code generated from the game's tables; DO NOT EDIT.
package champions

// ChampionType: types of champions; the number is also the index of the champion within its seat
// (CH-3.1). In messages: EquipOrder.champion, SetAction.prefs, Fighter.champion,
// FighterRef.champion, ChampionDied.champion, Me.champions, Strength.health.
const (
	ChampionTypeGladiator = 0
	ChampionTypeRogue     = 1
	ChampionTypeHealer    = 2
	ChampionTypeMage      = 3
)

// Category: categories of items (CH-3.6). ANY is no item's category; a looting action may ask for
// it. In messages: Loot.categories, Tile.left.
const (
	CategoryPhysical  = 0
	CategoryMagical   = 1
	CategoryDefensive = 2
	CategorySupport   = 3
	CategoryAny       = 4
)

// BattleAction: actions that a fighter may have in its set, one for each turn of a battle (CH-4.8).
// In messages: SetAction.action, Executed.action.
const (
	BattleActionAttack = 0
	BattleActionHeal   = 1
	BattleActionBoost  = 2
	BattleActionGuard  = 3
	BattleActionEvade  = 4
)

// Target: the fighter that is healed or guarded: the acting one itself or its partner (CH-4.8). In
// messages: SetAction.target.
const (
	TargetSelf    = 0
	TargetPartner = 1
)

// TileClass: classes of tiles, by which a tile's loot is set (CH-2.5). In messages:
// Tile.tile_class.
const (
	TileClassCorner = 0
	TileClassEdge   = 1
	TileClassCentre = 2
	TileClassCore   = 3
)

// Phase: phases of a round, in order, in each of which seats decide (CH-4.1); OVER is the match's
// end. In messages: Observation.phase, Refusal.phase.
const (
	PhaseMove   = 0
	PhaseLoot   = 1
	PhaseEquip  = 2
	PhaseBattle = 3
	PhaseOver   = 4
)

// Slot: slots of a champion: two for weapons, one for armour (CH-3.3). In messages:
// EquipOrder.slot, Champion.slots.
const (
	SlotFirstWeapon  = 0
	SlotSecondWeapon = 1
	SlotArmour       = 2
)

// EquipKind: kinds of equipment orders: put an item into a slot, or take the item in the slot off
// (CH-4.5). In messages: EquipOrder.kind.
const (
	EquipKindPut     = 0
	EquipKindTakeOff = 1
)

// ItemKind: kinds of items by name (CH-3.6); `KINDS` has what each does. In messages: Item.kind,
// LootFound.kind, Dice.kind.
const (
	ItemKindRustyDagger    = 0
	ItemKindWoodenClub     = 1
	ItemKindSteelSword     = 2
	ItemKindWarAxe         = 3
	ItemKindLongbow        = 4
	ItemKindGreatsword     = 5
	ItemKindDragonfang     = 6
	ItemKindTitanMaul      = 7
	ItemKindApprenticeWand = 8
	ItemKindPrayerBeads    = 9
	ItemKindOakStaff       = 10
	ItemKindBlessedRod     = 11
	ItemKindStormOrb       = 12
	ItemKindLifewoodStaff  = 13
	ItemKindArchmageTome   = 14
	ItemKindPhoenixSceptre = 15
	ItemKindPaddedCoat     = 16
	ItemKindRingmail       = 17
	ItemKindIronPlate      = 18
	ItemKindLeatherJerkin  = 19
	ItemKindChainmail      = 20
	ItemKindSteelPlate     = 21
	ItemKindSilkWeave      = 22
	ItemKindBrigandine     = 23
	ItemKindKnightPlate    = 24
	ItemKindSpiritRobe     = 25
	ItemKindWyrmscale      = 26
	ItemKindAegisPlate     = 27
	ItemKindBandageRoll    = 28
	ItemKindSmokePellet    = 29
	ItemKindHerbSatchel    = 30
	ItemKindShadowCloak    = 31
	ItemKindElixirCase     = 32
	ItemKindMirrorCharm    = 33
	ItemKindHolyGrail      = 34
	ItemKindPhantomMantle  = 35
)
