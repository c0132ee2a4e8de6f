//! A bot for Dice Adventure that wanders about without a word (DA-9.1).

use std::process::ExitCode;

use referee_client::games::DiceAdventure;
use referee_client::games::dice_adventure::v1::{Action, Observation, Phase, Pings, Plan, Step};
use referee_client::{Failure, Turn, from_fn, run};

const STEPS: [(Step, i32, i32); 4] =
    [(Step::Up, 0, -1), (Step::Down, 0, 1), (Step::Left, -1, 0), (Step::Right, 1, 0)];

fn act(turn: &Turn<DiceAdventure>) -> Result<Action, Failure> {
    let observation = &turn.observation;
    if observation.phase() == Phase::Communication {
        return Ok(Action { pings: Some(Pings::default()), plan: None });
    }
    let me = observation.me.ok_or("the observation lacks the seat's own member")?;
    let (mut x, mut y) = (me.x(), me.y());
    let mut steps = Vec::new();
    for _ in 0..me.ap {
        let open = STEPS.into_iter().filter(|(_, dx, dy)| is_open(observation, x + dx, y + dy));
        let (step, dx, dy) = fastrand::choose_multiple(open, 1).pop().unwrap_or((Step::Wait, 0, 0));
        (x, y) = (x + dx, y + dy);
        steps.push(step.into());
    }
    Ok(Action { pings: None, plan: Some(Plan { steps }) })
}

/// Whether a cell is on the map and, as far as is known, no wall.
fn is_open(observation: &Observation, x: i32, y: i32) -> bool {
    let row = usize::try_from(y).ok().and_then(|y| observation.grid.get(y));
    let code = usize::try_from(x).ok().zip(row).and_then(|(x, row)| row.get(2 * x..2 * x + 2));
    code.is_some_and(|code| code != "##")
}

fn main() -> ExitCode {
    run(|| from_fn(act).without_events())
}
