// The greedy bots against the shared vectors.
#include "dice_adventure/greedy.hpp"

#include <gtest/gtest.h>

#include "diceman/damage.hpp"
#include "diceman/greedy.hpp"
#include "vectors.hpp"

namespace {

template <class Observation, class Action>
void check(const std::string& file, Action (*greedy)(const Observation&)) {
  for (const auto& item : vectors::list(vectors::load(file), "cases")) {
    SCOPED_TRACE(vectors::text(item, "name"));
    EXPECT_EQ(vectors::message<Action>(item, "action").DebugString(),
              greedy(vectors::message<Observation>(item, "observation")).DebugString());
  }
}

TEST(Greedy, PlaysDicemanAsInTheSharedVectors) {
  check("diceman_greedy.json", &diceman::greedy);
}

TEST(Greedy, PlaysDiceAdventureAsInTheSharedVectors) {
  check("dice_adventure_greedy.json", &dice_adventure::greedy);
}

TEST(NetTable, HasTheExamplesOfTheRulebook) {  // DM-11.8
  gamereferee::games::diceman::v1::Config config;
  config.set_die_magic(4);
  config.set_die_priority(6);
  config.set_die_sword(8);
  config.set_die_shield(10);
  constexpr int MP = 0, MS = 1, MH = 2, PS = 3, PH = 4, SH = 5;
  constexpr std::int64_t kUnit = 4 * 4 * 6 * 6 * 8 * 8 * 10 * 10;  // squares of all sides
  const diceman::NetTable table = diceman::net_table(config);
  EXPECT_EQ(69 * kUnit / 20, table[SH][MS]);
  EXPECT_EQ(9 * kUnit / 2, table[MS][MP]);
  EXPECT_EQ(0, table[MP][MH]);
  EXPECT_EQ(0, table[PH][PH]);
  EXPECT_EQ(2471 * kUnit / 2880, table[PS][PH]);
  EXPECT_EQ(23 * kUnit / 40, table[MH][SH]);
  EXPECT_EQ(-23 * kUnit / 40, table[SH][MH]);
}

}  // namespace
