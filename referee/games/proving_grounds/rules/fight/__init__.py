"""Fights: combatants, attacks, battlemagic and retreat."""
