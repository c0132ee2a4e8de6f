//! A bot as a process: flags and environment in, matches played, exit status out.
//!
//! Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the
//! signal's number after SIGINT or SIGTERM.

use std::io::{self, BufRead, Write};
use std::mem::MaybeUninit;
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use log::{Level, LevelFilter, Log, Metadata, Record};
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};

use crate::address::Address;
use crate::bot::Bot;
use crate::client::{ClientHandle, RefereeClient};
use crate::errors::RefereeClientError;
use crate::flags::{Flags, HELP, STDIN};
use crate::lanes::ColumnsBot;

const FAILED: u8 = 1;
const WRONG_FLAGS: u8 = 2;

/// Plays until all matches have ended; the last line of a bot's `main`.
///
/// `make` makes the bot of each seat, such as `|| MyBot::default()` or `|| from_fn(act)`.
pub fn run<B: Bot>(make: impl Fn() -> B + Send + Sync + 'static) -> ExitCode {
    run_client(|address| RefereeClient::new(address, make))
}

/// The same with one bot for all seats, which takes turns in columns.
pub fn run_columns<B: ColumnsBot>(bot: B) -> ExitCode {
    run_client(|address| RefereeClient::with_columns(address, bot))
}

fn run_client(client: impl FnOnce(Address) -> RefereeClient) -> ExitCode {
    let flags = match Flags::of_process() {
        Ok(flags) if flags.wants_help => {
            let _ = io::stdout().write_all(HELP.as_bytes()); // nobody reads it if that fails
            return ExitCode::SUCCESS;
        }
        Ok(flags) => flags,
        Err(problem) => {
            log_to_stderr(LevelFilter::Info);
            log::error!("{problem}");
            return ExitCode::from(WRONG_FLAGS);
        }
    };
    log_to_stderr(flags.log_level);
    let status = match Address::parse(&flags.address, flags.ca.as_deref()) {
        Ok(address) => play(client(address), &flags),
        Err(error) => {
            log::error!("{error}");
            FAILED
        }
    };
    ExitCode::from(status)
}

fn play(client: RefereeClient, flags: &Flags) -> u8 {
    let mut client = client
        .name(&flags.name)
        .patience(flags.patience)
        .threads(flags.threads)
        .strict(flags.is_strict)
        .plain_turns(flags.is_plain)
        .stay(flags.stays);
    let handle = client.handle();
    for token in flags.tokens.iter().filter(|token| *token != STDIN) {
        handle.join(token);
    }
    if flags.tokens.iter().any(|token| token == STDIN) {
        follow_stdin(handle);
    } else {
        handle.finish();
    }
    let runtime = match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            log::error!("the system gives no event loop: {error}");
            return FAILED;
        }
    };
    let ended = runtime.block_on(async {
        let mut interrupts = signal(SignalKind::interrupt()).expect("SIGINT can be handled");
        let mut terminations = signal(SignalKind::terminate()).expect("SIGTERM can be handled");
        tokio::select! {
            result = client.play() => Ended::Played(result),
            _ = interrupts.recv() => Ended::Signal("SIGINT", SignalKind::interrupt()),
            _ = terminations.recv() => Ended::Signal("SIGTERM", SignalKind::terminate()),
        }
    });
    runtime.shutdown_background(); // a name that is being resolved does not hold up the end
    status(ended, client.bot_failures_told())
}

enum Ended {
    Played(Result<(), RefereeClientError>),
    Signal(&'static str, SignalKind),
}

fn status(ended: Ended, failures: Option<String>) -> u8 {
    let status = match ended {
        Ended::Signal(name, kind) => {
            log::info!("{name}: stopping");
            128 + u8::try_from(kind.as_raw_value()).expect("both have small numbers")
        }
        Ended::Played(Ok(())) => 0,
        Ended::Played(Err(error)) => {
            if !error.is_about_a_seat() && !matches!(error, RefereeClientError::Bot { .. }) {
                log::error!("{error}"); // the others were logged when they happened
            }
            FAILED
        }
    };
    if let Some(failures) = failures {
        log::error!("{failures}");
    }
    status
}

/// Joins a seat for each line of standard input, as it comes.
fn follow_stdin(handle: ClientHandle) {
    // A thread that waits for input does not keep the process from ending.
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            let token = String::from_utf8_lossy(&line);
            if !token.trim().is_empty() {
                handle.join(token.trim());
            }
        }
        handle.finish();
    });
}

