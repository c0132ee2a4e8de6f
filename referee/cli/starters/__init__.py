"""Folders that `referee new` makes: languages of bots, first answers of games, and writing of templates."""
