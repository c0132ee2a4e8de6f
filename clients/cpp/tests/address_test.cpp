#include "referee_client/address.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "referee_client/errors.hpp"
#include "vectors.hpp"

namespace referee {
namespace {

// The error's name and sentence, or what is connected to.
std::string parse(const std::string& text, const std::string& ca) {
  try {
    const Address address = Address::parse(text, ca);
    EXPECT_EQ(!ca.empty(), address.roots.has_value());
    return address.target;
  } catch (const AddressError& error) {
    return std::string("AddressError: ") + error.what();
  } catch (const TlsError& error) {
    return std::string("TlsError: ") + error.what();
  }
}

TEST(Address, ReadsTheSharedVectors) {
  const std::string file = testing::TempDir() + "referee_roots.pem";
  for (const auto& item : vectors::list(vectors::load("address.json"), "cases")) {
    SCOPED_TRACE(vectors::text(item, "name"));
    const bool has_ca = !vectors::is_null(item, "ca");
    if (has_ca) std::ofstream(file) << vectors::text(item, "ca");
    std::string expected;
    if (vectors::has(item, "target")) {
      expected = vectors::text(item, "target");
    } else {
      expected = vectors::text(item, "error") + ": " + vectors::text(item, "says");
      const std::size_t place = expected.find("{ca}");
      if (place != std::string::npos) expected.replace(place, 4, file);
    }
    EXPECT_EQ(expected, parse(vectors::text(item, "address"), has_ca ? file : ""));
  }
  std::remove(file.c_str());
}

TEST(Address, TellsWhyTheCaFileCannotBeRead) {
  EXPECT_EQ("TlsError: can't read the CA file '/no/such.pem': No such file or directory",
            parse("localhost:1", "/no/such.pem"));
  EXPECT_EQ("TlsError: can't read the CA file '/': Is a directory", parse("localhost:1", "/"));
}

TEST(Address, IsTrustedBesideAnotherAsThatOne) {  // 34
  for (const auto& roots : {std::optional<std::string>(), std::optional<std::string>("roots")}) {
    const Address there = Address{"referee.example:7070", roots}.beside("worker.example:7071");
    EXPECT_EQ("worker.example:7071", there.target);
    EXPECT_EQ(roots, there.roots);
  }
  const Address socket{"unix:/r", std::nullopt};
  EXPECT_EQ("unix:/w-0", socket.beside("unix:/w-0").target);
  EXPECT_EQ("localhost:7071", socket.beside("localhost:7071").target);
}

TEST(Address, LeadsFromTheNetworkToNoSocketAndNowhereElse) {  // 34
  const Address home{"referee.example:7070", "roots"};
  const auto error_of = [&](const std::string& text) -> std::string {
    try {
      return home.beside(text).target;
    } catch (const AddressError& error) {
      return error.what();
    }
  };
  EXPECT_EQ("a Unix socket is gone to from a Unix socket alone, not 'unix:/run/w-0'",
            error_of("unix:/run/w-0"));
  EXPECT_EQ(0u, error_of("nowhere").find("address must be unix:/path or HOST:PORT"));
}

}  // namespace
}  // namespace referee
