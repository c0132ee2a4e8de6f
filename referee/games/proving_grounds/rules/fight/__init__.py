"""Fights: who takes part, blows, battlemagic and retreat."""
