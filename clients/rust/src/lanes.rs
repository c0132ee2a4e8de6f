//! Turns of many matches in columns, on lanes: what a bot sees of them, and its answers as bytes.
//!
//! A lane is a set of matches with the same game, config, time control and bots. Its turns come as
//! arrays with an entry for each match; numbers are little-endian.

use std::sync::Arc;
use std::time::Duration;

use crate::bot::{Bot, Failure, Game};
use crate::errors::RefereeClientError;
use crate::line::LineId;
use crate::messages::{GameMessage, MAX_ACTION_BYTES, grouped};
use crate::numbers::{ColumnNumber, numbers_of, width};
use crate::outbox::MAX_REQUEST_BYTES;
use crate::v1;

/// Feature of a client whose bot takes turns in columns.
pub(crate) const LANES: &str = "lanes";
/// Bytes of an answer besides its value: row, turn, and the offset at which it ends.
const ROW_BYTES: usize = 16;
/// Most bytes of one message of answers; several go into a request.
const MAX_LANE_BYTES: usize = MAX_REQUEST_BYTES / 4;

/// A bot that plays all seats of its process, and decides about the turns of many matches at once, from
/// columns: arrays with an entry for each match. [`run_columns`](crate::run_columns) plays one.
///
/// Turns that can't come in columns come one by one, to [`Bot::act`]. All methods, of whichever seat, are
/// called by one thread at a time.
pub trait ColumnsBot: Bot {
    /// Names of the observation's columns that it reads, such as `table.life`; none means all but
    /// messages.
    #[must_use]
    fn columns() -> &'static [&'static str]
    where
        Self: Sized,
    {
        &[]
    }

    /// Decides about all turns: one answer for each, in their order.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong. That, a panic, and answers that do not fit give all these turns up.
    fn act_columns(&mut self, turns: &LaneTurns) -> Result<LaneAnswers<Self::Game>, Failure>;
}

/// Answers to the turns of a lane, as [`Lane::answers`] asks for them.
#[derive(Debug, Clone)]
pub enum LaneAnswers<G: Game> {
    /// Where the answers are numbers: those of one turn behind those of another.
    Numbers(Vec<i64>),
    /// Where they are ragged: the game's Action messages. A None gives its turn up.
    Actions(Vec<Option<G::Action>>),
}

impl<G: Game> LaneAnswers<G> {
    /// Numbers of any whole type.
    pub fn numbers<N: Into<i64>>(numbers: impl IntoIterator<Item = N>) -> Self {
        Self::Numbers(numbers.into_iter().map(Into::into).collect())
    }

    /// An Action message for each turn.
    pub fn actions(actions: impl IntoIterator<Item = G::Action>) -> Self {
        Self::Actions(actions.into_iter().map(Some).collect())
    }
}

/// A column can't be read as the bot asks for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ColumnError(String);

/// Describes one column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Names of the fields that lead to it, with dots between.
    pub name: String,
    /// Type of its numbers: bool, int8, uint8, int16, int32, int64, uint64, float32 or float64.
    pub dtype: String,
    /// Shape of one match's entry; empty for one number.
    pub shape: Vec<usize>,
    /// Least number; None if there is none.
    pub low: Option<f64>,
    /// Greatest number; None if there is none.
    pub high: Option<f64>,
    /// What to divide by to lie from -1 to 1; 0 if there is no such number.
    pub scale: f64,
    /// Whether there is a list of any length for each match.
    pub is_ragged: bool,
    /// What it says, for people.
    pub meaning: String,
}

impl Column {
    fn new(wire: &v1::SimulationColumn) -> Self {
        Self {
            name: wire.name.clone(),
            dtype: wire.dtype.clone(),
            shape: wire.shape.iter().map(|&length| usize::try_from(length).unwrap_or(0)).collect(),
            low: wire.low,
            high: wire.high,
            scale: wire.scale,
            is_ragged: wire.ragged,
            meaning: wire.meaning.clone(),
        }
    }

    /// How many numbers one match has, or one item of a list.
    fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Bytes of these.
    fn width(&self) -> usize {
        width(&self.dtype).unwrap_or(0) * self.size()
    }

    /// The bounds of its numbers, in words.
    fn bounds(&self) -> String {
        let low = self.low.map_or_else(String::new, |low| format!(" from {low}"));
        let high = self.high.map_or_else(String::new, |high| format!(" to {high}"));
        low + &high
    }
}

