#include "referee_client/retry.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <random>

#include "referee_client/errors.hpp"
#include "referee_client/proxies.hpp"

namespace referee {
namespace {

// In the order of their numbers.
constexpr std::array<const char*, 17> kCodeNames{
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

// What gRPC and its TLS libraries say of a connection that ended in its handshake, in lower case.
constexpr std::array<const char*, 10> kClosed{
    "handshake read failed", "handshake write failed", "socket closed",         "connection reset",
    "broken pipe",           "close_notify",           "ssl_error_zero_return", "ssl_error_syscall",
    "alert internal error",  "alert_internal_error",
};

// Whether a new stream may do better; OK means that the referee closed too early.
bool is_retried(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::ABORTED:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::OK:
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::UNKNOWN:
      return true;
    default:
      return false;
  }
}

// Whether the two sides will never trust or understand each other, by what gRPC says. A connection
// that was closed or reset in the middle of a handshake says nothing of that: a balancer does so
// while the server behind it starts again, and another attempt does better.
bool is_about_tls(std::string details) {
  std::transform(details.begin(), details.end(), details.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  for (const char* sign : kClosed) {
    if (details.find(sign) != std::string::npos) return false;
  }
  for (const char* sign : {"handshake", "certificate", "wrong_version"}) {
    if (details.find(sign) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

double random_jitter() {
  thread_local std::mt19937_64 engine{std::random_device{}()};
  return std::uniform_real_distribution<double>{}(engine);
}

Patience::Patience(std::string target, Seconds limit, std::function<double()> jitter)
    : target_(std::move(target)), limit_(limit), jitter_(std::move(jitter)) {}

void Patience::heard() {
  since_.reset();
  delay_ = kFirstDelay;
}

void Patience::heard_elsewhere() {
  since_.reset();
}

Seconds Patience::delay(Seconds now, const std::string& why) {
  if (!since_) since_ = now;
  const Seconds left = limit_ - (now - *since_);
  if (left.count() <= 0) {
    char limit[32];
    std::snprintf(limit, sizeof limit, "%g", limit_.count());
    const std::string proxy = proxy_note(target_);
    throw UnreachableError("no referee at " + target_ + " for " + limit + " s; the last attempt: " +
                           why + (proxy.empty() ? "" : "; it is called " + proxy));
  }
  const Seconds wait = delay_ * (0.5 + 0.5 * jitter_());
  delay_ = std::min(2 * delay_, kLongestDelay);
  return std::min(wait, left);
}

Seconds WorkerDelays::after(Seconds lasted) {
  if (lasted >= kLongestWorkerDelay) next_ = kFirstDelay;
  const Seconds delay = next_;
  next_ = std::min(2 * next_, kLongestWorkerDelay);
  return delay;
}

void Silence::heard(Seconds now) {
  since_ = now;
  is_asked_ = false;
}

Silence::Verdict Silence::check(Seconds now) {
  if (now < next()) return Verdict::kFine;
  if (is_asked_) return Verdict::kDead;
  is_asked_ = true;
  return Verdict::kAsk;
}

std::exception_ptr hopeless(grpc::StatusCode code, const std::string& details) {
  if (code == grpc::StatusCode::UNAVAILABLE && is_about_tls(details)) {
    return std::make_exception_ptr(
        TlsError("TLS failed: " + details + "; check the CA file, and that the server uses TLS"));
  }
  if (is_retried(code)) return nullptr;
  if (code == grpc::StatusCode::UNIMPLEMENTED) {
    return std::make_exception_ptr(
        ProtocolError("the server is no referee, or of another version: " + details));
  }
  return std::make_exception_ptr(
      ProtocolError("the referee ended the stream with " + code_name(code) + ": " + details));
}

std::string code_name(grpc::StatusCode code) {
  const auto number = static_cast<std::size_t>(code);
  return number < kCodeNames.size() ? kCodeNames[number] : std::to_string(code);
}

}  // namespace referee
