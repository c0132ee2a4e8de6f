"""How Champions is shown to people, in a terminal and on a page."""
