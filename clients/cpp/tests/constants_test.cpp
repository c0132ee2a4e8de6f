// Names of numbers in messages; the numbers are those of the rulebooks.
#include <gtest/gtest.h>

#include "gamereferee/games/champions/v1/champions.pb.h"
#include "referee_client/constants/champions.hpp"
#include "referee_client/constants/dice_adventure.hpp"
#include "referee_client/constants/diceman.hpp"
#include "referee_client/constants/dungeon_keeper.hpp"
#include "referee_client/constants/proving_grounds.hpp"

namespace referee::constants {
namespace {

TEST(Constants, AreTheRulebooksNumbers) {
  EXPECT_EQ(3, champions::phase::kBattle);          // CH-4.1
  EXPECT_EQ(3, dice_adventure::character::kHuman);  // DA-2.2
  EXPECT_EQ(5, diceman::combo::kSwordShield);       // DM-3.2
  EXPECT_EQ(6, dungeon_keeper::direction::kW);      // DK-2.8
  EXPECT_EQ(4, proving_grounds::stat::kIni);        // PG-3.1
}

TEST(Constants, FitTheFieldsOfMessages) {
  gamereferee::games::champions::v1::Loot loot;
  loot.add_categories(champions::category::kAny);
  EXPECT_EQ(4, loot.categories(0));
}

}  // namespace
}  // namespace referee::constants
