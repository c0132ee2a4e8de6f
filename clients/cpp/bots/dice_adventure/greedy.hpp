// The cheapest path to what a member looks for (DA-9.2).
#pragma once

#include "gamereferee/games/dice_adventure/v1/dice_adventure.pb.h"

namespace dice_adventure {

// Goes to the own shrine, with the key to the tower, and else explores; never pings.
gamereferee::games::dice_adventure::v1::Action greedy(
    const gamereferee::games::dice_adventure::v1::Observation& observation);

}  // namespace dice_adventure
