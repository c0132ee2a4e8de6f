//! Turns in columns (duty 35).

use prost::Message;

use super::*;
use crate::lanes::{ColumnsBot, LaneAnswers, LaneTurns};
use crate::numbers::numbers_of;
use crate::outbox::MAX_REQUEST_BYTES;
use crate::player::ColumnsMaker;

const LANE: u32 = 4;
const FIRST_ROW: i32 = 7;

type Answer = fn(&LaneTurns) -> Result<LaneAnswers<Diceman>, Failure>;

/// A scribe that takes turns in columns, too.
struct Many {
    scribe: Scribe,
    asked: Arc<Mutex<Vec<LaneTurns>>>,
    answer: Answer,
}

impl Bot for Many {
    type Game = Diceman;

    fn act(&mut self, turn: &Turn<Diceman>) -> Result<Action, Failure> {
        self.scribe.act(turn)
    }

    fn reads_events() -> bool {
        false
    }

    fn on_start(&mut self, info: &Match<Diceman>) {
        self.scribe.note(format!("{} start", info.match_id));
    }

    fn on_end(&mut self, info: &Match<Diceman>, _outcome: &Outcome) {
        self.scribe.note(format!("{} end", info.match_id));
    }
}

impl ColumnsBot for Many {
    fn columns() -> &'static [&'static str] {
        &["table.life"]
    }

    fn act_columns(&mut self, turns: &LaneTurns) -> Result<LaneAnswers<Diceman>, Failure> {
        self.scribe.note(format!("columns {:?}", turns.numbers));
        self.asked.lock().unwrap().push(turns.clone());
        (self.answer)(turns)
    }
}

/// Answers with the numbers of the turns.
fn numbers(turns: &LaneTurns) -> Result<LaneAnswers<Diceman>, Failure> {
    Ok(LaneAnswers::numbers(turns.numbers.iter().copied()))
}

/// Seat 1 of the matches `m1` and on, on a lane with rows from 7.
struct LaneStage {
    stage: Stage,
    asked: Arc<Mutex<Vec<LaneTurns>>>,
    count: u8,
    is_ragged: bool,
}

impl LaneStage {
    fn new(count: u8, is_ragged: bool, answer: Answer) -> Self {
        let (heard, asked) = (Heard::default(), Arc::default());
        let scribe = Scribe { heard: Arc::clone(&heard), voices: Voices::default() };
        let many = Many { scribe, asked: Arc::clone(&asked), answer };
        let maker = Arc::new(ColumnsMaker(Arc::new(Mutex::new(many))));
        let mut conversation = Conversation::new();
        for number in 1..=count {
            let maker = Arc::clone(&maker) as Arc<dyn Maker>;
            conversation.join(format!("token-{number}"), maker, [number; NONCE_BYTES]);
        }
        let stage = Stage { conversation, heard, voices: Voices::default() };
        let mut stage = Self { stage, asked, count, is_ragged };
        stage.open();
        stage
    }

    /// Begins on a new stream; what was said on it.
    fn open(&mut self) -> PlayRequest {
        self.stage.conversation.opened();
        let said = self.stage.said();
        let joins = (1..=self.count).map(|number| joined(&format!("m{number}"), number.into()));
        let column = |name: &str, dtype: &str, shape: &[i32], ragged| v1::SimulationColumn {
            name: name.into(),
            dtype: dtype.into(),
            shape: shape.to_vec(),
            ragged,
            ..Default::default()
        };
        let answers = match self.is_ragged {
            true => column("action", "uint8", &[], true),
            false => v1::SimulationColumn {
                low: Some(0.0),
                high: Some(5.0),
                ..column("choice", "int8", &[], false)
            },
        };
        let opened = v1::LaneOpened {
            lane: LANE,
            seat: 1,
            game: "diceman".into(),
            num_seats: 2,
            observed: vec![
                column("table.life", "int16", &[2], false),
                column("texts", "uint8", &[], true),
            ],
            answers: Some(answers),
            ..Default::default()
        };
        let match_ids = (1..=self.count).map(|number| format!("m{number}")).collect();
        let rows = v1::LaneRows { lane: LANE, first_row: FIRST_ROW, match_ids };
        self.stage.hear(PlayResponse {
            joins: joins.collect(),
            lanes: vec![opened],
            lane_rows: vec![rows],
            ..Default::default()
        });
        said
    }

