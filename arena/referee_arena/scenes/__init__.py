"""Scenes as the browser gets them: plain data, changes from step to step, the history of a view."""
