#include "referee_client/messages.hpp"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/duration.pb.h>
#include <gtest/gtest.h>

#include "gamereferee/games/diceman/v1/diceman.pb.h"
#include "referee_client/bot.hpp"
#include "referee_client/errors.hpp"

namespace referee {
namespace {

namespace diceman = gamereferee::games::diceman::v1;

TEST(Messages, TravelByTypeUrl) {
  diceman::Action action;
  action.add_dice(3);
  google::protobuf::Any wrapped;
  pack(action, wrapped);
  EXPECT_EQ("type.googleapis.com/gamereferee.games.diceman.v1.Action", wrapped.type_url());
  EXPECT_EQ(3, as<diceman::Action>(*unpack(wrapped)).dice(0));
}

TEST(Messages, AreNamedWhenTheirTypeIsUnknown) {
  google::protobuf::Any wrapped;
  wrapped.set_type_url("type.googleapis.com/gamereferee.games.chess.v1.Observation");
  try {
    unpack(wrapped);
    FAIL() << "an unknown type was unpacked";
  } catch (const UnknownMessageError& error) {
    EXPECT_EQ("gamereferee.games.chess.v1.Observation", error.name);
    const std::string says = error.what();
    EXPECT_EQ(0u, says.find("no generated class for the message "
                            "'gamereferee.games.chess.v1.Observation': "))
        << says;
  }
}

TEST(Messages, AreNamedWhenTheirBytesAreUnreadable) {
  google::protobuf::Any wrapped;
  wrapped.set_type_url("type.googleapis.com/gamereferee.games.diceman.v1.Action");
  wrapped.set_value("\xff\xff\xff");
  try {
    unpack(wrapped);
    FAIL() << "three broken bytes were unpacked";
  } catch (const ProtocolError& error) {
    EXPECT_STREQ("can't read 3 bytes as type.googleapis.com/gamereferee.games.diceman.v1.Action",
                 error.what());
  }
}

TEST(Messages, KeepFieldsTheyDoNotKnow) {
  google::protobuf::Any wrapped;
  wrapped.set_type_url("type.googleapis.com/gamereferee.games.diceman.v1.GameStart");
  wrapped.set_value(std::string("\x08\x02\xf8\x07\x01", 5));  // game 2, and field 127
  EXPECT_EQ(2, as<diceman::GameStart>(*unpack(wrapped)).game());
}

TEST(Messages, AreNotTakenForOthers) {
  EXPECT_THROW(as<diceman::Action>(diceman::Observation()), std::invalid_argument);
}

TEST(Messages, NameTheirGame) {
  EXPECT_EQ("dice_adventure", game_of("gamereferee.games.dice_adventure.v1.Observation"));
  EXPECT_EQ("", game_of("gamereferee.v1.Turn"));
  EXPECT_EQ("", game_of("someone.elses.Observation"));
}

TEST(Messages, HaveDurationsToTheNanosecond) {
  google::protobuf::Duration message;
  message.set_seconds(2);
  message.set_nanos(500000001);
  EXPECT_EQ(Nanoseconds(2500000001), duration(message));
}

TEST(Messages, HaveEnumsWithoutPrefixAndPassUnknownOnesOver) {
  EXPECT_EQ("LATE", reason_name(7));
  EXPECT_EQ("RULES", cause_name(1));
  EXPECT_EQ("TIME", forfeit_name(1));
  EXPECT_EQ("99", reason_name(99));
}

}  // namespace
}  // namespace referee