    /// Takes in a message, and lets bots think; what is answered.
    fn hear(&mut self, response: PlayResponse) -> Vec<String> {
        self.stage.hear(response);
        answered(&self.stage.said())
    }

    fn last(&self) -> LaneTurns {
        self.asked.lock().unwrap().last().unwrap().clone()
    }
}

fn bytes<const N: usize, T>(values: &[T], to_bytes: fn(T) -> [u8; N]) -> Vec<u8>
where
    T: Copy,
{
    values.iter().copied().flat_map(to_bytes).collect()
}

/// Turns of the lane: in each row life is its number and -1, and the text as long as the row's.
fn told(number: i32, rows: &[i32]) -> PlayResponse {
    let life: Vec<i16> = rows.iter().flat_map(|&row| [i16::try_from(row).unwrap(), -1]).collect();
    let mut ends = vec![0_i64];
    ends.extend(rows.iter().scan(0, |end, &row| {
        *end += i64::from(row);
        Some(*end)
    }));
    let texts = vec![b'x'; usize::try_from(*ends.last().unwrap()).unwrap()];
    let column = |data, offsets| v1::ColumnData { data, offsets, ..Default::default() };
    let turns = v1::LaneTurns {
        lane: LANE,
        rows: bytes(rows, i32::to_le_bytes),
        turns: bytes(&vec![number; rows.len()], i32::to_le_bytes),
        observed: vec![
            column(bytes(&life, i16::to_le_bytes), Vec::new()),
            column(texts, bytes(&ends, i64::to_le_bytes)),
        ],
        remaining_us: bytes(&vec![1_500_000; rows.len()], i64::to_le_bytes),
        elapsed_us: bytes(&vec![-1; rows.len()], i64::to_le_bytes),
        ..Default::default()
    };
    PlayResponse { lane_turns: vec![turns], ..Default::default() }
}

/// `row/turn=value` for each row of a lane, and what goes out beside them.
fn answered(request: &PlayRequest) -> Vec<String> {
    let mut said = Vec::new();
    for answers in &request.lane_answers {
        assert_eq!(answers.lane, LANE);
        let numbers = |bytes| numbers_of::<i32>("int32", bytes).unwrap();
        let values = &answers.values.as_ref().unwrap().data;
        let rows = numbers(&answers.rows).into_iter().zip(numbers(&answers.turns)).zip(values);
        said.extend(rows.map(|((row, turn), value)| format!("{row}/{turn}={value}")));
    }
    said.extend(request.actions.iter().map(|one| format!("{} {}", one.match_id, one.turn)));
    said.extend(request.skips.iter().map(|one| format!("{} {} skipped", one.match_id, one.turn)));
    said
}

#[test]
fn joins_of_a_bot_with_columns_ask_for_lanes() {
    let mut stage = LaneStage::new(1, false, numbers);
    let join = stage.open().joins.remove(0);
    assert!(join.features.iter().any(|feature| feature == "lanes"));
    assert_eq!(join.lane_columns, ["table.life"]);
    assert!(!Stage::new(1).features().iter().any(|feature| feature == "lanes"));
}

#[test]
fn turns_come_in_columns_and_so_do_answers() {
    let mut stage = LaneStage::new(3, false, numbers);
    assert_eq!(stage.hear(told(1, &[7, 9])), ["7/1=1", "9/1=1"]);
    let turns = stage.last();
    assert_eq!(turns.values::<i32>("table.life"), Ok(vec![7, -1, 9, -1]));
    assert_eq!(turns.lists::<u8>("texts"), Ok(vec![vec![b'x'; 7], vec![b'x'; 9]]));
    assert_eq!(turns.match_ids, ["m1", "m3"]);
    assert_eq!(turns.remaining, Some(vec![Duration::from_millis(1500); 2]));
    assert_eq!((turns.bank, turns.elapsed), (None, vec![None, None]));
    assert_eq!(stage.stage.heard(), ["m1 start", "m3 start", "columns [1, 1]"]);
    assert_eq!(stage.hear(told(2, &[8])), ["8/2=2"]);
}

