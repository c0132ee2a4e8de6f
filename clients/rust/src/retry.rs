//! When to try again, when to give up, and what a broken stream means.
//!
//! Plain arithmetic on times given by the caller.

use std::time::Duration;

use tonic::Code;

use crate::errors::RefereeClientError;

/// Before the first new attempt.
pub(crate) const FIRST_DELAY: Duration = Duration::from_millis(100);
/// Most between two attempts.
pub(crate) const LONGEST_DELAY: Duration = Duration::from_secs(5);
/// How long a client tries without a word from the referee unless told otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Without a word after which the referee is asked for a pong, and after as long again taken for
/// dead.
pub(crate) const SILENCE: Duration = Duration::from_secs(20);
/// What the referee has to end the stream once everything is over.
pub(crate) const GOODBYE: Duration = Duration::from_secs(2);

/// Delays between attempts, doubling with jitter, until the patience is out.
pub(crate) struct Patience {
    target: String,
    limit: Duration,
    since: Option<Duration>,
    delay: Duration,
}

impl Patience {
    /// `target` is the address, for the error; `limit` the time without a word after which to give
    /// up.
    pub(crate) fn new(target: String, limit: Duration) -> Self {
        Self { target, limit, since: None, delay: FIRST_DELAY }
    }

    /// The referee answered: begin anew.
    pub(crate) fn heard(&mut self) {
        self.since = None;
        self.delay = FIRST_DELAY;
    }

    /// The referee answered at one of its workers: it is there, which says nothing of this address.
    pub(crate) fn heard_elsewhere(&mut self) {
        self.since = None;
    }

    /// What is left for an attempt that begins now.
    pub(crate) fn left(&self, now: Duration) -> Duration {
        self.limit.saturating_sub(now.saturating_sub(self.since.unwrap_or(now)))
    }

    /// How long to wait after an attempt that failed.
    ///
    /// `now` is a monotonic time, `why` what went wrong, `jitter` a random number from 0 to 1.
    ///
    /// # Errors
    ///
    /// `Unreachable` if the patience is out.
    pub(crate) fn delay(
        &mut self,
        now: Duration,
        why: &str,
        jitter: f64,
    ) -> Result<Duration, RefereeClientError> {
        self.since.get_or_insert(now);
        let left = self.left(now);
        if left.is_zero() {
            return Err(RefereeClientError::Unreachable {
                target: self.target.clone(),
                patience: self.limit.as_secs_f64().to_string(),
                why: why.to_owned(),
            });
        }
        let wait = self.delay.mul_f64(0.5 + 0.5 * jitter);
        self.delay = LONGEST_DELAY.min(2 * self.delay);
        Ok(wait.min(left))
    }
}

/// The error for a stream's status; None if another stream may do better. `OK` means that the
/// referee closed too early.
pub(crate) fn hopeless(code: Code, details: &str) -> Option<RefereeClientError> {
    let lower = details.to_lowercase();
    let is_about_tls =
        ["handshake", "certificate", "wrong_version"].iter().any(|sign| lower.contains(sign));
    match code {
        Code::Unavailable if is_about_tls => Some(RefereeClientError::Tls(format!(
            "TLS failed: {details}; check the CA file, and that the server uses TLS"
        ))),
        Code::Ok
        | Code::Aborted
        | Code::Cancelled
        | Code::DeadlineExceeded
        | Code::Internal
        | Code::Unavailable
        | Code::Unknown => None,
        Code::Unimplemented => Some(RefereeClientError::Protocol(format!(
            "the server is no referee, or of another version: {details}"
        ))),
        _ => Some(RefereeClientError::Protocol(format!(
            "the referee ended the stream with {}: {details}",
            code_name(code)
        ))),
    }
}

/// A status as gRPC spells it, such as `RESOURCE_EXHAUSTED`.
pub(crate) fn code_name(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;

    fn seconds(value: &serde_json::Value) -> Duration {
        Duration::from_secs_f64(value.as_f64().unwrap())
    }

    #[test]
    fn constants_are_those_of_all_languages() {
        let constants = &vectors::read("retry")["constants"];
        assert_eq!(FIRST_DELAY, seconds(&constants["first_delay"]));
        assert_eq!(LONGEST_DELAY, seconds(&constants["longest_delay"]));
        assert_eq!(PATIENCE, seconds(&constants["patience"]));
        assert_eq!(SILENCE, seconds(&constants["silence"]));
        assert_eq!(GOODBYE, seconds(&constants["goodbye"]));
    }

    #[test]
    fn delays_are_those_of_all_languages() {
        let cases = vectors::cases("retry", "delays");
        for case in &cases {
            let name = &case["name"];
            let mut patience = Patience::new("there:1".into(), seconds(&case["limit"]));
            for step in case["steps"].as_array().unwrap() {
                if step["heard"] == true {
                    patience.heard();
                    continue;
                }
                let jitter = step["jitter"].as_f64().unwrap();
                match patience.delay(seconds(&step["at"]), step["why"].as_str().unwrap(), jitter) {
                    Ok(delay) => {
                        let off = delay.abs_diff(seconds(&step["delay"]));
                        assert!(off < Duration::from_micros(1), "{name}: {delay:?} for {step}");
                    }
                    Err(error) => {
                        assert_eq!(step["error"], "UnreachableError", "{name}: {step}");
                        assert_eq!(step["says"], error.to_string(), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn statuses_mean_what_they_mean_in_all_languages() {
        for case in &vectors::cases("retry", "statuses") {
            let number = i32::try_from(case["number"].as_i64().unwrap()).unwrap();
            let code = Code::from_i32(number);
            assert_eq!(case["code"], code_name(code));
            let found = hopeless(code, case["details"].as_str().unwrap());
            assert_eq!(case["error"].as_str(), found.as_ref().map(vectors::error_name), "{case}");
            assert_eq!(case["says"].as_str(), found.map(|error| error.to_string()).as_deref());
        }
    }

    #[test]
    fn a_worker_that_answers_renews_the_patience_and_does_not_shorten_the_delays() {
        let mut patience = Patience::new("there:1".into(), Duration::from_secs(2));
        let mut delay = |now| patience.delay(Duration::from_secs(now), "refused", 1.0);
        assert_eq!(delay(1), Ok(Duration::from_millis(100)));
        assert_eq!(delay(2), Ok(Duration::from_millis(200)));
        patience.heard_elsewhere(); // duty 13
        let mut delay = |now| patience.delay(Duration::from_secs(now), "refused", 1.0);
        assert_eq!(delay(5), Ok(Duration::from_millis(400)));
        assert_eq!(delay(6), Ok(Duration::from_millis(800)));
        assert!(delay(7).is_err());
    }

    #[test]
    fn an_attempt_has_what_is_left_of_the_patience() {
        let mut patience = Patience::new("there:1".into(), Duration::from_secs(2));
        assert_eq!(patience.left(Duration::from_secs(9)), Duration::from_secs(2));
        patience.delay(Duration::from_secs(10), "refused", 0.0).unwrap();
        assert_eq!(patience.left(Duration::from_millis(11_500)), Duration::from_millis(500));
        assert_eq!(patience.left(Duration::from_secs(13)), Duration::ZERO);
    }
}
