// When to try again, when to give up, and what a broken stream means.
//
// Plain arithmetic on times given by the caller.
#pragma once

#include <grpcpp/support/status_code_enum.h>

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>

namespace referee {

using Seconds = std::chrono::duration<double>;

constexpr Seconds kFirstDelay{0.1};         // before the first new attempt
constexpr Seconds kLongestDelay{5};         // between two attempts
constexpr Seconds kLongestWorkerDelay{60};  // between two streams to a worker
constexpr Seconds kSilence{20};   // without a word: the referee is asked; again: it is dead
constexpr Seconds kGoodbye{2};    // for the referee to end the stream once all is over
constexpr Seconds kPatience{60};  // without a word, unless told otherwise

// Draws a number from 0 to 1.
double random_jitter();

// Delays between attempts, doubling with jitter, until the patience is out.
class Patience {
 public:
  // `target` is the address, for the error; `limit` how long to try without a word, from 0.
  Patience(std::string target, Seconds limit, std::function<double()> jitter = random_jitter);

  // The referee answered: begin anew.
  void heard();

  // The referee answered elsewhere, at one of its workers: it is there, but not at this address.
  void heard_elsewhere();

  // How long to wait after an attempt that failed at `now`, a monotonic time; `why` is for the
  // error. Throws UnreachableError if the patience is out.
  Seconds delay(Seconds now, const std::string& why);

 private:
  std::string target_;
  Seconds limit_;
  std::function<double()> jitter_;
  std::optional<Seconds> since_;
  Seconds delay_ = kFirstDelay;
};

// Delays between streams to one of the referee's workers, doubling; each time that seats go there
// costs joins, of which a seat has not many.
class WorkerDelays {
 public:
  // How long to wait after a stream that has lasted so long.
  Seconds after(Seconds lasted);

 private:
  Seconds next_ = kFirstDelay;
};

// Watches for a stream on which no word comes any more.
class Silence {
 public:
  enum class Verdict { kFine, kAsk, kDead };

  explicit Silence(Seconds now) : since_(now) {}

  // Something came.
  void heard(Seconds now);

  // What to do at `now`; kAsk is said once for each silence.
  Verdict check(Seconds now);

  // When to check again.
  Seconds next() const { return since_ + (is_asked_ ? 2 * kSilence : kSilence); }

 private:
  Seconds since_;
  bool is_asked_ = false;
};

// The error to throw for a stream's status; null if another stream may do better.
std::exception_ptr hopeless(grpc::StatusCode code, const std::string& details);

// A status by its name in upper case, such as `UNAVAILABLE`.
std::string code_name(grpc::StatusCode code);

}  // namespace referee
