#include "referee_client/pool.hpp"

#include <cstdio>

namespace referee {

int Pool::wanted(Nanoseconds now, const Waiting& waiting, int num_awake) const {
  if (num_awake > 0) return 0;
  const auto late = std::count_if(waiting.begin(), waiting.end(),
                                  [&](Nanoseconds since) { return now - since >= kAddAfter; });
  return static_cast<int>(late);
}

std::string Pool::warning(Nanoseconds now, const Waiting& waiting, int num_idle) {
  if (size_ < most_ || num_idle > 0 || waiting.empty() || now - waiting.front() < kWarnAfter)
    return "";
  if (warned_ && now - *warned_ < kWarnEvery) return "";
  warned_ = now;
  const std::chrono::duration<double> longest = now - waiting.front();
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f", longest.count());
  const std::string turns =
      waiting.size() == 1 ? "1 turn waits for a free thread,"
                          : grouped(waiting.size()) + " turns wait for a free thread, one of them";
  return turns + " for " + seconds + " s; --threads allows " + grouped(allowed_);
}

std::optional<Nanoseconds> Pool::next(const Waiting& waiting, int num_awake, int num_parked) const {
  if (waiting.empty() || num_awake > 0) return std::nullopt;  // whoever takes a call looks again
  if (size_ >= most_ && num_parked == 0) {
    const Nanoseconds worth_it = waiting.front() + kWarnAfter;
    return warned_ ? std::max(worth_it, *warned_ + kWarnEvery) : worth_it;
  }
  return waiting.front() + kAddAfter;
}

}  // namespace referee
