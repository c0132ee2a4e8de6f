"""Short text on a step of Dice Adventure: what a party found, its encounters and losses, how levels ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Line, Span, Style
from referee.core.story import Phase, Sentence, Stage, Story, as_headline
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.fights import fight_sentences, fights_headline, tally
from referee.games.dice_adventure.view.goal import (
    find_line,
    goal_line,
    near_tower_line,
    still_line,
)
from referee.games.dice_adventure.view.milestones import (
    begin_sentence,
    end_headline,
    end_sentence,
    keys_line,
    num_keys,
    skipped_sentence,
)
from referee.games.dice_adventure.view.news import (
    News,
    finds_of,
    is_planned,
    news_of,
    num_explored,
)
from referee.games.dice_adventure.view.party import DiceSight, Party, member_of, parties_of
from referee.games.dice_adventure.view.pings import ping_headline, ping_sentences
from referee.games.dice_adventure.view.refusals import refusal_sentences
from referee.games.dice_adventure.view.standing import num_levels, score_of
from referee.games.dice_adventure.view.words import (
    Words,
    counted,
    join,
    member_words,
    number_word,
    phrase,
    points_text,
    sentence,
    verb,
)

__all__ = ["story_of"]

_MOST = 8
"""Highest number of sentences for a step; the least important ones are left out."""
_MOST_NAMED = 2
"""Highest number of winning parties that a sentence lists."""


def story_of(sight: Sight) -> Story:
    """Return the step as headline, sentences and scores, from what the viewer's seats know together."""
    parties = parties_of(sight)
    if not parties:
        headline, sentences = _public(sight)
    elif len(parties) == 1:
        headline, sentences = _of_party(parties[0], sight)
    else:
        headline, sentences = _of_parties(parties, sight)
    if end := _end_sentence(sight):
        is_now = any("match_end" in event for event in sight.events)
        headline = end.line
        sentences = [*sentences[: _MOST - 1], end] if is_now else []
    has_curve = bool(parties)
    is_alone = len(parties) == 1 and len(sight.players) == NUM_MEMBERS
    return Story(
        as_headline(headline),
        tuple(sentences[:_MOST]),
        score_of(sight, parties),
        _phases(parties),
        "score" if has_curve else "",
        "points of the party" if has_curve else "",
        _stages(parties[0].seen[0]) if is_alone else (),
        goal_line(parties[0]) if is_alone else (),
    )


def _phases(parties: Sequence[Party]) -> tuple[Phase, ...]:
    """Return level, attempt and round of the least advanced party, which decides how long the match lasts."""
    if not parties:
        return ()
    first = min(
        (party.seen[0] for party in parties),
        key=lambda seen: (
            seen["phase"] == "PHASE_DONE",
            seen["level"]["index"],
            seen["round"],
        ),
    )
    level = first["level"]
    phases = [Phase("level", level["index"] + 1, level["count"])]
    if level["attempt"]:
        phases.append(Phase("attempt", level["attempt"] + 1))
    return (*phases, Phase("round", first["round"], level["cap"]))


def _stages(seen: Fields) -> tuple[Stage, ...]:
    """Return the levels of the match: points of ended ones, the round of the present one.

    `seen` is an observation of the party.
    """
    level, records = seen["level"], seen["results"]
    ended = [
        Stage(
            str(index + 1),
            f"{'✓' if record['outcome'] == 'OUTCOME_CLEARED' else '✗'} {record['score']}",
            is_over=True,
        )
        for index, record in enumerate(records)
    ]
    ahead = [Stage(str(index + 1)) for index in range(len(ended), level["count"])]
    if ahead and seen["phase"] != "PHASE_DONE":
        ahead[0] = ahead[0]._replace(text=f"round {seen['round']} of {level['cap']}")
    return (*ended, *ahead)


# One party.


