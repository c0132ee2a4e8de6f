// What belongs to one stream of a process: what is to be sent on it, in which forms seats' turns
// travel there, and when it was last heard.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "referee_client/outbox.hpp"
#include "referee_client/retry.hpp"
#include "referee_client/small_turns.hpp"

namespace referee {

// A line, on which one stream follows another. Plain state.
struct Line {
  Outbox outbox;  // what is to be sent
  // How turns in short are to be read, by the handle of their seat.
  std::map<std::uint32_t, std::shared_ptr<ShortForm>> forms;
  Silence silence{Seconds(0)};  // whether its stream seems dead
};

}  // namespace referee
