// What a process has to send on a stream and has not yet, in requests of a size that referees take.
//
// Plain state; the lock around it is the client's.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "gamereferee/v1/play_service.pb.h"

namespace referee {

// Messages that no turn brings again: what one stream has not sent has to go out on another.
struct Unsent {
  std::vector<gamereferee::v1::Resign> resigns;
  std::vector<gamereferee::v1::Say> says;
};

// Messages for the referee, in order, until a stream takes them.
class Outbox {
 public:
  bool is_empty() const { return requests_.empty(); }
  // Whether something in it must not wait for answers that may join it.
  bool is_urgent() const { return is_urgent_; }

  // Adds a message that may wait a moment for others.
  void add(gamereferee::v1::Action message);
  void add(gamereferee::v1::SmallAction message);
  void add(gamereferee::v1::Skip message);
  void add(gamereferee::v1::Say message);
  // Adds a message that is urgent.
  void add(gamereferee::v1::Join message);
  void add(gamereferee::v1::OpenNonce message);
  void add(gamereferee::v1::Resign message);
  void add(gamereferee::v1::Pong message);
  void add(gamereferee::v1::Ping message);

  // Takes out what is to be sent first, in one request unless it would become too large. Not to be
  // called when empty.
  gamereferee::v1::PlayRequest take();

  // Takes out what no turn brings again, and drops all else.
  Unsent take_unsent();
  // Takes out what no turn brings again of one seat.
  Unsent take_unsent(const std::string& match_id, int seat);

 private:
  gamereferee::v1::PlayRequest& room(std::size_t bytes);

  std::deque<gamereferee::v1::PlayRequest> requests_;
  std::size_t last_bytes_ = 0;  // of the last request, or somewhat more
  bool is_urgent_ = false;
};

}  // namespace referee
