// The best answer to what the opponent has picked so far (DM-9.2).
#pragma once

#include "gamereferee/games/diceman/v1/diceman.pb.h"

namespace diceman {

// Picks the combination with the highest expected net damage against the opponent's habits.
gamereferee::games::diceman::v1::Action greedy(
    const gamereferee::games::diceman::v1::Observation& observation);

}  // namespace diceman
