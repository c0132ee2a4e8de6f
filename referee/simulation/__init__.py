"""Steps many matches at once for learners: `SimulationService`, in processes without matches of the referee."""
