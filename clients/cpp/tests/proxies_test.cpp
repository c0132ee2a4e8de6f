// Which addresses are called through a proxy; duty 33 of CONTRACT.md.
#include "referee_client/proxies.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "referee_client/errors.hpp"
#include "referee_client/retry.hpp"

namespace referee {
namespace {

constexpr const char* kVariables[] = {"grpc_proxy", "https_proxy", "http_proxy", "no_grpc_proxy",
                                      "no_proxy"};

class Proxies : public testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    for (const char* name : kVariables) unsetenv(name);
  }
};

TEST_F(Proxies, AreNoneForAddressesOfThisMachine) {
  setenv("http_proxy", "http://proxy:3128", 1);
  for (const char* target :
       {"unix:/run/referee.sock", "localhost:1", "LOCALHOST:1", "referee.localhost:1",
        "127.0.0.1:1", "127.9.9.9:1", "0.0.0.0:1", "[::1]:1", "[::]:1", "[::ffff:127.0.0.1]:1"}) {
    EXPECT_TRUE(is_local(target)) << target;
    EXPECT_EQ("", proxy_note(target)) << target;
  }
}

TEST_F(Proxies, AreNamedForAddressesElsewhere) {
  for (const char* target : {"192.0.2.7:1", "referee.example:1", "localhost.example:1",
                             "[2001:db8::1]:1", "[::ffff:192.0.2.7]:1"}) {
    EXPECT_FALSE(is_local(target)) << target;
    EXPECT_EQ("", proxy_note(target)) << target;
  }
  setenv("http_proxy", "http://me:secret@proxy:3128/", 1);
  EXPECT_EQ("through the proxy proxy:3128, by the variable http_proxy; no_proxy makes exceptions",
            proxy_note("referee.example:1"));
  setenv("https_proxy", "other:1", 1);
  EXPECT_EQ("through the proxy other:1, by the variable https_proxy; no_proxy makes exceptions",
            proxy_note("[2001:db8::1]:1"));
}

TEST_F(Proxies, HaveExceptions) {
  setenv("grpc_proxy", "http://proxy:3128", 1);
  setenv("no_proxy", "else.example, .Example", 1);
  EXPECT_EQ("", proxy_note("referee.example:1"));
  EXPECT_NE("", proxy_note("192.0.2.7:1"));
  setenv("no_grpc_proxy", "192.0.2.7", 1);
  EXPECT_NE("", proxy_note("referee.example:1"));
  EXPECT_EQ("", proxy_note("192.0.2.7:1"));
}

TEST_F(Proxies, AreNamedByTheErrorOfARefereeThatIsNotReached) {
  setenv("http_proxy", "http://proxy:3128", 1);
  Patience patience("referee.example:1", Seconds(0));
  try {
    patience.delay(Seconds(1), "refused");
    FAIL();
  } catch (const UnreachableError& error) {
    EXPECT_STREQ(
        "no referee at referee.example:1 for 0 s; the last attempt: refused; it is called through "
        "the proxy proxy:3128, by the variable http_proxy; no_proxy makes exceptions",
        error.what());
  }
}

}  // namespace
}  // namespace referee