/// Matches whose turns come together in columns, seen from one seat of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// Number of the lane on its stream.
    pub number: u32,
    /// The bot's seat in each match, from 0.
    pub seat: usize,
    /// Identifier of the game, such as `diceman`.
    pub game: String,
    /// The game's behaviour version, from 1.
    pub game_version: i32,
    /// Number of seats of each match.
    pub num_seats: usize,
    /// The columns of its turns.
    pub columns: Vec<Column>,
    /// What is to be answered: numbers, or Action messages if it is ragged.
    pub answers: Column,
}

impl Lane {
    pub(crate) fn new(opened: &v1::LaneOpened) -> Self {
        Self {
            number: opened.lane,
            seat: usize::try_from(opened.seat).unwrap_or_default(),
            game: opened.game.clone(),
            game_version: opened.game_version,
            num_seats: usize::try_from(opened.num_seats).unwrap_or_default(),
            columns: opened.observed.iter().map(Column::new).collect(),
            answers: Column::new(&opened.answers.clone().unwrap_or_default()),
        }
    }
}

/// Turns of one seat in some matches of a lane, one decision each.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneTurns {
    /// The lane: game, seat, columns.
    pub lane: Arc<Lane>,
    /// Numbers of the matches on the lane. A match keeps its row: it can be the index of what a bot
    /// remembers of it.
    pub rows: Vec<i32>,
    /// Numbers of the seat's decisions in each match, from 1.
    pub numbers: Vec<i32>,
    /// Identifies each match.
    pub match_ids: Vec<String>,
    /// Time until each deadline when the turns were written; None without deadlines.
    pub remaining: Option<Vec<Duration>>,
    /// Reserve of each; None if there is none.
    pub bank: Option<Vec<Duration>>,
    /// What the last answer was charged; None before the first and after a missed deadline.
    pub elapsed: Vec<Option<Duration>>,
    data: Vec<v1::ColumnData>,
    /// Join of each turn's seat.
    pub(crate) seats: Vec<u64>,
    /// The message that they came in.
    pub(crate) hearing: u64,
    pub(crate) line: LineId,
}

impl LaneTurns {
    /// Reads the turns of a message.
    ///
    /// # Errors
    ///
    /// `Protocol` if they can't be read.
    pub(crate) fn new(
        lane: &Arc<Lane>,
        message: v1::LaneTurns,
        hearing: u64,
        line: LineId,
    ) -> Result<Self, RefereeClientError> {
        let number = lane.number;
        let unreadable =
            || RefereeClientError::Protocol(format!("can't read turns of lane {number}"));
        let ints = |bytes: &[u8]| numbers_of::<i32>("int32", bytes).ok_or_else(unreadable);
        let (rows, numbers) = (ints(&message.rows)?, ints(&message.turns)?);
        let count = rows.len();
        let micros = |bytes: &[u8]| match numbers_of::<i64>("int64", bytes) {
            Some(micros) if micros.is_empty() => Ok(None),
            Some(micros) if micros.len() == count => Ok(Some(micros)),
            _ => Err(unreadable()),
        };
        let spans = |micros: Option<Vec<i64>>| {
            Some(micros?.into_iter().map(|us| span(us).unwrap_or_default()).collect())
        };
        let elapsed = micros(&message.elapsed_us)?.unwrap_or_else(|| vec![-1; count]);
        if numbers.len() != count || message.observed.len() != lane.columns.len() {
            return Err(unreadable());
        }
        Ok(Self {
            lane: Arc::clone(lane),
            remaining: spans(micros(&message.remaining_us)?),
            bank: spans(micros(&message.bank_us)?),
            elapsed: elapsed.into_iter().map(span).collect(),
            rows,
            numbers,
            match_ids: vec![String::new(); count],
            data: message.observed,
            seats: vec![0; count],
            hearing,
            line,
        })
    }

    /// Number of turns, from 1.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none, which a bot never sees.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The numbers of a column, those of one match behind those of another: its first index is the turn,
    /// the others are those of the column's shape, in C order. A bool is 0 or 1.
    ///
    /// # Errors
    ///
    /// The lane has no such column, it is ragged, or N can't hold a number of it.
    pub fn values<N: ColumnNumber>(&self, column: &str) -> Result<Vec<N>, ColumnError> {
        let (described, data) = self.column(column, false)?;
        let values = read(described, data)?;
        if values.len() != self.len() * described.size() {
            let (count, turns) = (values.len(), self.len());
            return Err(ColumnError(format!(
                "column {column} has {count} numbers for {turns} turns"
            )));
        }
        Ok(values)
    }

