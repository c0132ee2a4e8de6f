"""What people and programs see of a tournament: progress, tables, lists, export files, HTML page."""
