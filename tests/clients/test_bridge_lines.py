"""The bridge's lines: what a program is told, and what it may answer."""

from __future__ import annotations

import dataclasses
import json

import pytest

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as adventure
from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client import Match, Missed, Outcome, Rejection, Said, SeatResult, Turn
from referee_client.bot import SKIP, BotFaultError
from referee_client.bridge import lines
from referee_client.bridge.lines import Answer, read_answer
from tests.clients import scripted_referee as says
from tests.docs.markdown import ROOT, blocks

CONFIG = diceman.Config(life=20, games=11, magic_scope=diceman.MAGIC_SCOPE_PHASE)
CONFIG_TEXT = '{"life":20,"magicScope":"MAGIC_SCOPE_PHASE","games":11}'
MATCH = Match("m", 1, "diceman", 1, CONFIG, 2, TimeControl(), b"", 0.25)


def test_turn() -> None:
    """One compact line; fields by number, at their default or not; what may be absent is."""
    observation = diceman.Observation(
        round=7,
        life=[20, 0],
        pick_counts=[diceman.PickCounts(counts=[0, 1])],
        last_round=diceman.Round(rolls=[diceman.Roll(combo=3)]),
    )
    message = says.turn("m", 3)
    message.events.Pack(diceman.Events(events=[diceman.Event(slain=diceman.Slain())]))
    text = lines.turn_line(Turn(MATCH, observation, message)).decode("ascii")
    assert text == (
        '{"type":"turn","match":"m","seat":1,"turn":3,"phase":"choice",'
        '"clock":{"remaining":1.9,"bank":null,"lastElapsed":null,"lastLag":null,"strikes":1},'
        f'"config":{CONFIG_TEXT},'
        '"events":{"events":[{"slain":{"seat":0}}]},'
        '"observation":{"seat":0,"game":0,"round":7,"life":[20,0],"points":[],'
        '"pickCounts":[{"counts":[0,1]}],'
        '"lastRound":{"game":0,"round":0,"rolls":[{"combo":3,"values":[]}],"phases":[],'
        '"lifeBefore":[],"lifeAfter":[]},"notices":[]}}\n'
    )


def test_turn_whose_answer_was_refused() -> None:
    """The reason stands behind the phase, where the guide shows it; all else is as before."""
    turn = Turn(MATCH, diceman.Observation(), says.turn("m", 1))
    why = "MALFORMED: Action.dice must have at most 8 entries, not 9"
    text = lines.turn_line(turn, why).decode("ascii")
    shown = f'"phase":"choice","refused":"{why}","clock":'
    assert shown in text
    assert text.replace(f'"refused":"{why}",', "") == lines.turn_line(turn).decode("ascii")
    guide = blocks(ROOT / "docs" / "bots" / "stdio.md")
    assert shown in "".join(block.text for block in guide)


def test_turn_without_events() -> None:
    """Nothing happened since the last turn."""
    text = lines.turn_line(Turn(MATCH, diceman.Observation(), says.turn("m", 1)))
    assert b'"events":null,"observation":{"seat":0,' in text


def test_turn_with_chat() -> None:
    """What was said and where to speak stand before the observation, each if there is any."""
    heard = wire.Said(channel="TILE", number=17, seat=4, text='"life": ☮', round=3, phase="MOVE")
    open_now = wire.Channel(name="MAIN", members=[0, 1, 4])
    told = says.turn("m", 1, said=[heard], channels=[open_now])
    text = lines.turn_line(Turn(MATCH, diceman.Observation(), told)).decode("ascii")
    said = (
        '"said":[{"channel":"TILE","number":17,"seat":4,"text":"\\"life\\": \\u262e",'
        '"round":3,"phase":"MOVE"}]'
    )
    channels = '"channels":[{"name":"MAIN","number":0,"members":[0,1,4]}]'
    assert f'"events":null,{said},{channels},"observation":{{' in text
    nothing_said = lines.turn_line(
        Turn(MATCH, diceman.Observation(), says.turn("m", 1, channels=[open_now]))
    )
    assert f'"events":null,{channels},"observation":{{'.encode() in nothing_said


def test_lines_about_chat_and_early_ends() -> None:
    """A rejected message is told by its words, and an early end as such, with what was heard."""
    rejection = Rejection(MATCH, 4, "MSG_TOO_LONG", "at most 200 bytes", say_number=7)
    assert lines.rejected_line(rejection, "blah") == (
        b'{"type":"rejected","match":"m","seat":1,"turn":4,"reason":"MSG_TOO_LONG",'
        b'"text":"at most 200 bytes","say":"blah"}\n'
    )
    said = (Said("MAIN", 0, 2, "bye", 9, "LOOT"),)
    outcome = Outcome("RULES", "out", (SeatResult(1, 3, 4, 0, None),), None, True, said)
    assert lines.end_line(MATCH, outcome, None) == (
        b'{"type":"end","match":"m","seat":1,"cause":"RULES","text":"out",'
        b'"results":[{"seat":1,"placement":3,"score":4,"strikes":0,"forfeit":null}],"events":null,'
        b'"said":[{"channel":"MAIN","number":0,"seat":2,"text":"bye","round":9,"phase":"LOOT"}],'
        b'"goesOn":true}\n'
    )


