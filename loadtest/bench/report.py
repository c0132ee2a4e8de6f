"""Reports of the measurements: JSON for programs, and a table for people."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from loadtest.bench.run import Result, Sizes
from loadtest.machine import Fact

__all__ = ["as_json", "as_table"]

_WAYS = {
    "rollout_{}_per_s": "on a stream: decisions/s",
    "rollout_echo_{}_per_s": "  bare echo of as many bytes: decisions/s",
    "rollout_{}_ratio": "  to the echo",
    "rollout_{}_server_cpu_us": "  server's processor time a decision: us",
    "rollout_{}_shared_per_s": "  in shared memory: decisions/s",
    "rollout_{}_shared_ratio": "  to the same in process",
    "rollout_{}_shared_server_cpu_us": "  server's processor time a decision: us",
    "rollout_{}_inprocess_per_s": "  in process: decisions/s",
}
"""Titles of the rollouts' figures in the table, by the figure's name; `{}` in a name stands for
game and number of rows (matches side by side).
"""
_TITLES = {
    "raw_echo_unbatched_per_s": "bare grpc.aio, one item a message, 64 streams: items/s",
    "raw_echo_batched_per_s": "bare grpc.aio, 64 items a message, 8 streams: items/s",
    "play_unbatched_per_s": "a stream a match (both seats): decisions/s",
    "play_single_seat_per_s": "a stream a seat: decisions/s",
    "play_floor_single_seat_per_s": "the same with a server that decides nothing",
    "play_multiplexed_per_s": "256 matches on two streams, the better way: decisions/s",
    "play_multiplexed_one_process_per_s": "  both bots in one process: decisions/s",
    "play_multiplexed_two_processes_per_s": "  each bot in its own process: decisions/s",
    "play_lanes_per_s": "256 matches on lanes of two streams: decisions/s",
    "play_lanes_cpu_us": "  referee's processor time a decision: us",
    "play_lanes_many_per_s": "4096 matches on lanes of two streams: decisions/s",
    "play_lanes_many_cpu_us": "  referee's processor time a decision: us",
    "play_multiplexed_small_per_s": "  the better way, with turns in short: decisions/s",
    "default_matches_per_s": "whole matches of the default config: matches/s",
    "tournament_matches_per_s": "a tournament of two Python bots: matches/s",
    "tournament_cpu_ms_per_match": "  processor time a match: ms",
    "tournament_referee_cpu_ms_per_match": "    of the referee: ms",
    "tournament_runner_cpu_ms_per_match": "    of the runner: ms",
    "tournament_bots_cpu_ms_per_match": "    of both bots: ms",
    "play_unbatched_cpu_us": "referee's processor time a decision, a stream a match: us",
    "play_single_seat_cpu_us": "referee's processor time a decision, a stream a seat: us",
    "play_multiplexed_cpu_us": "referee's processor time a decision, two streams: us",
    "play_multiplexed_small_cpu_us": "  with turns in short: us",
    "turn_bytes": "a message with one turn in short: bytes",
    "plain_turn_bytes": "  at length: bytes",
    "action_bytes": "a message with one action in short: bytes",
    "plain_action_bytes": "  at length: bytes",
    "engine_diceman_batch_rounds_per_s": "engine of Diceman, 4096 matches at once: rounds/s",
    "engine_diceman_single_rounds_per_s": "engine of Diceman, one match: rounds/s",
    "engine_diceman_full_rounds_per_s": "step, observe, encode and digest: rounds/s",
    "engine_swordman_batch_rounds_per_s": "engine of Swordman, 4096 matches at once: rounds/s",
    "engine_swordman_single_rounds_per_s": "engine of Swordman, one match: rounds/s",
    "engine_dice_adventure_batch_per_s": "Dice Adventure, 1024 matches at once: seat-actions/s",
    "engine_dice_adventure_batch_observed_per_s": "  and what all seats see: seat-actions/s",
    "engine_dice_adventure_single_per_s": "Dice Adventure, one match: seat-actions/s",
    "engine_dice_adventure_single_observed_per_s": "  and what all seats see: seat-actions/s",
    "engine_dice_adventure_full_per_s": "  by objects, with events: seat-actions/s",
    "engine_dice_adventure_full_observed_per_s": "  and all seats' messages: seat-actions/s",
    "engine_dice_adventure_starts_per_s": "  matches begun, levels and all: matches/s",
    "engine_champions_battles_per_s": "Champions, battles in the kernel: battles/s",
    "engine_champions_kernel_matches_per_s": "  16 seats, in kernels alone: matches/s",
    "engine_champions_full_matches_per_s": "  by objects, with events: matches/s",
    "engine_champions_full_observed_matches_per_s": "  and all messages: matches/s",
    "champions_served_matches_per_s": "  served, all but gRPC: matches/s",
    "engine_dungeon_keeper_orders_per_s": "Dungeon Keeper, two on 15x15: orders/s",
    "engine_dungeon_keeper_matches_per_s": "  whole matches: matches/s",
    "dungeon_keeper_whole_us": "  a whole observation of 160 units, made and encoded: us",
    "dungeon_keeper_fog_delta_us": "  a step under fog with its delta, all made: us",
    "proving_grounds_turn_ms": "Proving Grounds, a turn of four seats, all messages: ms",
    "cold_start_platform_s": "cold `referee serve` until it listens, platform wheel: s",
    "cold_start_platform_cpu_s": "  processor time: s",
    "cold_start_pure_s": "cold `referee serve` until it listens, pure wheel: s",
    "cold_start_pure_cpu_s": "  processor time: s",
    "other_pettingzoo_rps_per_s": "PettingZoo, rps: decisions/s",
    "other_pettingzoo_connect_four_per_s": "PettingZoo, connect_four (AEC): decisions/s",
    "other_gymnasium_sync_per_s": "Gymnasium, 64 CartPole, SyncVectorEnv: decisions/s",
    "other_gymnasium_async_per_s": "Gymnasium, 64 CartPole, AsyncVectorEnv: decisions/s",
    "other_envpool_cartpole_per_s": "EnvPool, 64 CartPole: decisions/s",
    "other_open_spiel_vector_per_s": "OpenSpiel, 64 leduc, Python's vector: decisions/s",
    "other_open_spiel_states_per_s": "OpenSpiel, leduc, states of C++: decisions/s",
    "kit_connect_four_per_s": "made with the kit, 512 connect_four, random policy: decisions/s",
    "kit_leduc_per_s": "made with the kit, 512 leduc, random policy: decisions/s",
    "imports_s": "a process that imports gRPC and NumPy: s",
    "imports_cpu_s": "  processor time: s",
    "cold_start_platform_ratio": "platform wheel's cold start, to those imports (processor)",
    "cold_start_pure_ratio": "pure wheel's cold start, to those imports (processor)",
    "play_unbatched_ratio": "a stream a match, two decisions a message, to bare items",
    "play_unbatched_message_ratio": "  message for message",
    "play_single_seat_ratio": "a stream a seat, to bare unbatched",
    "play_single_seat_floor_ratio": "a server that decides nothing, to bare unbatched",
    "play_single_seat_to_floor_ratio": "a stream a seat, to that server",
    "play_multiplexed_ratio": "256 matches on two streams, to bare unbatched",
    "play_multiplexed_small_ratio": "  with turns in short, to the same at length",
    "play_multiplexed_to_batched_ratio": "256 matches on two streams, to bare batched",
}


def as_json(result: Result, sizes: Sizes, machine: Mapping[str, Fact]) -> dict[str, object]:
    """Return the medians by figure, then their spread, the sizes of the measurements, and the machine."""
    medians = {name: figure.median for name, figure in result.figures.items()}
    response, request = result.message_bytes
    return {
        **medians,
        "play_multiplexed_best": result.multiplexed_best,
        "spread": {name: dataclasses.asdict(figure) for name, figure in result.figures.items()},
        "message_bytes": {"turn": response, "action": request},
        "sizes": dataclasses.asdict(sizes) | {"wheels": str(sizes.wheels)},
        "machine": dict(machine),
    }


def as_table(result: Result, machine: Mapping[str, Fact]) -> str:
    """Return a table with one line for each figure: the median and the quartiles."""
    lines = [", ".join(f"{name} {fact}" for name, fact in machine.items()), ""]
    lines.append(f"{'figure':66} {'median':>12}   quartiles")
    titles = {**_TITLES, **_rollout_titles(result)}
    for name, title in titles.items():
        figure = result.figures.get(name)
        if figure is not None:
            low, high = _number(figure.low), _number(figure.high)
            lines.append(f"{title:66} {_number(figure.median):>12}   {low} .. {high}")
    response, request = result.message_bytes
    lines.append("")
    lines.append(f"A message with one turn has {response} bytes, one with one action {request}.")
    return "\n".join(lines)


def _rollout_titles(result: Result) -> dict[str, str]:
    """Return the title of each figure of rollouts in the result, by the figure's name, game by game."""
    known = re.compile("rollout_(.*)_inprocess_per_s")
    titles: dict[str, str] = {}
    for found in filter(None, map(known.fullmatch, result.figures)):
        game = found[1]
        for way, title in _WAYS.items():
            text = title if title.startswith(" ") else f"rollouts of {game} {title}"
            titles[way.format(game)] = text
    return titles


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
