// Turns and actions in short, as seats have them that ask for the feature `small-turns`.
//
// What a join has said once is put back here, so that nothing else has to know in which form a turn
// came.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "gamereferee/v1/play_service.pb.h"

namespace referee {

// Feature of a client that reads turns in short, and answers them so.
constexpr const char* kSmallTurns = "small-turns";
// Feature of a client whose bot does not look at the events of turns.
constexpr const char* kWithoutEvents = "without-events";

// How the turns and actions of one seat travel in short, on the stream that has joined it.
class ShortForm {
 public:
  // `joined` is the answer to the seat's join, with a `small_form`.
  explicit ShortForm(const gamereferee::v1::Joined& joined);

  // Number that stands for match and seat on its stream.
  std::uint32_t handle() const { return form_.handle(); }

  // A turn at length; turns are to be given in the order in which they came.
  gamereferee::v1::Turn turn(gamereferee::v1::SmallTurn&& small);

  // An answer in short; none if it is no action of the game, which goes at length so that the
  // referee can say what is wrong with it.
  std::optional<gamereferee::v1::SmallAction> action(const gamereferee::v1::Action& action) const;

 private:
  gamereferee::v1::Clock clock(const gamereferee::v1::SmallTurn& small) const;

  const std::string match_id_;
  const int seat_;
  const gamereferee::v1::SmallForm form_;
  // Microseconds that the first decision may take, and any other, without the bank; none if there
  // is no deadline.
  std::optional<std::pair<std::int64_t, std::int64_t>> free_;
  std::map<int, std::string> phases_;  // names by number
};

}  // namespace referee
