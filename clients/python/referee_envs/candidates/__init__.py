"""What a seat may do in games of orders, as short lists that a policy picks from."""
