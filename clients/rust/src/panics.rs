//! What the panics of bots say, kept for the logs.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_BOT: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Says that this thread runs bots: what its panics say is kept for `take`.
pub(crate) fn keep_those_of_this_thread() {
    IS_BOT.set(true);
}

/// Keeps what the panics of bots say, which are logged with match and seat; others go on as before.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if IS_BOT.get() {
                PANIC.set(Some(describe(panic)));
            } else {
                before(panic);
            }
        }));
    });
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let what = panic.payload_as_str().unwrap_or("no message");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let trace = Backtrace::capture();
    match trace.status() {
        BacktraceStatus::Captured => format!("panicked: {what} ({place})\n{trace}"),
        _ => format!("panicked: {what} ({place})"),
    }
}

/// What the last panic on this thread said.
pub(crate) fn take() -> String {
    PANIC.take().unwrap_or_else(|| "panicked".to_owned())
}
