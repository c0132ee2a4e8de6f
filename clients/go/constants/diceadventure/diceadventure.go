// Package diceadventure has names of the numbers in messages of Dice Adventure.
//
// Code generated from the game's tables; DO NOT EDIT.
package diceadventure

// Character: members of a party, by the number that each has on the map (DA-2.2). In messages:
// Observation.character, Member.character, Ping.by, MemberRoll.character, Death.character,
// Respawn.character, Key.character.
const (
	CharacterDwarf = 1
	CharacterGiant = 2
	CharacterHuman = 3
)
