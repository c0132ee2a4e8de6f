#include "referee_client/pool.hpp"

#include <algorithm>
#include <cstdio>

namespace referee {

int Pool::missing(Nanoseconds now, const Waiting& waiting, int num_free) const {
  if (num_free > 0) return 0;
  const auto late = std::count_if(waiting.begin(), waiting.end(),
                                  [&](Nanoseconds since) { return now - since >= kAddAfter; });
  return std::min(static_cast<int>(late), most_ - size_);
}

std::string Pool::warning(Nanoseconds now, const Waiting& waiting) {
  if (size_ < most_ || waiting.empty() || now - waiting.front() < kWarnAfter) return "";
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

std::optional<Nanoseconds> Pool::next(const Waiting& waiting, int num_free) const {
  if (waiting.empty()) return std::nullopt;
  if (size_ >= most_) {
    const Nanoseconds worth_it = waiting.front() + kWarnAfter;
    return warned_ ? std::max(worth_it, *warned_ + kWarnEvery) : worth_it;
  }
  if (num_free > 0) return std::nullopt;  // whoever takes a call looks again
  return waiting.front() + kAddAfter;
}

}  // namespace referee
