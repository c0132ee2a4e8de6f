#include "referee_client/messages.hpp"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/duration.pb.h>

#include <algorithm>

#include "referee_client/errors.hpp"

namespace referee {
namespace {

const std::string kUrlPrefix = "type.googleapis.com/";
const std::string kGames = "gamereferee.games.";

}  // namespace

std::unique_ptr<Message> unpack(const google::protobuf::Any& wrapped) {
  const std::string& url = wrapped.type_url();
  const std::string name = url.substr(url.rfind('/') + 1);
  const auto* descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  if (descriptor == nullptr) throw UnknownMessageError(name);
  std::unique_ptr<Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  if (!message->ParseFromString(wrapped.value())) {
    throw ProtocolError("can't read " + std::to_string(wrapped.value().size()) + " bytes as " +
                        url);
  }
  return message;
}

void pack(const Message& message, google::protobuf::Any& wrapped) {
  wrapped.set_type_url(kUrlPrefix + message.GetTypeName());
  message.SerializeToString(wrapped.mutable_value());
}

std::string game_of(const std::string& full_name) {
  if (full_name.compare(0, kGames.size(), kGames) != 0) return "";
  const std::size_t end = full_name.find('.', kGames.size());
  return end == std::string::npos ? "" : full_name.substr(kGames.size(), end - kGames.size());
}

Nanoseconds duration(const google::protobuf::Duration& duration) {
  return std::chrono::seconds(duration.seconds()) + Nanoseconds(duration.nanos());
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int place = static_cast<int>(text.size()) - 3; place > 0; place -= 3)
    text.insert(place, ",");
  return text;
}

int num_characters(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;  // continues none
  }));
}

}  // namespace referee
