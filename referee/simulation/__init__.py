"""Steps many matches at once for learners (`SimulationService`), in processes that host no matches of bots."""
