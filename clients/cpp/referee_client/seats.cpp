#include "referee_client/seats.hpp"

#include <cxxabi.h>
#include <google/protobuf/descriptor.h>
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

constexpr std::size_t kMaxActionBytes = 65'536;  // of an Action message; referees refuse more
// Lag margin of a time control that names none.
constexpr Nanoseconds kMargin = std::chrono::milliseconds(50);

// A fault of the bot's own code that the SDK finds; its text says all.
class BotFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The Action message beside an observation, by full name; empty if there is none.
std::string action_beside(const Message& observation) {
  const std::string& own = observation.GetDescriptor()->full_name();
  const std::string name = own.substr(0, own.rfind('.') + 1) + "Action";
  const auto* pool = google::protobuf::DescriptorPool::generated_pool();
  return pool->FindMessageTypeByName(name) == nullptr ? "" : name;
}

Nanoseconds over_at(const wire::Turn& message, Nanoseconds margin, Nanoseconds now) {
  if (!message.clock().has_remaining()) return Nanoseconds::max();
  return now + duration(message.clock().remaining()) + margin;
}

AnyBot& bot_of(Seat& seat) {
  if (!seat.bot) seat.bot = seat.maker.make();
  if (!seat.bot) throw std::logic_error("the maker made no bot");
  return *seat.bot;
}

// What a bot has decided, as it is sent. Throws BotFault if no referee would take it.
std::unique_ptr<wire::Action> packed(const Seat& seat, int turn, const std::string& method,
                                     const Message& decision) {
  const std::string& name = decision.GetDescriptor()->full_name();
  if (!seat.action_type.empty() && name != seat.action_type) {
    throw BotFault(method + " must return the game's Action message, " + seat.action_type +
                   ", not " + name);
  }
  const std::size_t bytes = decision.ByteSizeLong();
  if (bytes > kMaxActionBytes) {
    throw BotFault("an answer of " + grouped(bytes) + " bytes, and " + grouped(kMaxActionBytes) +
                   " are allowed");
  }
  auto action = std::make_unique<wire::Action>();
  action->set_match_id(seat.match.match_id);
  action->set_seat(seat.match.seat);
  action->set_turn(turn);
  pack(decision, *action->mutable_payload());
  return action;
}

std::unique_ptr<wire::Action> answer(Seat& seat, const Turn& turn) {
  const std::unique_ptr<Message> decision = bot_of(seat).decide(turn);
  if (!decision) throw BotFault("act must return the game's Action message, not null");
  return packed(seat, turn.number, "act", *decision);
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
  } catch (const BotFault& fault) {
    failures.push_back({where, fault.what()});
    log(LogLevel::kError, failures.back().sentence());
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

Nanoseconds steady_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

OpenTurn::OpenTurn(wire::Turn&& turn, Nanoseconds margin, Now now)
    : message(std::move(turn)),
      margin_(margin),
      now_(std::move(now)),
      over_at_(over_at(message, margin_, now_())) {}

void OpenTurn::come_again(const wire::Turn& turn) {
  over_at_ = over_at(turn, margin_, now_());
}

std::string Failure::sentence() const {
  return where + ": the bot's own code failed: " + what;
}

std::string Seat::where(int turn) const {
  return turn == 0 ? name : name + " turn " + std::to_string(turn);
}

void Seat::close() {
  if (open) open->close();
  open.reset();
}

void Seat::leave_stream() {
  is_away = true;
  form.reset();
  if (!witness.has_started()) witness.set_nonce_told(false);  // the stream may have lost it
}

Nanoseconds Seat::lag_margin() const {
  const auto& terms = match.time_control;
  return terms.has_lag_margin() ? duration(terms.lag_margin()) : kMargin;
}

void Seat::hand_on(Turn& turn) {
  std::unique_ptr<Message> events;
  std::vector<Said> said;
  const auto add = [&](std::unique_ptr<Message>& more) {
    if (!more) return;
    if (!events || events->GetDescriptor() != more->GetDescriptor()) {
      events = std::move(more);
    } else {
      events->MergeFrom(*more);
    }
  };
  for (Brought& earlier : brought) {
    if (earlier.turn >= turn.number) continue;  // the same turn, which has come again
    add(earlier.events);
    std::move(earlier.said.begin(), earlier.said.end(), std::back_inserter(said));
  }
  brought.clear();
  add(turn.events_message);
  turn.events_message = std::move(events);
  std::move(turn.said.begin(), turn.said.end(), std::back_inserter(said));
  turn.said = std::move(said);
}

std::vector<Said> Seat::take_unheard() {
  std::vector<Said> said;
  for (Brought& earlier : brought) {
    std::move(earlier.said.begin(), earlier.said.end(), std::back_inserter(said));
  }
  brought.clear();
  return said;
}

wire::Join Ticket::join(const std::string& bot_name) const {
  wire::Join message;
  message.set_token(token);
  message.add_features(kNonceCommitments);
  for (const std::string& feature : features) message.add_features(feature);
  message.set_nonce_commitment(nonce_commitment(nonce));
  message.set_bot_name(bot_name);
  message.set_client(std::string("cpp/") + kVersion);
  message.set_number(number);
  return message;
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
  if (task.again) {
    call_bot(where, result.failures, [&] {
      const auto decision = task.again(bot_of(seat), seat.match);
      if (!decision || !task.open->is_open()) return;
      result.action = packed(seat, task.turn, "on_rejected", *decision);
    });
    return result;
  }
  try {
    Turn turn(
        seat.match, task.open->message, [open = task.open] { return open->is_open(); }, seat.ear);
    seat.action_type = action_beside(*turn.observation_message);
    if (turn.events_message && turn.number > seat.heard_of) {
      call_bot(where, result.failures,
               [&] { bot_of(seat).on_events(seat.match, *turn.events_message); });
    }
    seat.heard_of = std::max(seat.heard_of, turn.number);
    if (!turn.is_open()) {  // too late before anybody thought about it
      auto& brought = seat.brought;
      if (brought.empty() || brought.back().turn < turn.number) {
        brought.push_back({turn.number, std::move(turn.events_message), std::move(turn.said)});
      }
      result.is_passed_over = true;
      return result;
    }
    seat.hand_on(turn);
    call_bot(where, result.failures, [&] { result.action = answer(seat, turn); });
  } catch (const ProtocolError&) {
    result.error = std::current_exception();  // the turn can't be read
  }
  return result;
}

}  // namespace referee