#[test]
fn a_column_that_can_not_be_read_so_is_an_error() {
    let mut stage = LaneStage::new(1, false, numbers);
    stage.hear(told(1, &[7]));
    let turns = stage.last();
    let error =
        |result: Result<Vec<u8>, crate::lanes::ColumnError>| result.unwrap_err().to_string();
    assert_eq!(error(turns.values("life")), "the lane has no column 'life'");
    let ragged = "column texts: values() reads numbers, lists() ragged columns";
    assert_eq!(error(turns.values("texts")), ragged);
    let narrow = "column table.life of int16 has a number that u8 can't hold";
    assert_eq!(error(turns.values("table.life")), narrow);
    assert!(turns.lists::<u8>("table.life").is_err());
}

#[test]
fn matches_that_are_over_are_left_out() {
    let mut stage = LaneStage::new(3, false, numbers); // duty 7
    let said = stage.hear(PlayResponse { ends: ended("m2").ends, ..told(1, &[7, 8, 9]) });
    assert_eq!(said, ["7/1=1", "9/1=1"]);
    let turns = stage.last();
    assert_eq!(turns.values::<i64>("table.life"), Ok(vec![7, -1, 9, -1]));
    assert_eq!(turns.lists::<u8>("texts").unwrap()[1].len(), 9);
    assert_eq!(turns.match_ids, ["m1", "m3"]);
}

#[test]
fn answers_that_do_not_fit_give_their_turns_up() {
    let cases: [(Answer, &str); 5] = [
        (|_| Ok(LaneAnswers::numbers([1, 2])), "act_columns must return 3 Numbers, not 2 Numbers"),
        (
            |_| Ok(LaneAnswers::Actions(vec![None; 3])),
            "act_columns must return 3 Numbers, not 3 Actions",
        ),
        (
            |_| Ok(LaneAnswers::numbers([1, 6, 2])),
            "act_columns must return numbers from 0 to 5, not 6",
        ),
        (|_| Err("a bug")?, "a bug"),
        (|_| panic!("no idea"), "panicked: no idea"),
    ];
    for (answer, what) in cases {
        crate::panics::watch();
        crate::panics::keep_those_of_this_thread();
        let mut stage = LaneStage::new(3, false, answer); // duty 19
        let said = stage.hear(told(1, &[7, 8, 9]));
        assert_eq!(said, ["m1 1 skipped", "m2 1 skipped", "m3 1 skipped"]);
        let told = stage.stage.conversation.faults_told().unwrap();
        let place = "once, in 3 matches of diceman, seat 1: ";
        assert!(told.contains(place) && told.contains(what), "{told}");
    }
}

#[test]
fn one_bad_action_costs_its_own_turn() {
    let mut stage = LaneStage::new(3, true, |_| {
        let good = Action { dice: vec![2, 3], ..Action::default() };
        Ok(LaneAnswers::Actions(vec![Some(good), None, Some(huge_action())])) // duty 28
    });
    stage.stage.hear(told(1, &[7, 8, 9]));
    let said = stage.stage.said();
    let value = Action { dice: vec![2, 3], ..Action::default() }.encode_to_vec();
    let offsets = bytes(&[0, i64::try_from(value.len()).unwrap()], i64::to_le_bytes);
    let values = Some(v1::ColumnData { data: value, offsets, ..Default::default() });
    let (rows, turns) = (bytes(&[7], i32::to_le_bytes), bytes(&[1], i32::to_le_bytes));
    assert_eq!(said.lane_answers, [v1::LaneAnswers { lane: LANE, rows, turns, values }]);
    assert_eq!(said.skips, [skip("m2", 1), skip("m3", 1)]);
    assert_eq!(stage.stage.conversation.faults(), 2);
}

#[test]
fn a_refused_answer_is_given_again_or_up() {
    let mut stage = LaneStage::new(2, false, numbers);
    stage.hear(told(1, &[7, 8]));
    let refused = |match_id: &str| {
        let reason = ErrorReason::Malformed as i32;
        let match_id = match_id.to_owned();
        rejected(v1::Rejected { match_id, seat: 1, turn: 1, reason, ..Default::default() })
    };
    assert_eq!(stage.hear(refused("m1")), ["m1 1 skipped"]); // duty 29
    assert!(stage.hear(refused("m1")).is_empty());
    stage.hear(missed("m2", 1, 1));
    assert!(stage.hear(refused("m2")).is_empty());
    assert_eq!(stage.hear(told(2, &[7, 8])), ["7/2=2", "8/2=2"]);
}

