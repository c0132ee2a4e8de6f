//! Checks that the dice of a match were not chosen against a seat.
//!
//! The referee commits itself before the first turn and lays the dice open after the end; see the
//! comments of `SeedReveal`. This module knows that arithmetic and nothing else.

use ring::{digest, hmac};

use crate::v1::SeedReveal;

pub(crate) const NONCE_BYTES: usize = 16;

/// What is wrong with a reveal, in a sentence; None if it holds.
///
/// `commitment` is what the referee committed itself to when the seat was joined, `seat` the one
/// that checks, from 0, and `nonce` what it sent; None if another process joined it first.
#[must_use]
pub fn reveal_problem(
    reveal: &SeedReveal,
    commitment: &[u8],
    seat: usize,
    nonce: Option<&[u8]>,
) -> Option<&'static str> {
    let committed = [reveal.server_seed.as_slice(), reveal.salt.as_slice()].concat();
    if digest::digest(&digest::SHA256, &committed).as_ref() != commitment {
        return Some("the revealed server seed and salt do not give the commitment");
    }
    let match_seed = reveal.match_seed.to_be_bytes();
    if reveal.fixed {
        return (reveal.server_seed != match_seed)
            .then_some("the fixed match seed is not the committed one");
    }
    if nonce.is_some() && reveal.nonces.get(seat).map(Vec::as_slice) != nonce {
        return Some("the nonce of this seat was not used");
    }
    let mut drawn =
        hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &reveal.server_seed));
    for sent in &reveal.nonces {
        drawn.update(if sent.is_empty() { &[0; NONCE_BYTES] } else { sent });
    }
    (drawn.sign().as_ref()[..8] != match_seed)
        .then_some("the match seed does not follow from server seed and nonces")
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::vectors;

    #[test]
    fn reveals_are_judged_as_in_all_languages() {
        for case in &vectors::cases("fairness", "cases") {
            let reveal = SeedReveal::decode(vectors::bytes(&case["reveal_base64"]).as_slice());
            let commitment = vectors::bytes(&case["commitment_base64"]);
            let seat = usize::try_from(case["seat"].as_u64().unwrap()).unwrap();
            let nonce = &case["nonce_base64"];
            let nonce = (!nonce.is_null()).then(|| vectors::bytes(nonce));
            let problem = reveal_problem(&reveal.unwrap(), &commitment, seat, nonce.as_deref());
            assert_eq!(case["problem"].as_str(), problem, "{}", case["name"]);
        }
    }
}