    /// The lists of a ragged column, one for each turn.
    ///
    /// # Errors
    ///
    /// The lane has no such column, it is not ragged, or N can't hold a number of it.
    pub fn lists<N: ColumnNumber>(&self, column: &str) -> Result<Vec<Vec<N>>, ColumnError> {
        let (described, data) = self.column(column, true)?;
        let values: Vec<N> = read(described, data)?;
        let size = described.size();
        let ends = offsets(data);
        let lists = ends
            .windows(2)
            .map(|ends| values.get(ends[0] * size..ends[1] * size).map(<[N]>::to_vec));
        let lists: Option<Vec<_>> = lists.collect();
        lists
            .filter(|lists| lists.len() == self.len())
            .ok_or_else(|| ColumnError(format!("column {column} has offsets that do not fit")))
    }

    fn column(
        &self,
        name: &str,
        is_ragged: bool,
    ) -> Result<(&Column, &v1::ColumnData), ColumnError> {
        let mut columns = self.lane.columns.iter().zip(&self.data);
        match columns.find(|(column, _)| column.name == name) {
            None => Err(ColumnError(format!("the lane has no column '{name}'"))),
            Some((column, _)) if column.is_ragged != is_ragged => Err(ColumnError(format!(
                "column {name}: values() reads numbers, lists() ragged columns"
            ))),
            Some(found) => Ok(found),
        }
    }

    /// The turns at some indices, in that order.
    pub(crate) fn some(self, indices: &[usize]) -> Self {
        if indices.len() == self.len() {
            return self;
        }
        let data = self.lane.columns.iter().zip(&self.data).map(|(column, data)| {
            let width = column.width();
            let ends = if column.is_ragged { offsets(data) } else { (0..=self.len()).collect() };
            let (mut picked, mut at) = (Vec::new(), vec![0_i64]);
            for &index in indices {
                let place = ends.get(index).zip(ends.get(index + 1));
                let bytes = place.and_then(|(from, to)| data.data.get(from * width..to * width));
                picked.extend_from_slice(bytes.unwrap_or_default());
                at.push(i64::try_from(picked.len() / width.max(1)).unwrap_or_default());
            }
            let offsets = at.into_iter().flat_map(i64::to_le_bytes);
            let offsets = if column.is_ragged { offsets.collect() } else { Vec::new() };
            v1::ColumnData { data: picked, offsets, ..Default::default() }
        });
        let data = data.collect();
        Self {
            rows: pick(&self.rows, indices),
            numbers: pick(&self.numbers, indices),
            match_ids: pick(&self.match_ids, indices),
            remaining: self.remaining.map(|all| pick(&all, indices)),
            bank: self.bank.map(|all| pick(&all, indices)),
            elapsed: pick(&self.elapsed, indices),
            seats: pick(&self.seats, indices),
            data,
            ..self
        }
    }
}

fn pick<T: Clone>(all: &[T], indices: &[usize]) -> Vec<T> {
    indices.iter().map(|&index| all[index].clone()).collect()
}

fn span(micros: i64) -> Option<Duration> {
    u64::try_from(micros).ok().map(Duration::from_micros)
}

/// Where the lists of a ragged column begin, and where the last ends.
fn offsets(data: &v1::ColumnData) -> Vec<usize> {
    numbers_of("int64", &data.offsets).unwrap_or_default()
}

fn read<N: ColumnNumber>(column: &Column, data: &v1::ColumnData) -> Result<Vec<N>, ColumnError> {
    let Column { name, dtype, .. } = column;
    numbers_of(dtype, &data.data).ok_or_else(|| {
        let number = std::any::type_name::<N>();
        ColumnError(format!("column {name} of {dtype} has a number that {number} can't hold"))
    })
}

/// What became of the turns of a lane.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decided {
    pub(crate) turns: Arc<LaneTurns>,
    /// The value of each turn; None where there is no answer.
    pub(crate) values: Vec<Option<Vec<u8>>>,
    /// What the bot's own code did wrong; about one turn by its index, or all of them.
    pub(crate) faults: Vec<(Option<usize>, String)>,
}

