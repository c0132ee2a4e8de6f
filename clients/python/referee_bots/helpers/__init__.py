"""What bots need of a game's rules and would otherwise write again: ways, neighbours, rooms, tiers of items.

One module for each game that needs one: `dungeon_keeper`, `dice_adventure`, `champions` and
`proving_grounds`. They work on observations alone, without a house bot and without NumPy.
"""
