"""Stepping many matches at once for others: `SimulationService`, in processes that hold no match of the referee."""
