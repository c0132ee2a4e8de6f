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

}  // namespace
}  // namespace referee
