// Expected damage of one round of Diceman, exactly (DM-11.2).
//
// A table for bots that choose by it. It follows the closed form of DM-5.12 and works on sums over
// one or two dice at a time, never over all rolls, so that it is quick for dice of any size. Deaths
// are ignored, as the table of the rulebook does.
#pragma once

#include <array>
#include <cstdint>

#include "gamereferee/games/diceman/v1/diceman.pb.h"

namespace diceman {

constexpr int kNumCombos = 6;

// Die ids of each combination, by combination id (DM-3.2).
constexpr std::array<std::array<int, 2>, kNumCombos> kCombos{
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

// Expected net damage of the row's combination against the column's, all in the same unit: so small
// that every entry is a whole number. Entries have at most 62 bits.
using NetTable = std::array<std::array<std::int64_t, kNumCombos>, kNumCombos>;

// The table for the dice of a complete config.
NetTable net_table(const gamereferee::games::diceman::v1::Config& config);

}  // namespace diceman