def _of_party(party: Party, sight: Sight) -> tuple[Line, list[Sentence]]:
    news = news_of(party, sight, is_alone=True)
    earlier = next(iter(party.earlier.values()), None)
    start = phrase(f"Round {(earlier or party.seen[0])['round']}: ")
    refused = list(refusal_sentences(news.refused, party.number))
    if party.earlier and not is_planned(party):
        # A window has closed: nothing happens in it but pings and what was refused of them.
        return (*start, *ping_headline(party)), [*ping_sentences(party), *refused]
    milestones = list(_milestones(party, news))
    others = [*_others(party, news, sight), *refused]
    begins = [] if news.began is None or news.is_wiped else [begin_sentence(news.began)]
    headline, quiet = _headline(party, news, start)
    if not milestones and not others and not begins:
        others = quiet
    return headline, [*milestones, *others[: _MOST - len(milestones) - len(begins)], *begins]


def _headline(party: Party, news: News, start: Line) -> tuple[Line, list[Sentence]]:
    """Return the headline of a round, and the sentences that make the story if nothing else happened.

    `start` is the beginning of most headlines, such as `Round 3: `.
    """
    number = party.number
    if news.ended is not None:
        return sentence(end_headline(news.ended), is_milestone=True).line, []
    if news.is_wiped:
        return next(_milestones(party, news)).line, []
    if news.keys and num_keys(party.seen[0]) == NUM_MEMBERS:
        return sentence("all keys are found: now the tower", is_milestone=True).line, []
    if news.began is not None:
        return begin_sentence(news.began).line, []
    if news.keys:
        return sentence(keys_line(party, news.keys)).line, []
    if news.fights and (not news.dead or any(fight.dead for fight in news.fights)):
        return (*start, *fights_headline(news.fights, number)), []
    if news.dead:
        return (*start, *_lower(_dead(party, news, news.dead[0]).line)), []
    for members, codes in finds_of(party).items():
        return (*start, *find_line(members, codes[:1], number)), []
    if news.back:
        return (
            *start,
            *phrase(member_words(news.back, number), verb(len(news.back), " is", " are"), " back"),
        ), []
    return _quiet(party, start)


