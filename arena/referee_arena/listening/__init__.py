"""The arena's web server, with limits of the number of browsers' connections and of the time that each may take."""
