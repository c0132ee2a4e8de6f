// How many threads bots get; duty 32 of CONTRACT.md.
#include "referee_client/pool.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

using std::chrono::milliseconds;
using Waiting = Pool::Waiting;

Waiting since(std::initializer_list<int> when) {
  Waiting waiting;
  for (int each : when) waiting.push_back(milliseconds(each));
  return waiting;
}

Pool pool_of(int size, int most) {
  Pool pool(most);
  for (int i = 0; i < size; ++i) pool.added();
  return pool;
}

TEST(Pool, GrowsByAThreadForEachCallThatHasWaited) {
  const Pool pool = pool_of(2, 64);
  const Waiting waiting = since({0, 1, 3});
  EXPECT_EQ(0, pool.wanted(milliseconds(4), waiting, 0));
  EXPECT_EQ(milliseconds(5), pool.next(waiting, 0, 0));
  EXPECT_EQ(1, pool.wanted(milliseconds(5), waiting, 0));
  EXPECT_EQ(3, pool.wanted(milliseconds(8), waiting, 0));
  EXPECT_EQ(0, pool.wanted(milliseconds(8), waiting, 1));  // one is free, and takes a call first
  EXPECT_EQ(std::nullopt, pool.next(waiting, 1, 0));
  EXPECT_EQ(0, pool.wanted(milliseconds(8), {}, 0));
  EXPECT_EQ(std::nullopt, pool.next({}, 0, 0));
}

TEST(Pool, HasAtMostAsManyThreadsAsAllowed) {
  Pool pool = pool_of(3, 4);
  const Waiting waiting = since({0, 0, 0});
  EXPECT_EQ(3, pool.wanted(milliseconds(5), waiting, 0));
  EXPECT_EQ(1, pool.allowed(3));
  EXPECT_EQ(milliseconds(5), pool.next(waiting, 0, 0));
  pool.exhausted();  // the system gives no more
  EXPECT_EQ(0, pool.allowed(3));
  EXPECT_EQ(milliseconds(500), pool.next(waiting, 0, 0));
  EXPECT_EQ(milliseconds(5), pool.next(waiting, 0, 2));  // parked ones are woken
  EXPECT_EQ("", pool.warning(milliseconds(900), waiting, 2));
}

TEST(Pool, WarnsOnceAMinuteOfTurnsThatWaitAlthoughAllThreadsAreInUse) {
  Pool pool = pool_of(64, 64);
  const Waiting waiting = since({0, 100, 200});
  EXPECT_EQ("", pool.warning(milliseconds(499), waiting, 0));
  EXPECT_EQ(milliseconds(500), pool.next(waiting, 0, 0));
  EXPECT_EQ("3 turns wait for a free thread, one of them for 0.5 s; --threads allows 64",
            pool.warning(milliseconds(500), waiting, 0));
  EXPECT_EQ(milliseconds(60'500), pool.next(waiting, 0, 0));
  EXPECT_EQ("", pool.warning(milliseconds(60'499), waiting, 0));
  EXPECT_EQ("1 turn waits for a free thread, for 60.5 s; --threads allows 64",
            pool.warning(milliseconds(60'500), since({0}), 0));
  EXPECT_EQ("", pool_of(63, 64).warning(milliseconds(60'500), waiting, 0));  // one can be added
  EXPECT_EQ("", pool_of(64, 64).warning(milliseconds(60'500), {}, 0));
  EXPECT_EQ("1 turn waits for a free thread, for 1.0 s; --threads allows 1,024",
            pool_of(1024, 1024).warning(milliseconds(1000), since({0}), 0));
}

}  // namespace
}  // namespace referee
