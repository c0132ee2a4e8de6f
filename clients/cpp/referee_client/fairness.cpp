#include "referee_client/fairness.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstdint>

#include "gamereferee/v1/match.pb.h"

namespace referee {
namespace {

std::string sha256(const std::string& data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_Digest(data.data(), data.size(), digest, &size, EVP_sha256(), nullptr);
  return std::string(reinterpret_cast<const char*>(digest), size);
}

std::string hmac_sha256(const std::string& key, const std::string& data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, &size);
  return std::string(reinterpret_cast<const char*>(digest), size);
}

std::string big_endian(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (int place = 7; place >= 0; --place, number >>= 8) {
    bytes[place] = static_cast<char>(number & 0xFF);
  }
  return bytes;
}

}  // namespace

std::optional<std::string> reveal_problem(const gamereferee::v1::SeedReveal& reveal,
                                          const std::string& commitment, int seat,
                                          const std::optional<std::string>& nonce) {
  if (sha256(reveal.server_seed() + reveal.salt()) != commitment) {
    return "the revealed server seed and salt do not give the commitment";
  }
  const std::string match_seed = big_endian(reveal.match_seed());
  if (reveal.fixed()) {
    if (reveal.server_seed() == match_seed) return std::nullopt;
    return "the fixed match seed is not the committed one";
  }
  if (nonce && (seat >= reveal.nonces_size() || reveal.nonces(seat) != *nonce)) {
    return "the nonce of this seat was not used";
  }
  std::string nonces;
  for (const std::string& sent : reveal.nonces()) {
    nonces += sent.empty() ? std::string(kNonceBytes, '\0') : sent;
  }
  if (hmac_sha256(reveal.server_seed(), nonces).compare(0, 8, match_seed) != 0) {
    return "the match seed does not follow from server seed and nonces";
  }
  return std::nullopt;
}

}  // namespace referee
