#include "referee_client/lines.hpp"

#include <utility>

#include "referee_client/log.hpp"

namespace referee {

namespace wire = gamereferee::v1;

Lines::Lines(Tickets& tickets, std::string bot_name, OnWorker on_worker)
    : tickets_(tickets), bot_name_(std::move(bot_name)), on_worker_(std::move(on_worker)) {}

void Lines::begin_at_home() {
  home_->forms.clear();
  for (auto& [number, ticket] : tickets_) {
    if (ticket.line == home_) present(ticket);
  }
}

void Lines::answered(const std::shared_ptr<Line>& line) {
  line->is_open = true;
  workers_[line->address] = line;
  for (auto& [number, ticket] : tickets_) {
    if (ticket.worker == line->address && may_go(ticket)) move(ticket, line);
  }
}

void Lines::lost(const std::shared_ptr<Line>& line) {
  const auto found = workers_.find(line->address);
  if (found != workers_.end() && found->second == line) workers_.erase(found);
  for (auto& [number, ticket] : tickets_) {
    if (ticket.line == line) move(ticket, home_);
  }
}

bool Lines::wants(const std::string& address) const {
  for (const auto& [number, ticket] : tickets_) {
    if (ticket.worker == address && ticket.line == home_ && !ticket.stays) return true;
  }
  return false;
}

void Lines::settle(Ticket& ticket) {
  if (ticket.worker.empty() || !may_go(ticket)) return;
  const auto there = workers_.find(ticket.worker);
  if (there != workers_.end()) {
    move(ticket, there->second);
  } else if (on_worker_) {
    on_worker_(ticket.worker);
  }
}

void Lines::move(Ticket& ticket, const std::shared_ptr<Line>& line) {
  Unsent unsent;
  if (ticket.seat) {
    const Match& match = ticket.seat->match;
    unsent = ticket.line->outbox.take_unsent(match.match_id, match.seat);
    if (ticket.seat->form) ticket.line->forms.erase(ticket.seat->form->handle());
    log(LogLevel::kDebug, ticket.seat->where() + ": goes " +
                              (line == home_ ? "home" : "to the worker " + line->address));
  }
  ticket.line = line;
  present(ticket);
  for (wire::Resign& resign : unsent.resigns) line->outbox.add(std::move(resign));
  for (wire::Say& one : unsent.says) say(ticket, std::move(one));
}

void Lines::present(Ticket& ticket) {
  ticket.is_waiting = true;
  if (ticket.seat) ticket.seat->leave_stream();
  ticket.line->outbox.add(ticket.join(bot_name_));
}

void Lines::say(Ticket& ticket, wire::Say&& say) {
  if (ticket.is_waiting) {
    ticket.seat->unsaid.push_back(std::move(say));
  } else {
    ticket.line->outbox.add(std::move(say));
  }
}

// A seat goes nowhere before its join is answered: of two joins on two streams, nobody could say
// which came last.
bool Lines::may_go(const Ticket& ticket) const {
  return ticket.line == home_ && !ticket.is_waiting && !ticket.stays;
}

}  // namespace referee
