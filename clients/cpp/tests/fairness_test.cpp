#include "referee_client/fairness.hpp"

#include <gtest/gtest.h>

#include "gamereferee/v1/match.pb.h"
#include "gamereferee/v1/play_service.pb.h"
#include "vectors.hpp"

namespace referee {
namespace {

TEST(Fairness, JudgesTheSharedVectors) {
  for (const auto& item : vectors::list(vectors::load("fairness.json"), "cases")) {
    SCOPED_TRACE(vectors::text(item, "name"));
    std::optional<std::string> nonce, expected;
    if (!vectors::is_null(item, "nonce_base64")) nonce = vectors::bytes(item, "nonce_base64");
    if (!vectors::is_null(item, "problem")) expected = vectors::text(item, "problem");
    EXPECT_EQ(expected,
              reveal_problem(vectors::message<gamereferee::v1::SeedReveal>(item, "reveal"),
                             vectors::bytes(item, "commitment_base64"),
                             static_cast<int>(vectors::number(item, "seat")), nonce));
  }
}

TEST(Fairness, HoldsTheSharedWitnessesAgainstStartsAndReveals) {
  namespace wire = gamereferee::v1;
  for (const auto& item : vectors::list(vectors::load("fairness.json"), "witnesses")) {
    SCOPED_TRACE(vectors::text(item, "name"));
    std::optional<std::string> expected;
    if (!vectors::is_null(item, "problem")) expected = vectors::text(item, "problem");
    const auto witness = vectors::message<wire::SeatWitness>(item, "witness");
    EXPECT_EQ(expected,
              vectors::is_null(item, "reveal")
                  ? start_problem(witness)
                  : witness_problem(witness, vectors::message<wire::SeedReveal>(item, "reveal")));
  }
}

}  // namespace
}  // namespace referee
