// Checks that the dice of a match were not chosen against a seat.
//
// The referee commits itself before the first turn and lays the dice open after the end; see the
// comments of `SeedReveal`. This part knows that arithmetic and nothing else.
#pragma once

#include <optional>
#include <string>

namespace gamereferee::v1 {
class SeedReveal;
}

namespace referee {

constexpr int kNonceBytes = 16;

// What is wrong with a reveal, in a sentence; nothing if it holds.
//
// `commitment` are the 32 bytes the referee committed itself to when the seat was joined, `seat` is
// the seat that checks, and `nonce` what it sent; none if another process joined it first.
std::optional<std::string> reveal_problem(const gamereferee::v1::SeedReveal& reveal,
                                          const std::string& commitment, int seat,
                                          const std::optional<std::string>& nonce);

}  // namespace referee
