"""What people and programs see of a tournament: progress, tables, lists, files and the page."""
