// Game messages in and out of `google.protobuf.Any`, by type URL.
//
// The protocol names no game: observations, events, configs and actions travel as `Any`. Every
// message whose generated code is linked into the program is found by its name.
#pragma once

#include <google/protobuf/message.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace google::protobuf {
class Any;
class Duration;
}  // namespace google::protobuf

namespace referee {

using Message = google::protobuf::Message;
using Nanoseconds = std::chrono::nanoseconds;

// Unwraps a message as its generated class. Throws UnknownMessageError if the program has none for
// it, ProtocolError if its bytes are not what its type says.
std::unique_ptr<Message> unpack(const google::protobuf::Any& wrapped);

// Wraps a message.
void pack(const Message& message, google::protobuf::Any& wrapped);

// The game a type belongs to by its full name, such as `diceman`; empty if it is not one below
// `gamereferee.games`.
std::string game_of(const std::string& full_name);

// A duration from the wire.
Nanoseconds duration(const google::protobuf::Duration& duration);

constexpr int kMaxName = 100;  // characters of a bot's name on the wire

// A number with commas between its thousands, such as 65,536.
std::string grouped(std::uint64_t number);

// Number of characters of a text in UTF-8.
int num_characters(const std::string& text);

// A message as its own class; throws std::invalid_argument if it is of another.
template <class M>
const M& as(const Message& message) {
  const M* typed = google::protobuf::DynamicCastToGenerated<M>(&message);
  if (typed == nullptr) {
    throw std::invalid_argument("the message is a " + message.GetTypeName() + ", not a " +
                                M::descriptor()->full_name());
  }
  return *typed;
}

}  // namespace referee
