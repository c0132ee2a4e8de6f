"""How many matches this machine carries: arrivals that wait for nobody, and the largest rate that is kept."""
