// A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).
//
// It never pings, and takes no account of its party.
#include "greedy.hpp"
#include "referee_client/run.hpp"

int main(int argc, char** argv) {
  return referee::run(argc, argv, dice_adventure::greedy);
}
