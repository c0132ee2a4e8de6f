"""The command `tournament check`: every bot is built, started and tried before the tournament."""
