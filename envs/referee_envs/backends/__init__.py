"""Who steps the matches: this process, or a server of simulations."""