/// Logs to standard error from this level on, unless the program has a logger of its own.
fn log_to_stderr(level: LevelFilter) {
    if log::set_logger(&StderrLog).is_ok() {
        log::set_max_level(level);
    }
}

struct StderrLog;

impl Log for StderrLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        // One write a line, so that those of several threads don't mix; nobody hears if it fails.
        let line = line(&local_time(SystemTime::now()), record);
        let _ = io::stderr().write_all(line.as_bytes());
    }

    fn flush(&self) {}
}

/// A line of the log, as in all languages; the logger of a bot's own lines is its crate.
fn line(time: &str, record: &Record<'_>) -> String {
    let level = match record.level() {
        Level::Warn => "WARNING",
        other => other.as_str(),
    };
    let logger = record.target().split("::").next().unwrap_or_default();
    format!("{time} {level} {logger}: {}\n", record.args())
}

/// A time in this machine's time zone, to the millisecond.
fn local_time(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = libc::time_t::try_from(since.as_secs()).unwrap_or_default();
    let mut parts = MaybeUninit::<libc::tm>::zeroed();
    // SAFETY: both pointers are to values of this function. All zeros are a `tm`, also where the
    // call fails and writes nothing.
    let parts = unsafe {
        libc::localtime_r(&raw const seconds, parts.as_mut_ptr());
        parts.assume_init()
    };
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        since.subsec_millis()
    )
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;
    use std::time::Duration;

    use super::*;

    /// 2026-11-28 13:05:25.320 UTC.
    const MOMENT: Duration = Duration::from_millis(1_795_871_125_320);

    /// Prints a time, for the test below, which starts it in a process with another time zone.
    #[test]
    fn a_moment_is_printed() {
        println!("local time {}", local_time(UNIX_EPOCH + MOMENT));
    }

    #[test]
    fn times_are_local_to_the_millisecond() {
        for (zone, expected) in [
            ("UTC0", "2026-11-28 13:05:25.320"),
            ("XXX-2", "2026-11-28 15:05:25.320"), // two hours east, without a table of zones
            ("XXX+14", "2026-11-27 23:05:25.320"),
        ] {
            let mut process = Command::new(env::current_exe().unwrap());
            process.args(["--exact", "run::tests::a_moment_is_printed", "--nocapture"]);
            let output = process.env("TZ", zone).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(printed.contains(&format!("local time {expected}\n")), "{zone}: {printed}");
        }
    }

    #[test]
    fn lines_of_the_log_are_those_of_all_languages() {
        let logged = |level, target: &str, text: &str| {
            let args = format_args!("{text}");
            line("NOW", &Record::builder().level(level).target(target).args(args).build())
        };
        let text = "match m1 seat 0: joined again";
        let module = "referee_client::conversation";
        let expected = format!("NOW WARNING referee_client: {text}\n");
        assert_eq!(logged(Level::Warn, module, text), expected);
        assert_eq!(logged(Level::Error, "referee_client", "?"), "NOW ERROR referee_client: ?\n");
        assert_eq!(logged(Level::Info, "referee_client", "?"), "NOW INFO referee_client: ?\n");
        assert_eq!(logged(Level::Debug, "my_bot::plans", "?"), "NOW DEBUG my_bot: ?\n");
    }

    #[test]
    fn exit_statuses_are_those_of_the_contract() {
        assert_eq!(status(Ended::Played(Ok(())), None), 0);
        let error = RefereeClientError::Protocol("?".into());
        assert_eq!(status(Ended::Played(Err(error)), None), 1);
        assert_eq!(status(Ended::Signal("SIGINT", SignalKind::interrupt()), None), 130);
        assert_eq!(status(Ended::Signal("SIGTERM", SignalKind::terminate()), None), 143);
    }
}
