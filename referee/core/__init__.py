"""What a game, a clock and a die are; knows no particular game, no protobuf and no network."""
