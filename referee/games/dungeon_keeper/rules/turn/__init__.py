"""Course of a turn: its start, its end, the turn of the light side, and the waning of the Altars.

The light side, the Hero with his gnome, acts in the neutral phase (DK-5.80); waning Altars lose hit
points in late rounds (DK-7.5).
"""
