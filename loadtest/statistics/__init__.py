"""How often intervals hold, which model of ties fits, and what ratings mean: by simulation, with seeds."""
