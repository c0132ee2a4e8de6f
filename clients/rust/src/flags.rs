//! The flags and variables that every bot has.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lexopt::prelude::{Long, Short, ValueExt};
use log::LevelFilter;

use crate::client::MAX_NAME;
use crate::messages::grouped;
use crate::retry::PATIENCE;
use crate::thinking::{MAX_THREADS, THREADS};

/// The token that stands for: one a line on standard input.
pub(crate) const STDIN: &str = "-";

pub(crate) const HELP: &str = "\
Plays at a referee until the matches of all its seats are over.

  --address ADDRESS    unix:/path or HOST:PORT of the referee; has to be given
                       (REFEREE_ADDRESS)
  --token TOKEN        token of a seat, repeatable; - reads them from standard input, one a line;
                       has to be given (REFEREE_TOKENS, with commas between)
  --ca FILE            PEM file with the roots to trust; given means TLS, none without
                       (REFEREE_CA)
  --name NAME          name in the replay, at most 100 characters; the program's name without
                       (REFEREE_NAME)
  --patience SECONDS   without a word from the referee after which to give up; 60
                       (REFEREE_PATIENCE)
  --threads COUNT      how many bots think at the same time, from 1 to 1,024; 64
                       (REFEREE_THREADS)
  --strict             the first failure of the bot's own code ends the process; off
                       (REFEREE_STRICT=1)
  --plain-turns        ask for turns at length, not in short; off (REFEREE_PLAIN_TURNS=1)
  --stay               do not go to the workers of a referee that has several; off
                       (REFEREE_STAY=1)
  --log-level LEVEL    debug, info, warning or error; info (REFEREE_LOG_LEVEL)
  -h, --help           writes this to standard output

A flag counts more than its variable.
";

/// What flags and variables say.
#[derive(Debug, PartialEq)]
pub(crate) struct Flags {
    pub(crate) address: String,
    pub(crate) tokens: Vec<String>,
    pub(crate) ca: Option<PathBuf>,
    pub(crate) name: String,
    pub(crate) patience: Duration,
    pub(crate) threads: usize,
    pub(crate) is_strict: bool,
    pub(crate) is_plain: bool,
    pub(crate) stays: bool,
    pub(crate) log_level: LevelFilter,
    pub(crate) wants_help: bool,
}

impl Flags {
    /// Reads arguments, the program first, and variables by name.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in a sentence.
    pub(crate) fn read(
        arguments: impl IntoIterator<Item = OsString>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut parser = lexopt::Parser::from_iter(arguments);
        let program = parser.bin_name().and_then(|path| Path::new(path).file_stem()?.to_str());
        let mut name: String = program.unwrap_or_default().chars().take(MAX_NAME).collect();
        if let Some(given) = variable("REFEREE_NAME") {
            name = given;
        }
        let mut address = variable("REFEREE_ADDRESS");
        let mut tokens = Vec::new();
        let mut ca = variable("REFEREE_CA").map(PathBuf::from);
        let mut patience = variable("REFEREE_PATIENCE");
        let mut threads = variable("REFEREE_THREADS");
        let switch = |name: &str| read_switch(name, variable(name).as_deref());
        let mut is_strict = switch("REFEREE_STRICT")?;
        let mut is_plain = switch("REFEREE_PLAIN_TURNS")?;
        let mut stays = switch("REFEREE_STAY")?;
        let mut log_level = variable("REFEREE_LOG_LEVEL");
        let mut wants_help = false;
        while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
            match argument {
                Long("address") => address = Some(value(&mut parser)?),
                Long("token") => tokens.push(value(&mut parser)?.trim().to_owned()),
                Long("ca") => ca = Some(PathBuf::from(value(&mut parser)?)),
                Long("name") => name = value(&mut parser)?,
                Long("patience") => patience = Some(value(&mut parser)?),
                Long("threads") => threads = Some(value(&mut parser)?),
                Long("strict") => is_strict = true,
                Long("plain-turns") => is_plain = true,
                Long("stay") => stays = true,
                Long("log-level") => log_level = Some(value(&mut parser)?),
                Long("help") | Short('h') => wants_help = true,
                _ => return Err(argument.unexpected().to_string()),
            }
        }
        if tokens.is_empty() {
            let listed = variable("REFEREE_TOKENS").unwrap_or_default();
            tokens = listed.split(',').map(|token| token.trim().to_owned()).collect();
        }
        tokens.retain(|token| !token.is_empty());
        if !wants_help && tokens.is_empty() {
            return Err("no seat to play: give --token or REFEREE_TOKENS".to_owned());
        }
        if tokens.len() > 1 && tokens.iter().any(|token| token == STDIN) {
            let problem = "the token - means one a line on standard input: no other can stand \
                           beside it";
            return Err(problem.to_owned());
        }
        if name.chars().count() > MAX_NAME {
            return Err(format!("the name must have at most {MAX_NAME} characters, not '{name}'"));
        }
        let address = match address {
            Some(address) => address,
            None if wants_help => String::new(),
            None => {
                return Err("no referee to play at: give --address or REFEREE_ADDRESS".to_owned());
            }
        };
        Ok(Self {
            address,
            tokens,
            ca,
            name,
            patience: patience.as_deref().map_or(Ok(PATIENCE), read_patience)?,
            threads: threads.as_deref().map_or(Ok(THREADS), read_threads)?,
            is_strict,
            is_plain,
            stays,
            log_level: log_level.as_deref().map_or(Ok(LevelFilter::Info), read_level)?,
            wants_help,
        })
    }

    /// Reads those of this process.
    pub(crate) fn of_process() -> Result<Self, String> {
        Self::read(env::args_os(), |name| env::var(name).ok())
    }
}