def test_other_lines() -> None:
    """What a program gets with `--lines full`."""
    outcome = Outcome(
        "FORFEIT",
        "a “fault”",
        (SeatResult(0, 1, 22, 0, None), SeatResult(1, 2, 0, 3, "TIME")),
        None,
    )
    assert [
        lines.start_line(MATCH),
        lines.missed_line(Missed(MATCH, 4, 1, 3, False)),
        lines.rejected_line(Rejection(MATCH, 4, "LATE", "too late")),
        lines.end_line(MATCH, outcome, None),
    ] == [
        b'{"type":"start","match":"m","seat":1,"game":"diceman","gameVersion":1,"seats":2,'
        b'"roundTrip":0.25,"config":' + CONFIG_TEXT.encode() + b"}\n",
        b'{"type":"missed","match":"m","seat":1,"turn":4,"strikes":1,"strikesLimit":3,'
        b'"forfeited":false,"givenUp":false}\n',
        b'{"type":"rejected","match":"m","seat":1,"turn":4,"reason":"LATE","text":"too late"}\n',
        b'{"type":"end","match":"m","seat":1,"cause":"FORFEIT","text":"a \\u201cfault\\u201d",'
        b'"results":[{"seat":0,"placement":1,"score":22,"strikes":0,"forfeit":null},'
        b'{"seat":1,"placement":2,"score":0,"strikes":3,"forfeit":"TIME"}],"events":null}\n',
    ]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"dice":[2,3]}', diceman.Action(dice=[2, 3])),
        (' {"turn": 3, "dice": [2, 3]}\r\n', diceman.Action(dice=[2, 3])),
        ('{"badForm":true,"dice":[]}', diceman.Action(bad_form=True)),
        ('{"bad_form":true}', diceman.Action(bad_form=True)),
        ("{}", diceman.Action()),
    ],
)
def test_action(text: str, action: diceman.Action) -> None:
    """Protobuf's JSON mapping, with or without the turn."""
    assert read_answer(Answer(text.encode()), diceman.Observation()) == action


def test_action_of_another_game() -> None:
    """The observation's package says which action is meant."""
    answer = Answer(b'{"plan":{"steps":["STEP_UP","STEP_WAIT"]}}')
    plan = adventure.Plan(steps=[adventure.STEP_UP, adventure.STEP_WAIT])
    assert read_answer(answer, adventure.Observation()) == adventure.Action(plan=plan)


@pytest.mark.parametrize("text", ['{"skip":true}', '{"skip":true,"turn":3}'])
def test_skip(text: str) -> None:
    """A turn can be given up on purpose."""
    assert read_answer(Answer(text.encode()), diceman.Observation()) is SKIP


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("thinking...", r"no JSON object but 'thinking\.\.\.'; the answer to a turn is"),
        ("[2,3]", r"no JSON object but '\[2,3\]'"),
        ('{"dice":[2,3]', "no JSON object but '{"),
        ("[" * 100_000, r"no JSON object but '\[{200}'…"),
        ('{"dize":[2,3]}', 'no field named "dize"'),
        ('{"dice":"two"}', "dice"),
        ('{"dice":[2.5,3]}', "dice"),
        ('{"dice":[4294967296]}', "dice.*4294967296"),
        ('{"skip":1}', "skip must be true"),
        ('{"say":"hello"}', 'must be {"say":TEXT,"channel":NAME}, two texts and nothing else'),
        ('{"say":["hello"],"channel":"MAIN"}', "two texts and nothing else"),
        ('{"say":"hello","channel":0}', "two texts and nothing else"),
        ('{"say":"hello","channel":"MAIN","dice":[2,3]}', "two texts and nothing else"),
        (r'{"say":"half \ud83d","channel":"MAIN"}', "two texts and nothing else"),
        ("\xff\xfe", "no JSON object but"),
    ],
)
def test_no_action(text: str, told: str) -> None:
    """The error names what is wrong, in one line."""
    with pytest.raises(BotFaultError, match=told) as caught:
        read_answer(Answer(text.encode("latin-1")), diceman.Observation())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_words() -> None:
    """A line that says something has channel and text; an answer has none."""
    assert Answer('{"channel":"MAIN","say":"Grüße"}'.encode()).words == ("MAIN", "Grüße")
    assert Answer(b'{"dice":[2,3]}').words is None
    assert Answer(b"no JSON").words is None


def test_wrong_enum() -> None:
    """The field and the value are named."""
    with pytest.raises(BotFaultError, match=r"STEP_BACK.*plan\.steps") as caught:
        read_answer(Answer(b'{"plan":{"steps":["STEP_BACK"]}}'), adventure.Observation())
    assert "\n" not in str(caught.value)


def test_numbers_of_turns() -> None:
    """Only a whole number counts as one."""
    turns = [Answer(json.dumps({"turn": turn}).encode()).turn for turn in (7, "7", None, 7.5, True)]
    assert turns == [7, None, None, None, None]


def test_guide_shows_a_real_line() -> None:
    """The line in the guide has the keys of a real one, in the same order."""
    (shown,) = (
        block.text
        for block in blocks(ROOT / "docs" / "bots" / "stdio.md")
        if block.text.startswith('{"type"')
    )
    observation = diceman.Observation(config=diceman.Config(life=20))
    message = says.turn("m", 1)
    real = json.loads(lines.turn_line(Turn(MATCH, observation, message)))
    in_guide = json.loads(shown)
    assert list(in_guide) == list(real)
    for key in ("clock", "observation"):
        assert list(in_guide[key]) == list(real[key])
    whole = lines.turn_line(
        Turn(dataclasses.replace(MATCH, config=says.CONFIG), observation, message)
    )
    assert list(in_guide["config"]) == list(json.loads(whole)["config"])
