#include "referee_client/fairness.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gamereferee/v1/match.pb.h"
#include "gamereferee/v1/play_service.pb.h"

namespace referee {
namespace {

namespace wire = gamereferee::v1;
using Nonces = google::protobuf::RepeatedPtrField<wire::SeatNonce>;

constexpr std::size_t kCommitmentBytes = 32;
constexpr std::size_t kSaltBytes = 32;
constexpr std::size_t kSeedBytes = 32;
constexpr std::size_t kFixedSeedBytes = 8;  // of a server seed that is a fixed match seed

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

bool is_opened(const wire::SeatNonce& nonce) {
  return nonce.state() == wire::NONCE_STATE_OPENED;
}

bool is_plain(const wire::SeatNonce& nonce) {
  return nonce.state() == wire::NONCE_STATE_PLAIN;
}

bool is_well_formed(const wire::SeatNonce& nonce) {
  const auto has = [&](std::size_t promised, std::size_t told) {
    return nonce.commitment().size() == promised && nonce.nonce().size() == told;
  };
  switch (nonce.state()) {
    case wire::NONCE_STATE_NONE:
      return has(0, 0);
    case wire::NONCE_STATE_PLAIN:
      return has(0, kNonceBytes);
    case wire::NONCE_STATE_COMMITTED:
      return has(kCommitmentBytes, 0);
    case wire::NONCE_STATE_OPENED:
      return has(kCommitmentBytes, kNonceBytes);
    default:
      return false;
  }
}

bool is_changed(const wire::SeatNonce& nonce) {
  return is_opened(nonce) && nonce_commitment(nonce.nonce()) != nonce.commitment();
}

bool is_promised(const wire::SeatWitness& witness) {
  const auto& features = witness.joined().features();
  return witness.has_started() &&
         std::find(features.begin(), features.end(), kNonceCommitments) != features.end();
}

}  // namespace

std::string nonce_commitment(const std::string& nonce) {
  return sha256(nonce);
}

bool are_as_shown(const Nonces& nonces, const Nonces& shown) {
  return std::equal(nonces.begin(), nonces.end(), shown.begin(), shown.end(),
                    [](const wire::SeatNonce& told, const wire::SeatNonce& before) {
                      const auto state =
                          is_opened(told) ? wire::NONCE_STATE_COMMITTED : told.state();
                      const std::string nonce = is_opened(told) ? "" : told.nonce();
                      return before.state() == state && before.nonce() == nonce &&
                             before.commitment() == told.commitment();
                    });
}

std::optional<std::string> start_problem(const wire::SeatWitness& witness) {
  const Nonces& nonces = witness.started().nonces();
  const int seat = witness.joined().seat();
  // Where the referee tells nothing of nonces, there is nothing to hold it to.
  if (nonces.empty() && !is_promised(witness)) return std::nullopt;
  if (nonces.size() != witness.joined().num_seats() || seat < 0 || seat >= nonces.size()) {
    return "the start does not tell one nonce a seat";
  }
  if (!std::all_of(nonces.begin(), nonces.end(), is_well_formed)) {
    return "a seat's nonce does not fit its state";
  }
  if (std::any_of(nonces.begin(), nonces.end(), is_changed)) {
    return "a seat's nonce is not the one it had committed itself to";
  }
  if (witness.has_commitments() && !are_as_shown(nonces, witness.commitments().nonces())) {
    return "the nonces told at the start are not those that had been committed to";
  }
  if (witness.started().nonces_committed() && std::any_of(nonces.begin(), nonces.end(), is_plain)) {
    return "the start says that all nonces were committed to, and one was not";
  }
  const wire::SeatNonce& own = nonces[seat];
  if (witness.nonce().empty() || own.state() == wire::NONCE_STATE_NONE) return std::nullopt;
  if (own.commitment() != nonce_commitment(witness.nonce())) {
    return "the commitment of this seat is not the one it sent";
  }
  if (witness.nonce_told() && own.nonce() != witness.nonce()) {
    return "the nonce of this seat was not used";
  }
  return std::nullopt;
}

std::optional<std::string> witness_problem(const wire::SeatWitness& witness,
                                           const wire::SeedReveal& reveal) {
  if (auto problem = start_problem(witness)) return problem;
  const Nonces& nonces = witness.started().nonces();
  if (!nonces.empty() && reveal.fixed() != witness.started().seed_fixed()) {
    return "the reveal and the start disagree whether the seed is fixed";
  }
  if (!reveal.fixed() && reveal.nonces_size() != witness.joined().num_seats()) {
    return "the reveal does not tell one nonce a seat";
  }
  if (!nonces.empty()) {
    std::vector<std::string> told, promised;
    for (const wire::SeatNonce& nonce : nonces) {
      told.push_back(nonce.nonce());
      promised.push_back(nonce.commitment());
    }
    const auto is_empty = [](const std::string& bytes) { return bytes.empty(); };
    if (std::all_of(promised.begin(), promised.end(), is_empty)) promised.clear();
    if (!std::equal(told.begin(), told.end(), reveal.nonces().begin(), reveal.nonces().end())) {
      return "the revealed nonces are not those told at the start";
    }
    const auto& commitments = reveal.nonce_commitments();
    if (!std::equal(promised.begin(), promised.end(), commitments.begin(), commitments.end())) {
      return "the revealed commitments are not those told at the start";
    }
  }
  std::optional<std::string> nonce;
  if (witness.nonce_told()) nonce = witness.nonce();
  return reveal_problem(reveal, witness.joined().seed_commitment(), witness.joined().seat(), nonce);
}

std::optional<std::string> reveal_problem(const gamereferee::v1::SeedReveal& reveal,
                                          const std::string& commitment, int seat,
                                          const std::optional<std::string>& nonce) {
  const std::size_t length = reveal.fixed() ? kFixedSeedBytes : kSeedBytes;
  if (reveal.salt().size() != kSaltBytes || reveal.server_seed().size() != length) {
    return "the revealed server seed or salt has a wrong length";
  }
  if (sha256(reveal.server_seed() + reveal.salt()) != commitment) {
    return "the revealed server seed and salt do not give the commitment";
  }
  const std::string match_seed = big_endian(reveal.match_seed());
  if (reveal.fixed()) {
    if (reveal.server_seed() == match_seed) return std::nullopt;
    return "the fixed match seed is not the committed one";
  }
  for (const std::string& sent : reveal.nonces()) {
    if (!sent.empty() && sent.size() != kNonceBytes) return "a revealed nonce has a wrong length";
  }
  if (nonce && (seat < 0 || seat >= reveal.nonces_size() || reveal.nonces(seat) != *nonce)) {
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