fn value(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().and_then(|value| value.string()).map_err(|error| error.to_string())
}

/// Reads a variable that is set to 1 or not.
fn read_switch(name: &str, text: Option<&str>) -> Result<bool, String> {
    match text {
        Some("1") => Ok(true),
        None | Some("0") => Ok(false),
        Some(other) => Err(format!("{name} must be 1, 0 or empty, not '{other}'")),
    }
}

fn read_patience(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("the patience must be a number of seconds from 0, not '{text}'"))
}

fn read_threads(text: &str) -> Result<usize, String> {
    let most = grouped(MAX_THREADS);
    text.parse()
        .ok()
        .filter(|count| (1..=MAX_THREADS).contains(count))
        .ok_or_else(|| format!("the threads must be a number from 1 to {most}, not '{text}'"))
}

fn read_level(text: &str) -> Result<LevelFilter, String> {
    match text {
        "debug" => Ok(LevelFilter::Debug),
        "info" => Ok(LevelFilter::Info),
        "warning" => Ok(LevelFilter::Warn),
        "error" => Ok(LevelFilter::Error),
        _ => Err(format!("the log level must be debug, info, warning or error, not '{text}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a command line of words without the program's name, and `NAME=VALUE` variables.
    fn read(line: &str, variables: &[(&str, &str)]) -> Result<Flags, String> {
        let words = std::iter::once("/opt/bots/my_bot").chain(line.split_whitespace());
        Flags::read(words.map(OsString::from), |name| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        })
    }

    #[test]
    fn what_is_not_said_has_its_default() {
        let expected = Flags {
            address: "here:1".into(),
            tokens: vec!["a".into()],
            ca: None,
            name: "my_bot".into(),
            patience: Duration::from_secs(60),
            threads: 64,
            is_strict: false,
            is_plain: false,
            stays: false,
            log_level: LevelFilter::Info,
            wants_help: false,
        };
        assert_eq!(read("--address here:1 --token a", &[]), Ok(expected));
    }

    #[test]
    fn all_can_be_flags_in_both_forms() {
        let spaced = "--address here:1 --token a --token b --ca r.pem --name Me --patience 2.5 \
                      --threads 3 --strict --plain-turns --stay --log-level warning";
        let joined = "--address=here:1 --token=a --token=b --ca=r.pem --name=Me --patience=2.5 \
                      --threads=3 --strict --plain-turns --stay --log-level=warning";
        let flags = read(spaced, &[]).unwrap();
        assert_eq!(flags.tokens, ["a", "b"]);
        assert_eq!(flags.ca, Some(PathBuf::from("r.pem")));
        assert_eq!(flags.name, "Me");
        assert_eq!(flags.patience, Duration::from_millis(2500));
        assert_eq!(flags.threads, 3);
        assert!(flags.is_strict && flags.is_plain && flags.stays);
        assert_eq!(flags.log_level, LevelFilter::Warn);
        assert_eq!(read(joined, &[]), Ok(flags));
    }

    #[test]
    fn all_can_be_variables_and_a_flag_counts_more() {
        let variables = [
            ("REFEREE_ADDRESS", "there:2"),
            ("REFEREE_TOKENS", "a, b,,"),
            ("REFEREE_CA", "r.pem"),
            ("REFEREE_NAME", "Me"),
            ("REFEREE_PATIENCE", "2.5"),
            ("REFEREE_THREADS", "1024"),
            ("REFEREE_STRICT", "1"),
            ("REFEREE_PLAIN_TURNS", "1"),
            ("REFEREE_STAY", "1"),
            ("REFEREE_LOG_LEVEL", "debug"),
        ];
        let flags = read("", &variables).unwrap();
        assert_eq!(flags.address, "there:2");
        assert_eq!(flags.tokens, ["a", "b"]);
        assert_eq!(flags.ca, Some(PathBuf::from("r.pem")));
        assert_eq!(flags.name, "Me");
        assert_eq!(flags.patience, Duration::from_millis(2500));
        assert_eq!(flags.threads, 1024);
        assert!(flags.is_strict && flags.is_plain && flags.stays);
        assert_eq!(flags.log_level, LevelFilter::Debug);
        let line = "--address here:1 --token c --ca s.pem --name You --patience 3 --threads 1 \
                    --log-level error";
        let flags = read(line, &variables).unwrap();
        assert_eq!(flags.address, "here:1");
        assert_eq!(flags.tokens, ["c"]);
        assert_eq!(flags.ca, Some(PathBuf::from("s.pem")));
        assert_eq!(flags.name, "You");
        assert_eq!(flags.patience, Duration::from_secs(3));
        assert_eq!(flags.threads, 1);
        assert_eq!(flags.log_level, LevelFilter::Error);
    }

    #[test]
    fn empty_variables_say_nothing() {
        let variables = [("REFEREE_CA", ""), ("REFEREE_STRICT", ""), ("REFEREE_PATIENCE", "")];
        let flags = read("--address here:1 --token -", &variables).unwrap();
        assert_eq!((flags.ca, flags.is_strict, flags.patience), (None, false, PATIENCE));
        assert_eq!(flags.tokens, [STDIN]);
    }

    #[test]
    fn wrong_flags_are_told() {
        let wrong = |line: &str| read(line, &[]).unwrap_err();
        assert!(wrong("--token a").contains("REFEREE_ADDRESS"));
        assert!(wrong("--address here:1").contains("REFEREE_TOKENS"));
        assert!(wrong("--address here:1 --token").contains("--token"));
        assert!(wrong("--address here:1 --token=").contains("REFEREE_TOKENS"));
        assert!(wrong("--address here:1 --token - --token a").contains("standard input"));
        let long = "x".repeat(101);
        assert!(wrong(&format!("--address here:1 --token a --name {long}")).contains("100"));
        let line = "--address here:1 --token a";
        for name in ["REFEREE_STRICT", "REFEREE_PLAIN_TURNS", "REFEREE_STAY"] {
            let says = format!("{name} must be 1, 0 or empty, not 'yes'");
            assert_eq!(read(line, &[(name, "yes")]), Err(says));
        }
        assert!(wrong("--address here:1 --token a --seed 7").contains("--seed"));
        assert!(wrong("--address here:1 --token a extra").contains("extra"));
        assert!(wrong("--address here:1 --token a --strict=no").contains("--strict"));
        for patience in ["-1", "x", "inf", "nan"] {
            let line = format!("--address here:1 --token a --patience={patience}");
            assert!(wrong(&line).ends_with(&format!("from 0, not '{patience}'")), "{patience}");
        }
        for threads in ["0", "1025", "-1", "x", "2.5"] {
            let line = format!("--address here:1 --token a --threads={threads}");
            assert!(wrong(&line).ends_with(&format!("1 to 1,024, not '{threads}'")), "{threads}");
        }
        assert!(wrong("--address here:1 --token a --log-level loud").ends_with("not 'loud'"));
    }

    #[test]
    fn help_needs_nothing_else() {
        assert!(read("--help", &[]).unwrap().wants_help);
        assert!(read("-h", &[]).unwrap().wants_help);
    }
}
