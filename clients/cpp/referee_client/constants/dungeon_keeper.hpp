// Names of the numbers in messages of Dungeon Keeper. Generated from the game's tables; do not
// edit.
#pragma once

namespace referee::constants::dungeon_keeper {

// Directions of a step, clockwise from north (DK-2.8). In messages: FireStreamOrder.direction.
namespace direction {
constexpr int kN = 0;
constexpr int kNe = 1;
constexpr int kE = 2;
constexpr int kSe = 3;
constexpr int kS = 4;
constexpr int kSw = 5;
constexpr int kW = 6;
constexpr int kNw = 7;
}  // namespace direction

}  // namespace referee::constants::dungeon_keeper
