"""Where results are kept: the database, its tables and migrations, and the tournament's data folder."""
