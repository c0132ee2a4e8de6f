"""Results and what is kept with them: the database, its tables and migrations, and the data folder."""
