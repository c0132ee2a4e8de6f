#include "referee_client/seats.hpp"

#include <cxxabi.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <stdexcept>
#include <typeinfo>

#include "referee_client/errors.hpp"
#include "referee_client/fairness.hpp"
#include "referee_client/log.hpp"
#include "referee_client/version.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

AnyBot& bot_of(Seat& seat) {
  if (!seat.bot) seat.bot = seat.maker.make();
  if (!seat.bot) throw std::logic_error("the maker made no bot");
  return *seat.bot;
}

std::unique_ptr<wire::Action> answer(const Task& task, const Turn& turn) {
  AnyBot& bot = bot_of(*task.seat);
  if (turn.events_message) bot.on_events(turn.match, *turn.events_message);
  const std::unique_ptr<Message> decision = bot.decide(turn);
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
  if (type == nullptr) return "an unknown exception";
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr), std::free);
  return name ? name.get() : type->name();
}

}  // namespace

std::string Seat::where(int turn) const {
  return turn == 0 ? name : name + " turn " + std::to_string(turn);
}

void Seat::close() {
  if (open) open->is_open = false;
  open.reset();
}

void Ticket::join(const std::string& bot_name, wire::Join& message) const {
  message.set_token(token);
  message.set_nonce(nonce);
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
  if (task.open && !task.open->is_open) return result;  // too late before anybody thought about it
  std::optional<Turn> turn;
  try {
    if (task.open) turn.emplace(seat.match, task.open->message, &task.open->is_open);
  } catch (const RefereeClientError&) {
    result.error = std::current_exception();
    return result;
  }
  try {
    if (turn) {
      result.action = answer(task, *turn);
    } else {
      task.tell(bot_of(seat), seat.match);
    }
    return result;
  } catch (const std::exception& error) {
    result.failure = thrown_type() + ": " + error.what();
  } catch (...) {
    result.failure = thrown_type();
  }
  result.failure = seat.where(task.turn) + ": the bot's own code failed: " + *result.failure;
  log(LogLevel::kError, *result.failure);
  return result;
}

}  // namespace referee
