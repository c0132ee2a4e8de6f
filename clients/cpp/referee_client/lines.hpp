// Where the seats of a process are, and how they go from one line to another.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "referee_client/line.hpp"
#include "referee_client/seats.hpp"

namespace referee {

// Tokens by the number of their join.
using Tickets = std::map<std::uint64_t, Ticket>;

// Gets the address of a worker to which seats would go.
using OnWorker = std::function<void(const std::string& address)>;

// The line home, and one to each worker that has answered.
class Lines {
 public:
  // `tickets` are the tokens of the process whose matches are not over, `bot_name` is what the bot
  // calls itself; without `on_worker` all seats stay at home.
  Lines(Tickets& tickets, std::string bot_name, OnWorker on_worker);

  const std::shared_ptr<Line>& home() const { return home_; }

  // Whether seats go to workers at all.
  bool leads_away() const { return on_worker_ != nullptr; }

  // Presents the tokens of a new stream home again.
  void begin_at_home();

  // A worker has answered: the seats at home whose matches it has go there.
  void answered(const std::shared_ptr<Line>& line);

  // The stream to a worker has ended: its seats go home.
  void lost(const std::shared_ptr<Line>& line);

  // Whether a seat at home would go to this worker.
  bool wants(const std::string& address) const;

  // Has a seat whose join at home was answered go to the worker that has its match, or asks for a
  // line there.
  void settle(Ticket& ticket);

  // Presents a token on another line, which takes its seat over; an open turn comes again there.
  void move(Ticket& ticket, const std::shared_ptr<Line>& line);

  // Presents a token on the line where its seat is.
  void present(Ticket& ticket);

  // Sends what a seat has said, once the line where it is has the seat.
  void say(Ticket& ticket, gamereferee::v1::Say&& say);

 private:
  bool may_go(const Ticket& ticket) const;

  Tickets& tickets_;
  const std::string bot_name_;
  const OnWorker on_worker_;
  const std::shared_ptr<Line> home_ = std::make_shared<Line>();
  std::map<std::string, std::shared_ptr<Line>> workers_;  // by address
};

}  // namespace referee
