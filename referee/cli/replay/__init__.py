"""`referee replay`: recorded matches shown, verified, timed, and played on or put to bots again."""