#[test]
fn what_is_over_while_columns_are_decided_is_not_answered() {
    let mut stage = LaneStage::new(3, false, numbers);
    stage.hear(told(1, &[7, 8, 9]));
    stage.stage.receive(told(2, &[7, 8, 9]));
    let calls = stage.stage.conversation.calls();
    let missed = missed("m1", 2, 1).missed; // duty 30
    stage.stage.receive(PlayResponse { missed, ends: ended("m2").ends, ..Default::default() });
    for call in calls {
        stage.stage.conversation.returned(call.make()).unwrap();
    }
    stage.stage.think();
    assert_eq!(answered(&stage.stage.said()), ["9/2=2"]);
    assert!(stage.stage.heard().contains(&"m2 end".to_owned()));
}

#[test]
fn columns_wait_until_their_bots_have_heard_what_came_before() {
    let mut stage = LaneStage::new(2, false, numbers);
    stage.stage.receive(told(1, &[7, 8])); // duty 7
    let starts = stage.stage.conversation.calls();
    assert_eq!(starts.len(), 2);
    assert!(stage.stage.conversation.calls().is_empty());
    for call in starts {
        stage.stage.conversation.returned(call.make()).unwrap();
    }
    stage.stage.think();
    assert_eq!(stage.stage.heard(), ["m1 start", "m2 start", "columns [1, 1]"]);
}

#[test]
fn turns_whose_time_is_over_are_not_asked() {
    let mut stage = LaneStage::new(1, false, numbers);
    let long_ago = Instant::now().checked_sub(Duration::from_secs(60)).unwrap();
    let response = told(1, &[7]); // duty 30
    stage.stage.conversation.receive(LineId::HOME, response, long_ago).unwrap();
    stage.stage.think();
    assert!(answered(&stage.stage.said()).is_empty());
    assert_eq!(stage.stage.heard(), ["m1 start"]);
}

#[test]
fn a_match_that_leaves_its_lane_is_played_turn_by_turn() {
    let mut stage = LaneStage::new(2, false, numbers);
    stage.hear(told(1, &[7, 8]));
    let said = stage.hear(PlayResponse { turns: vec![turn("m1", 2)], ..told(2, &[8]) });
    assert_eq!(said, ["8/2=2", "m1 2"]);
    assert_eq!(stage.hear(told(3, &[7])), ["7/3=3"]);
}

#[test]
fn nothing_of_a_lane_outlives_its_stream() {
    let mut stage = LaneStage::new(2, false, numbers);
    stage.hear(told(1, &[7, 8]));
    stage.stage.receive(told(2, &[7, 8]));
    let calls = stage.stage.conversation.calls();
    stage.stage.conversation.opened(); // duty 9
    stage.stage.said();
    for call in calls {
        stage.stage.conversation.returned(call.make()).unwrap();
    }
    assert!(answered(&stage.stage.said()).is_empty());
    let response = told(2, &[7]);
    assert!(stage.stage.conversation.receive(LineId::HOME, response, Instant::now()).is_err());
    stage.open();
    assert_eq!(stage.hear(told(2, &[7, 8])), ["7/2=2", "8/2=2"]);
}

#[test]
fn many_long_answers_go_out_in_several_requests() {
    let mut stage = LaneStage::new(30, true, |turns| {
        let long = Action { dice: vec![1; 60_000], ..Action::default() };
        Ok(LaneAnswers::actions(vec![long; turns.len()]))
    });
    let rows: Vec<_> = (FIRST_ROW..FIRST_ROW + 30).collect();
    stage.stage.hear(told(1, &rows));
    let requests = stage.stage.conversation.take(LineId::HOME);
    assert!(requests.len() > 1);
    assert!(requests.iter().all(|request| request.encoded_len() <= MAX_REQUEST_BYTES)); // duty 28
    let answers = requests.iter().flat_map(|request| &request.lane_answers);
    assert_eq!(answers.map(|answers| answers.rows.len() / 4).sum::<usize>(), 30);
}
