// Checks that the dice of a match were not chosen against a seat.
//
// The referee commits itself to its seed before play, and the seats to their nonces before any is
// shown; all is laid open before the match begins or after its end. See the comments of
// `SeedReveal`, `NonceCommitments` and `MatchStarted`. This part knows that arithmetic alone.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <optional>
#include <string>

namespace gamereferee::v1 {
class SeatNonce;
class SeatWitness;
class SeedReveal;
}  // namespace gamereferee::v1

namespace referee {

constexpr int kNonceBytes = 16;
// Feature of seats that commit themselves to their nonces before any is shown.
constexpr char kNonceCommitments[] = "nonce-commitments";

// What a seat commits itself to before it tells its nonce: its SHA-256.
std::string nonce_commitment(const std::string& nonce);

// What is wrong with a reveal by itself, in a sentence; nothing if it holds.
//
// `commitment` are the 32 bytes the referee committed itself to when the seat was joined, `seat` is
// the seat that checks, and `nonce` what it told; none if it told none, or another process's
// counts.
std::optional<std::string> reveal_problem(const gamereferee::v1::SeedReveal& reveal,
                                          const std::string& commitment, int seat,
                                          const std::optional<std::string>& nonce);

// Whether nonces at the start are those that were shown before any was opened.
bool are_as_shown(const google::protobuf::RepeatedPtrField<gamereferee::v1::SeatNonce>& nonces,
                  const google::protobuf::RepeatedPtrField<gamereferee::v1::SeatNonce>& shown);

// What is wrong with the nonces that a seat was told at the start, in a sentence; nothing if all is
// well.
std::optional<std::string> start_problem(const gamereferee::v1::SeatWitness& witness);

// What is wrong with a reveal for a seat that was told this, in a sentence; nothing if it holds. It
// is the check of a reveal at the end of a match, and of one that was withheld and comes later.
std::optional<std::string> witness_problem(const gamereferee::v1::SeatWitness& witness,
                                           const gamereferee::v1::SeedReveal& reveal);

}  // namespace referee
