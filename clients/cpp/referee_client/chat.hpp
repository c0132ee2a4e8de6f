// Chat: what a seat hears, where it may speak, and how its words get to the conversation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gamereferee::v1 {
class Channel;
class Said;
class Say;
}  // namespace gamereferee::v1

namespace referee {

// Something that a seat said.
struct Said {
  std::string channel;  // name of the channel
  int number = 0;       // which of the game's channels of that name it was
  int seat = 0;         // who said it; a bot's own words come back to it, too
  std::string text;
  int round = 0;      // the rulebook's round in which it was said; 0 in games without rounds
  std::string phase;  // name of the rulebook's phase in which it was said
};

// Where some seats hear what any of them says.
struct Channel {
  std::string name;          // by which a seat speaks in it; it is in at most one of each name
  int number = 0;            // which of the game's channels of that name it is
  std::vector<int> members;  // seats that hear it, ascending
};

Said said_of(const gamereferee::v1::Said& message);
Channel channel_of(const gamereferee::v1::Channel& message);

// Passes on what bots say, while anybody listens: bots and their threads may outlive the client.
class Ear {
 public:
  // Gets a message without a number, and returns the number it gave it.
  using Listener = std::function<std::uint64_t(gamereferee::v1::Say&&)>;

  // From now on hands everything to this listener; null if nobody listens any more. Waits for a
  // call that goes on, so the caller must hold no lock that a listener takes.
  void listen(Listener listener);

  // Returns the message's number; 0 if nobody listens.
  std::uint64_t hear(gamereferee::v1::Say&& say);

 private:
  std::mutex mutex_;
  Listener listener_;
};

// Speaks for a seat until its next turn: `Turn::say` for other threads, and for the time after the
// answer. May be copied, and used by any thread.
class Voice {
 public:
  Voice(std::shared_ptr<Ear> ear, std::string match_id, int seat, int turn);

  // Says something, in UTF-8; returns the message's number, which a rejection names, or 0 if the
  // client is gone. It goes out at once, at most once, and is not waited for. After the seat's next
  // turn the referee rejects it as `STALE`; after the end of its match it is not sent.
  std::uint64_t say(const std::string& channel, const std::string& text) const;

 private:
  std::shared_ptr<Ear> ear_;
  std::string match_id_;
  int seat_;
  int turn_;
};

}  // namespace referee
