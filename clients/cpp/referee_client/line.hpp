// What belongs to one stream of a process: what is to be sent on it, and when it was last heard.
#pragma once

#include "referee_client/outbox.hpp"
#include "referee_client/retry.hpp"

namespace referee {

// A line, on which one stream follows another. Plain state.
struct Line {
  Outbox outbox;                // what is to be sent
  Silence silence{Seconds(0)};  // whether its stream seems dead
};

}  // namespace referee
