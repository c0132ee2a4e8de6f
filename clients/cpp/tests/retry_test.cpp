#include "referee_client/retry.hpp"

#include <gtest/gtest.h>

#include "referee_client/errors.hpp"
#include "vectors.hpp"

namespace referee {
namespace {

// The name and sentence of an error.
std::string describe(std::exception_ptr error) {
  try {
    std::rethrow_exception(error);
  } catch (const TlsError& tls) {
    return std::string("TlsError: ") + tls.what();
  } catch (const ProtocolError& protocol) {
    return std::string("ProtocolError: ") + protocol.what();
  } catch (const UnreachableError& unreachable) {
    return std::string("UnreachableError: ") + unreachable.what();
  }
}

std::string expected_error(const vectors::Struct& item) {
  return vectors::text(item, "error") + ": " + vectors::text(item, "says");
}

TEST(Retry, HasTheSharedConstants) {
  const auto constants = vectors::load("retry.json").fields().at("constants").struct_value();
  EXPECT_EQ(vectors::number(constants, "first_delay"), kFirstDelay.count());
  EXPECT_EQ(vectors::number(constants, "longest_delay"), kLongestDelay.count());
  EXPECT_EQ(vectors::number(constants, "patience"), kPatience.count());
  EXPECT_EQ(vectors::number(constants, "silence"), kSilence.count());
  EXPECT_EQ(vectors::number(constants, "goodbye"), kGoodbye.count());
}

TEST(Retry, WaitsAsInTheSharedVectors) {
  for (const auto& item : vectors::list(vectors::load("retry.json"), "delays")) {
    SCOPED_TRACE(vectors::text(item, "name"));
    double jitter = 0;
    Patience patience("there:1", Seconds(vectors::number(item, "limit")), [&] { return jitter; });
    for (const auto& step : vectors::list(item, "steps")) {
      if (vectors::has(step, "heard")) {
        patience.heard();
        continue;
      }
      const Seconds at(vectors::number(step, "at"));
      jitter = vectors::number(step, "jitter");
      SCOPED_TRACE(at.count());
      try {
        const Seconds delay = patience.delay(at, vectors::text(step, "why"));
        ASSERT_TRUE(vectors::has(step, "delay"));
        EXPECT_NEAR(vectors::number(step, "delay"), delay.count(), 1e-6);
      } catch (const UnreachableError&) {
        ASSERT_TRUE(vectors::has(step, "error"));
        EXPECT_EQ(expected_error(step), describe(std::current_exception()));
      }
    }
  }
}

TEST(Retry, JudgesStatusesAsInTheSharedVectors) {
  for (const auto& item : vectors::list(vectors::load("retry.json"), "statuses")) {
    const auto code = static_cast<grpc::StatusCode>(vectors::number(item, "number"));
    SCOPED_TRACE(vectors::text(item, "code"));
    EXPECT_EQ(vectors::text(item, "code"), code_name(code));
    const std::exception_ptr error = hopeless(code, vectors::text(item, "details"));
    ASSERT_EQ(vectors::is_null(item, "error"), error == nullptr);
    if (error) {
      EXPECT_EQ(expected_error(item), describe(error));
    }
  }
}

// What gRPC 1.51 says, with OpenSSL 3, of attempts to connect.
const std::string kLast = "failed to connect to all addresses; last error: ";
const std::string kSsl = kLast + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: ";

TEST(Retry, TriesAgainWhenAConnectionEndsInItsHandshake) {  // 14
  for (const std::string& why : {
           kLast + "UNAVAILABLE: ipv4:127.0.0.1:1: Socket closed",
           kLast + "UNAVAILABLE: ipv4:127.0.0.1:1: recvmsg:Connection reset by peer",
           kLast + "UNKNOWN: ipv4:127.0.0.1:1: Handshake read failed",
           kSsl + "SSL_ERROR_ZERO_RETURN: error:00000000:lib(0)::reason(0)",
           kSsl + "SSL_ERROR_SSL: error:0A000438:SSL routines::tlsv1 alert internal error",
       }) {
    EXPECT_EQ(nullptr, hopeless(grpc::StatusCode::UNAVAILABLE, why)) << why;
  }
}

TEST(Retry, EndsForACertificateThatDoesNotHold) {  // 14
  for (const std::string& why : {
           kSsl + "SSL_ERROR_SSL: error:0A000086:SSL routines::certificate verify failed",
           kSsl + "SSL_ERROR_SSL: error:0A000418:SSL routines::tlsv1 alert unknown ca",
           kSsl + "SSL_ERROR_SSL: error:0A00010B:SSL routines::wrong version number",
           kLast + "UNKNOWN: ipv4:127.0.0.1:1: Peer name localhost is not in peer certificate",
       }) {
    EXPECT_EQ(0u, describe(hopeless(grpc::StatusCode::UNAVAILABLE, why)).find("TlsError")) << why;
  }
}

TEST(Retry, DrawsJitterBetweenZeroAndOne) {
  double least = 1, most = 0;
  for (int i = 0; i < 1000; ++i) {
    const double drawn = random_jitter();
    least = std::min(least, drawn);
    most = std::max(most, drawn);
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 0.9);
  EXPECT_LE(most, 1);
}

TEST(Retry, OfHomeGoesOnSlowlyWhileAWorkerIsHeard) {  // 13, 34
  Patience patience("a:1", Seconds(10), [] { return 1.0; });
  EXPECT_EQ(0.1, patience.delay(Seconds(0), "why").count());
  EXPECT_EQ(0.2, patience.delay(Seconds(9), "why").count());
  patience.heard_elsewhere();
  EXPECT_EQ(0.4, patience.delay(Seconds(15), "why").count());
  EXPECT_THROW(patience.delay(Seconds(25), "why"), UnreachableError);
}

TEST(Retry, OfWorkersDoublesUntilAStreamHasLasted) {  // 34
  WorkerDelays delays;
  for (const double delay : {0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60.0, 60.0}) {
    EXPECT_DOUBLE_EQ(delay, delays.after(Seconds(59)).count());
  }
  EXPECT_DOUBLE_EQ(0.1, delays.after(Seconds(60)).count());
  EXPECT_DOUBLE_EQ(0.2, delays.after(Seconds(0)).count());
}

TEST(Silence, AsksOnceAfter20SecondsAndTakesForDeadAfter40) {
  Silence silence(Seconds(100));
  EXPECT_EQ(Silence::Verdict::kFine, silence.check(Seconds(119.9)));
  EXPECT_EQ(Seconds(120), silence.next());
  EXPECT_EQ(Silence::Verdict::kAsk, silence.check(Seconds(120)));
  EXPECT_EQ(Silence::Verdict::kFine, silence.check(Seconds(121)));
  EXPECT_EQ(Seconds(140), silence.next());
  EXPECT_EQ(Silence::Verdict::kDead, silence.check(Seconds(140)));
}

TEST(Silence, IsBrokenByAWord) {
  Silence silence(Seconds(0));
  EXPECT_EQ(Silence::Verdict::kAsk, silence.check(Seconds(20)));
  silence.heard(Seconds(30));
  EXPECT_EQ(Silence::Verdict::kFine, silence.check(Seconds(49)));
  EXPECT_EQ(Silence::Verdict::kAsk, silence.check(Seconds(50)));
}

}  // namespace
}  // namespace referee
