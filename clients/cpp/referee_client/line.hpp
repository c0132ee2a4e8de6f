// What belongs to one stream of a process: what is to be sent on it, in which forms seats' turns
// travel there, and when it was last heard.
//
// One line leads home, to the address that the process was given, through one stream after the
// other. The others lead to workers of the referee, past its router, each through one stream.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "referee_client/outbox.hpp"
#include "referee_client/retry.hpp"
#include "referee_client/small_turns.hpp"

namespace referee {

// Feature of a client that plays seats on streams to the workers that have their matches.
constexpr const char* kWorkerAddress = "worker-address";

// Plain state; the lock around it is the client's.
struct Line {
  // `address` is the worker's, which is asked for a pong first; empty for the line home.
  explicit Line(std::string address = "");

  // Asks the referee for a pong.
  void ping();

  const std::string address;  // of the worker that it leads to; empty for the line home
  bool is_open;               // whether seats may be on it: a worker has to answer first
  Outbox outbox;              // what is to be sent
  // How turns in short are to be read, by the handle of their seat.
  std::map<std::uint32_t, std::shared_ptr<ShortForm>> forms;
  Silence silence{Seconds(0)};  // whether its stream seems dead
};

}  // namespace referee
