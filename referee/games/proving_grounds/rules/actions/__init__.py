"""Orders to heroes: free orders, actions and trades."""
