// A bot for Diceman that plays the best answer to what its opponent has picked so far (DM-9.2).
//
// It looks one round ahead and not at lives, and whoever knows it can lead it by the nose.
#include "greedy.hpp"
#include "referee_client/run.hpp"

int main(int argc, char** argv) {
  return referee::run(argc, argv, diceman::greedy);
}
