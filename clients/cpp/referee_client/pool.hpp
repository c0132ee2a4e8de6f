// How many threads bots get: few, and more while their calls wait for a free one.
//
// A few threads serve bots that decide at once: more would only be in each other's way. The others
// are parked when there is nothing to do, and woken once a call has waited, before any is added.
//
// Plain arithmetic on times given by the caller; the threads themselves are in `client.cpp`.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "referee_client/messages.hpp"

namespace referee {

constexpr int kThreads = 64;       // bots that think at the same time, unless told otherwise
constexpr int kMaxThreads = 1024;  // most that may be asked for

// How long a call waits for a free thread before one is added.
constexpr Nanoseconds kAddAfter = std::chrono::milliseconds(5);
// How long a call waits, where no thread can be added, before that is worth a warning.
constexpr Nanoseconds kWarnAfter = std::chrono::milliseconds(500);
// Least time between two warnings.
constexpr Nanoseconds kWarnEvery = std::chrono::minutes(1);

// The size of a pool of threads.
class Pool {
 public:
  // Since when each call has waited, longest first.
  using Waiting = std::vector<Nanoseconds>;

  // `most` is what `--threads` allows.
  explicit Pool(int most) : most_(most), allowed_(most) {}

  int size() const { return size_; }

  // Notes that a thread was added.
  void added() { ++size_; }

  // Notes that the system has no thread left to give.
  void exhausted() { most_ = size_; }

  // How many threads the calls want at `now` besides those that work; none while `num_awake` others
  // are about to take a call.
  int wanted(Nanoseconds now, const Waiting& waiting, int num_awake) const;

  // How many of so many wanted threads may be added.
  int allowed(int wanted) const { return std::min(wanted, most_ - size_); }

  // What to warn of at `now`, `num_idle` threads being awake or parked; empty if of nothing.
  std::string warning(Nanoseconds now, const Waiting& waiting, int num_idle);

  // When to look again while the same calls wait; none if there is nothing to do then.
  std::optional<Nanoseconds> next(const Waiting& waiting, int num_awake, int num_parked) const;

 private:
  int most_;
  int allowed_;
  int size_ = 0;
  std::optional<Nanoseconds> warned_;  // when the last warning was given
};

}  // namespace referee
