#include "referee_client/seats.hpp"

#include <cxxabi.h>
#include <openssl/rand.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <typeinfo>
#include <utility>

#include "referee_client/errors.hpp"
#include "referee_client/fairness.hpp"
#include "referee_client/log.hpp"
#include "referee_client/trace.hpp"
#include "referee_client/version.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

AnyBot& bot_of(Seat& seat) {
  if (!seat.bot) seat.bot = seat.maker.make();
  if (!seat.bot) throw std::logic_error("the maker made no bot");
  return *seat.bot;
}

std::unique_ptr<wire::Action> answer(Seat& seat, const Turn& turn) {
  const std::unique_ptr<Message> decision = bot_of(seat).decide(turn);
  if (!decision) throw std::logic_error("act must return the game's Action message, not null");
  auto action = std::make_unique<wire::Action>();
  action->set_match_id(turn.match_id());
  action->set_seat(turn.seat());
  action->set_turn(turn.number);
  pack(*decision, *action->mutable_payload());
  return action;
}

// The name of the type of what is being handled, such as `std::runtime_error`.
std::string thrown_type() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  return type == nullptr ? "an unknown exception" : demangled(type->name());
}

// Calls the bot's own code; logs what that throws, and takes note of it.
template <class Call>
void call_bot(const std::string& where, std::vector<Failure>& failures, Call call) {
  std::string what;
  try {
    const Tracing tracing;
    call();
    return;
  } catch (const std::exception& error) {
    what = thrown_type() + ": " + error.what();
  } catch (...) {
    what = thrown_type();
  }
  failures.push_back({where, what});
  log(LogLevel::kError, failures.back().sentence() + last_trace());
}

}  // namespace

std::string Failure::sentence() const {
  return where + ": the bot's own code failed: " + what;
}

std::string Seat::where(int turn) const {
  return turn == 0 ? name : name + " turn " + std::to_string(turn);
}

void Seat::close() {
  if (open) open->is_open = false;
  open.reset();
}

void Ticket::join(const std::string& bot_name, wire::Join& message) const {
  message.set_token(token);
  message.add_features(kNonceCommitments);
  message.set_nonce_commitment(nonce_commitment(nonce));
  message.set_bot_name(bot_name);
  message.set_client(std::string("cpp/") + kVersion);
  message.set_number(number);
}

std::string new_nonce() {
  std::string nonce(kNonceBytes, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(nonce.data()), kNonceBytes) != 1) {
    throw std::runtime_error("the system has no random bytes");
  }
  return nonce;
}

Result run_task(const Task& task) {
  Seat& seat = *task.seat;
  Result result;
  const std::string where = seat.where(task.turn);
  if (!task.open) {
    call_bot(where, result.failures, [&] { task.tell(bot_of(seat), seat.match); });
    return result;
  }
  try {
    Turn turn(seat.match, task.open->message, &task.open->is_open, seat.ear);
    if (turn.events_message) {
      call_bot(where, result.failures,
               [&] { bot_of(seat).on_events(seat.match, *turn.events_message); });
    }
    std::move(turn.said.begin(), turn.said.end(), std::back_inserter(seat.unheard));
    if (!turn.is_open()) return result;  // too late before anybody thought about it
    turn.said = std::exchange(seat.unheard, {});
    call_bot(where, result.failures, [&] { result.action = answer(seat, turn); });
  } catch (const ProtocolError&) {
    result.error = std::current_exception();  // the turn can't be read
  }
  return result;
}

}  // namespace referee
