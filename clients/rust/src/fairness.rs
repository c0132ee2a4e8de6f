//! Checks that the dice of a match were not chosen against a seat.
//!
//! The referee commits itself to its seed before play, and the seats to their nonces before any is
//! shown; all is laid open before the match begins or after its end. See the comments of
//! `SeedReveal`, `NonceCommitments` and `MatchStarted`. This module knows that arithmetic alone.

use ring::{digest, hmac};

use crate::v1::{NonceState, SeatNonce, SeatWitness, SeedReveal};

pub(crate) const NONCE_BYTES: usize = 16;
const COMMITMENT_BYTES: usize = 32;
const SALT_BYTES: usize = 32;
const SEED_BYTES: usize = 32;
/// Length of a server seed that is a fixed match seed.
const FIXED_SEED_BYTES: usize = 8;
/// Feature of seats that commit themselves to their nonces before any is shown.
pub(crate) const NONCE_COMMITMENTS: &str = "nonce-commitments";

/// What is wrong with a reveal by itself, in a sentence; None if it holds.
///
/// `commitment` is what the referee committed itself to when the seat was joined, `seat` the one
/// that checks, from 0, and `nonce` what it told; None if it told none, or another process's counts.
#[must_use]
pub fn reveal_problem(
    reveal: &SeedReveal,
    commitment: &[u8],
    seat: usize,
    nonce: Option<&[u8]>,
) -> Option<&'static str> {
    let length = if reveal.fixed { FIXED_SEED_BYTES } else { SEED_BYTES };
    if reveal.salt.len() != SALT_BYTES || reveal.server_seed.len() != length {
        return Some("the revealed server seed or salt has a wrong length");
    }
    let committed = [reveal.server_seed.as_slice(), reveal.salt.as_slice()].concat();
    if digest::digest(&digest::SHA256, &committed).as_ref() != commitment {
        return Some("the revealed server seed and salt do not give the commitment");
    }
    let match_seed = reveal.match_seed.to_be_bytes();
    if reveal.fixed {
        return (reveal.server_seed != match_seed)
            .then_some("the fixed match seed is not the committed one");
    }
    if reveal.nonces.iter().any(|sent| !sent.is_empty() && sent.len() != NONCE_BYTES) {
        return Some("a revealed nonce has a wrong length");
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

/// What is wrong with the nonces that a seat was told at the start, in a sentence; None if nothing.
#[must_use]
pub fn start_problem(witness: &SeatWitness) -> Option<&'static str> {
    let joined = witness.joined.clone().unwrap_or_default();
    let started = witness.started.clone().unwrap_or_default();
    let nonces = &started.nonces;
    let is_promised = witness.started.is_some()
        && joined.features.iter().any(|feature| feature == NONCE_COMMITMENTS);
    if nonces.is_empty() && !is_promised {
        return None; // the referee tells nothing of nonces, so there is nothing to hold it to
    }
    let own = usize::try_from(joined.seat).ok().and_then(|seat| nonces.get(seat));
    let (Some(own), true) = (own, usize::try_from(joined.num_seats) == Ok(nonces.len())) else {
        return Some("the start does not tell one nonce a seat");
    };
    if !nonces.iter().all(is_well_formed) {
        return Some("a seat's nonce does not fit its state");
    }
    if nonces.iter().any(|told| is_opened(told) && nonce_commitment(&told.nonce) != told.commitment)
    {
        return Some("a seat's nonce is not the one it had committed itself to");
    }
    let shown = witness.commitments.as_ref();
    if shown.is_some_and(|shown| nonces.iter().map(as_shown).ne(shown.nonces.iter().cloned())) {
        return Some("the nonces told at the start are not those that had been committed to");
    }
    if started.nonces_committed && nonces.iter().any(|told| told.state() == NonceState::Plain) {
        return Some("the start says that all nonces were committed to, and one was not");
    }
    if witness.nonce.is_empty() || own.state() == NonceState::None {
        return None;
    }
    if own.commitment != nonce_commitment(&witness.nonce) {
        return Some("the commitment of this seat is not the one it sent");
    }
    (witness.nonce_told && own.nonce != witness.nonce)
        .then_some("the nonce of this seat was not used")
}

/// What is wrong with a reveal for a seat that was told this, in a sentence; None if it holds.
///
/// It is the check of a reveal at the end of a match, and of one that was withheld and comes later.
#[must_use]
pub fn witness_problem(witness: &SeatWitness, reveal: &SeedReveal) -> Option<&'static str> {
    let problem = start_problem(witness);
    if problem.is_some() {
        return problem;
    }
    let joined = witness.joined.clone().unwrap_or_default();
    let started = witness.started.clone().unwrap_or_default();
    let is_told = !started.nonces.is_empty();
    if is_told && reveal.fixed != started.seed_fixed {
        return Some("the reveal and the start disagree whether the seed is fixed");
    }
    if !reveal.fixed && usize::try_from(joined.num_seats) != Ok(reveal.nonces.len()) {
        return Some("the reveal does not tell one nonce a seat");
    }
    if is_told {
        if started.nonces.iter().map(|told| &told.nonce).ne(&reveal.nonces) {
            return Some("the revealed nonces are not those told at the start");
        }
        let mut commitments: Vec<_> = started.nonces.iter().map(|told| &told.commitment).collect();
        if commitments.iter().all(|commitment| commitment.is_empty()) {
            commitments.clear();
        }
        if commitments.into_iter().ne(&reveal.nonce_commitments) {
            return Some("the revealed commitments are not those told at the start");
        }
    }
    let seat = usize::try_from(joined.seat).unwrap_or(usize::MAX);
    let nonce = witness.nonce_told.then_some(witness.nonce.as_slice());
    reveal_problem(reveal, &joined.seed_commitment, seat, nonce)
}

/// What a seat commits itself to before it tells its nonce.
pub(crate) fn nonce_commitment(nonce: &[u8]) -> Vec<u8> {
    digest::digest(&digest::SHA256, nonce).as_ref().to_vec()
}

fn is_opened(nonce: &SeatNonce) -> bool {
    nonce.state() == NonceState::Opened
}

fn is_well_formed(nonce: &SeatNonce) -> bool {
    let lengths = (nonce.commitment.len(), nonce.nonce.len());
    match nonce.state() {
        NonceState::None => lengths == (0, 0),
        NonceState::Plain => lengths == (0, NONCE_BYTES),
        NonceState::Committed => lengths == (COMMITMENT_BYTES, 0),
        NonceState::Opened => lengths == (COMMITMENT_BYTES, NONCE_BYTES),
        NonceState::Unspecified => false,
    }
}

/// What was shown of a nonce before any was opened.
fn as_shown(nonce: &SeatNonce) -> SeatNonce {
    let mut shown = nonce.clone();
    if is_opened(nonce) {
        shown.set_state(NonceState::Committed);
        shown.nonce.clear();
    }
    shown
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

    #[test]
    fn starts_and_reveals_are_held_against_witnesses_as_in_all_languages() {
        for case in &vectors::cases("fairness", "witnesses") {
            let witness = vectors::bytes(&case["witness_base64"]);
            let witness = SeatWitness::decode(witness.as_slice()).unwrap();
            let problem = if case["reveal"].is_null() {
                start_problem(&witness)
            } else {
                let reveal = vectors::bytes(&case["reveal_base64"]);
                witness_problem(&witness, &SeedReveal::decode(reveal.as_slice()).unwrap())
            };
            assert_eq!(case["problem"].as_str(), problem, "{}", case["name"]);
        }
    }
}