def _quiet(party: Party, start: Line) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences of a round without events: the number of newly explored cells, or the goal.

    `start` is the beginning of the headline, such as `Round 3: `.
    """
    if not party.earlier:
        return (), []
    who = _viewers(party)
    explored = num_explored(party)
    if not explored:
        return (*start, *still_line(party)), []
    new = phrase(who, f" explores {counted(explored, 'new cell')}")
    return (*start, *new), [sentence(new)]


def _viewers(party: Party) -> Line:
    """Return the subject of a sentence on what was seen: `the party`, or the name of the only observed member."""
    if len(party.seen) == 1:
        return member_words((party.seen[0]["character"],), party.number)
    return (Span("the party"),)


def _milestones(party: Party, news: News) -> Iterator[Sentence]:
    """Yield sentences on the end of a level, a new attempt at it, or the last missing key."""
    first = party.seen[0]
    if news.ended is not None:
        yield end_sentence(party, news)
        if first["phase"] == "PHASE_DONE" and (rest := skipped_sentence(first["results"])):
            yield rest
    elif news.is_wiped:
        level = first["level"]
        again = f"attempt {level['attempt'] + 1} at level {level['index'] + 1} begins"
        yield sentence(f"All three are dead: {again}", is_milestone=True)
    elif news.keys and num_keys(first) == NUM_MEMBERS:
        yield sentence(keys_line(party, news.keys), is_milestone=True)


def _others(party: Party, news: News, sight: Sight) -> Iterator[Sentence]:
    """Yield sentences on everything but the milestones, the most important first."""
    number, first = party.number, party.seen[0]
    is_over = news.ended is not None or news.is_wiped
    if news.keys and not is_over and num_keys(first) < NUM_MEMBERS:
        yield sentence(keys_line(party, news.keys))
    for member in news.dead:
        yield _dead(party, news, member)
    yield from fight_sentences(news.fights, number, sight.config.get("damage", 1))
    if not is_over:
        for members, codes in finds_of(party, news.keys).items():
            yield sentence(find_line(members, codes, number))
        if is_planned(party) and (near := near_tower_line(party)):
            yield sentence(near)
        for member in news.back:
            hearts = counted(member_of(sight.config, member).hearts, "heart")
            yield sentence(member_words((member,), number), f" is back with {hearts}")
    if news.bumps:
        walk = verb(
            len(news.bumps), " walks against a wall and stops", " walk against walls and stop"
        )
        yield sentence(member_words(news.bumps, number), walk)


def _dead(party: Party, news: News, member: int) -> Sentence:
    """Return the sentence that a member has died, if the viewer knows of no encounter that certainly killed it."""
    # It may have died in an encounter that the viewer saw, after one that the viewer did not see.
    is_seen = any(member in fight.members and fight.is_harmful for fight in news.fights)
    is_own = any(seen["character"] == member for seen in party.seen)
    where = "" if is_seen or is_own else " out of sight"
    return sentence(member_words((member,), party.number), " dies", where)


def _lower(line: Line) -> Line:
    """Return a sentence with a lower-case first letter, to stand within a headline."""
    text = line[0].text
    return (line[0]._replace(text=text[0].lower() + text[1:]), *line[1:])


# Several parties.


def _of_parties(parties: Sequence[Party], sight: Sight) -> tuple[Line, list[Sentence]]:
    milestones: list[Sentence] = []
    others: list[Sentence] = []
    headlines: list[Line] = []
    for party in parties:
        news = news_of(party, sight, is_alone=False)
        name = Span(f"Party {party.number + 1}: ", Style.STRONG)
        told = [*_milestones(party, news), *_others(party, news, sight)]
        if news.began is not None and not (news.is_wiped or news.ended):
            told.append(begin_sentence(news.began))
        for one in told:
            named = Sentence((name, *_lower(one.line)), one.is_milestone)
            (milestones if one.is_milestone else others).append(named)
        if told:
            headline, _ = _headline(party, news, ())
            headlines.insert(0 if news.ended else len(headlines), (name, *_lower(headline)))
    # Events do not say whose they are, so encounters are counted for all parties together.
    fights = [event["encounter"]["success"] for event in sight.events if "encounter" in event]
    if fights:
        results = tally(sum(fights), len(fights) - sum(fights))
        others.append(sentence(f"{counted(len(fights), 'encounter')} in all parties, {results}"))
    sentences = [*milestones, *others]
    headlines += [one.line for one in sentences[:1]]
    return (headlines[0] if headlines else ()), sentences


# Everybody.


def _public(sight: Sight) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences for the public: the levels ahead at the first step, empty at later ones."""
    if not (isinstance(sight, DiceSight) and sight.is_first):
        return (), []
    parties = len(sight.players) // NUM_MEMBERS
    who = (
        "a party of three sets out"
        if parties == 1
        else f"{number_word(parties)} parties of three race"
    )
    levels = counted(num_levels(sight.config), "level")
    lines = [sentence(f"{who}: {levels} ahead", is_milestone=True)]
    lines.append(
        sentence("What a party sees and does stays hidden from all others until the match ends")
    )
    return lines[0].line, lines


def _end_sentence(sight: Sight) -> Sentence | None:
    """Return the sentence with the winners and the best score; None before the match has ended."""
    if not (isinstance(sight, DiceSight) and sight.scores):
        return None
    if len(sight.scores) == 1:
        return sentence(
            f"The adventure ends with {points_text(sight.scores[0])}", is_milestone=True
        )
    winners: list[Words] = [
        f"party {number + 1}" for number, place in enumerate(sight.placements) if place == 1
    ]
    best = points_text(max(sight.scores))
    wins = verb(len(winners), " wins", " share first place")
    who = join(winners) if len(winners) <= _MOST_NAMED else f"{number_word(len(winners))} parties"
    return sentence(who, f"{wins} with {best}", is_milestone=True)
