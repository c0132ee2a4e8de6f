// Play at a referee: any number of seats of any number of matches on one stream, and on one more to
// each of the referee's workers that can be reached.
//
// What to say is decided in `conversation.cpp`, and carried by `stream.cpp`; here are the threads
// that think, the way back after a break, and the ways to workers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee_client/bot.hpp"

namespace referee {

// How to play.
struct ClientOptions {
  std::string ca;        // PEM file with the roots to trust; given means TLS
  std::string name;      // what the bot calls itself in the replay; at most 100 characters
  double patience = 60;  // seconds to keep trying without a word from the referee, from 0
  bool strict = false;   // whether the first exception of the bot's own code ends `play`
  // Most bots that think at the same time, each of another seat, from 1 to 1,024; 0 means 64. There
  // are as many threads as processors until turns wait for a free one.
  int threads = 0;
  // Whether the referee is asked for turns in short. Apart from the events, which bots that do not
  // look at them are not sent, what bots see is the same without.
  bool small_turns = true;
  // Whether seats go to the workers that have their matches, where a referee has several and lets
  // bots reach them; else all stay on the stream to the address.
  bool follow_workers = true;
};

// A bot process's connection to one referee. All methods may be called by any thread.
class RefereeClient {
 public:
  // Throws AddressError if the address, TlsError if the CA file can't be read, and
  // std::invalid_argument if the name is too long or the number of threads out of range.
  RefereeClient(const std::string& address, BotMaker bot, const ClientOptions& options = {});

  // Waits for bots that are still thinking.
  ~RefereeClient();

  RefereeClient(const RefereeClient&) = delete;
  RefereeClient& operator=(const RefereeClient&) = delete;

  // Presents a seat's token, with a bot of its own if given; at any time until `finish`. A token
  // that was given before is taken once. Throws std::invalid_argument if the token is empty, or
  // `finish` has been called.
  void join(const std::string& token);
  void join(const std::string& token, BotMaker bot);

  // Says that no more tokens will come: `play` returns once all matches have ended.
  void finish();

  // Gives up a seat for good.
  void resign(const std::string& match_id, int seat);

  // Ends `play` now, without waiting for bots that think. Seats are not resigned: their clocks run,
  // and they can be joined again.
  void stop();

  // Plays until all matches have ended; once. After the last one it waits at most 2 s for bots that
  // are still thinking. Errors that concern a seat or a bot's own code are
  // thrown when the other seats' matches have ended: SeatError (one of its kinds), else BotError.
  // ProtocolError, TlsError and UnreachableError, and BotError if strict, end it at once.
  void play();

  // Joins these seats, and plays them and no more.
  void play(const std::vector<std::string>& tokens);

  // How often the bots' own code has failed, and the first time, in a sentence; empty if it has
  // not.
  std::string failures_summary() const;

  // Whether a bot's own code runs right now.
  bool is_thinking() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace referee