impl Decided {
    /// All turns are given up, since the bot's own code has failed.
    pub(crate) fn failed(turns: &Arc<LaneTurns>, what: String) -> Self {
        let values = vec![None; turns.len()];
        Self { turns: Arc::clone(turns), values, faults: vec![(None, what)] }
    }

    /// What a bot has answered, checked.
    pub(crate) fn new<G: Game>(turns: &Arc<LaneTurns>, answers: &LaneAnswers<G>) -> Self {
        let column = &turns.lane.answers;
        let (count, size) = (turns.len(), column.size());
        match answers {
            LaneAnswers::Numbers(numbers) if !column.is_ragged && numbers.len() == count * size => {
                let mut data = Vec::with_capacity(numbers.len() * column.width());
                for &number in numbers {
                    if !append(&mut data, column, number) {
                        let bounds = column.bounds();
                        let what = format!("act_columns must return numbers{bounds}, not {number}");
                        return Self::failed(turns, what);
                    }
                }
                let values = data.chunks_exact(column.width().max(1));
                let values = values.map(|value| Some(value.to_vec())).collect();
                Self { turns: Arc::clone(turns), values, faults: Vec::new() }
            }
            LaneAnswers::Actions(actions) if column.is_ragged && actions.len() == count => {
                let mut faults = Vec::new();
                let values = actions.iter().enumerate().map(|(index, action)| {
                    let packed = packed(action.as_ref());
                    packed.map_err(|what| faults.push((Some(index), what))).ok()
                });
                let values = values.collect();
                Self { turns: Arc::clone(turns), values, faults }
            }
            _ => {
                let (given, kind) = match answers {
                    LaneAnswers::Numbers(numbers) => (numbers.len(), "Numbers"),
                    LaneAnswers::Actions(actions) => (actions.len(), "Actions"),
                };
                let (wanted, what) = match column.is_ragged {
                    true => (count, "Actions"),
                    false => (count * size, "Numbers"),
                };
                let what = format!("act_columns must return {wanted} {what}, not {given} {kind}");
                Self::failed(turns, what)
            }
        }
    }
}

fn packed<M: GameMessage>(action: Option<&M>) -> Result<Vec<u8>, String> {
    let Some(action) = action else {
        return Err("act_columns must return the game's Action message, not None".to_owned());
    };
    let bytes = action.encode_to_vec();
    if bytes.len() <= MAX_ACTION_BYTES {
        return Ok(bytes);
    }
    let (bytes, most) = (grouped(bytes.len()), grouped(MAX_ACTION_BYTES));
    Err(format!("an answer of {bytes} bytes, and {most} are allowed"))
}

/// Appends a number of a column; false if it is out of bounds.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // bounds are doubles
fn append(data: &mut Vec<u8>, column: &Column, number: i64) -> bool {
    let value = number as f64;
    if column.low.is_some_and(|low| value < low) || column.high.is_some_and(|high| value > high) {
        return false;
    }
    match column.dtype.as_str() {
        "float32" => data.extend((value as f32).to_le_bytes()),
        "float64" => data.extend(value.to_le_bytes()),
        dtype => data.extend(&number.to_le_bytes()[..width(dtype).unwrap_or(8)]),
    }
    true
}

/// Row, turn and value of one answer.
pub(crate) type RowAnswer<'a> = (i32, i32, &'a [u8]);

/// The messages with some answers, each small enough for a request.
pub(crate) fn lane_answers(lane: &Lane, answers: &[RowAnswer<'_>]) -> Vec<v1::LaneAnswers> {
    let mut messages: Vec<v1::LaneAnswers> = Vec::new();
    let mut bytes = 0;
    for (row, turn, value) in answers {
        bytes += value.len() + ROW_BYTES;
        if messages.is_empty() || bytes > MAX_LANE_BYTES {
            bytes = value.len() + ROW_BYTES;
            let offsets = if lane.answers.is_ragged { vec![0; 8] } else { Vec::new() };
            let values = Some(v1::ColumnData { offsets, ..Default::default() });
            messages.push(v1::LaneAnswers { lane: lane.number, values, ..Default::default() });
        }
        if let Some(message) = messages.last_mut()
            && let Some(values) = &mut message.values
        {
            message.rows.extend(row.to_le_bytes());
            message.turns.extend(turn.to_le_bytes());
            values.data.extend_from_slice(value);
            if lane.answers.is_ragged {
                values.offsets.extend((values.data.len() as u64).to_le_bytes());
            }
        }
    }
    messages
}
