// Errors a bot's author can meet, as one tree.
//
// RefereeClientError
// ├── AddressError         the address can't be read
// ├── TlsError             the CA file can't be read, or the two sides do not trust each other
// ├── UnreachableError     no referee answered for as long as the client's patience
// ├── ProtocolError        what came is no referee's answer, or the referee ended the stream for
// good │   └── UnknownMessageError   a message of a game this program has no generated code for ├──
// SeatError            a seat can't be played │   ├── JoinError        the referee refused its
// token │   ├── TakenOverError   another process presented its token and plays it now │   └──
// WrongGameError   the seat is one of another game than the bot's └── BotError             the
// bot's own code failed
//
// A rejected action is none of these: it is told to the bot as a `Rejection`, and play goes on.
#pragma once

#include <stdexcept>
#include <string>

namespace referee {

// Something kept the client from playing; what() says what, and what to do.
class RefereeClientError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The address is neither `unix:/path` nor `HOST:PORT`.
class AddressError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

// TLS can't be set up: a missing CA file, an untrusted certificate, or one side without TLS.
class TlsError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

// No referee answered at the address for as long as the client's patience lasted.
class UnreachableError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

// The other side is no referee, speaks another version, or ended the stream for good.
class ProtocolError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

// A message came for which this program has no generated code.
class UnknownMessageError : public ProtocolError {
 public:
  // `name` is the message's full name, such as `gamereferee.games.diceman.v1.Observation`.
  explicit UnknownMessageError(const std::string& name)
      : ProtocolError("no generated class for the message '" + name +
                      "': link the generated code of its .proto file into the bot"),
        name(name) {}

  std::string name;
};

// A seat can't be played (any longer) by this process.
class SeatError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

// The referee refused a seat's token, of which only the first four characters are shown.
class JoinError : public SeatError {
 public:
  // `reason` is the name of the ErrorReason without its prefix, `text` the referee's own sentence.
  JoinError(const std::string& reason, const std::string& text, const std::string& token)
      : SeatError("the referee refused the token " + token.substr(0, 4) + "…: " + reason + ": " +
                  text),
        reason(reason),
        text(text) {}

  std::string reason;
  std::string text;
};

// Another process presented the seat's token and plays it now.
class TakenOverError : public SeatError {
 public:
  using SeatError::SeatError;
};

// The seat is one of another game than the bot's; it has been resigned.
class WrongGameError : public SeatError {
 public:
  using SeatError::SeatError;
};

// The bot's own code threw, or returned what is no action.
class BotError : public RefereeClientError {
 public:
  using RefereeClientError::RefereeClientError;
};

}  // namespace referee
