"""An environment says, once for each game, that its code is interpreted and what to do."""

from __future__ import annotations

import warnings

import pytest

from referee_envs.backends import in_process

GROUP = "referee.games.diceman"


@pytest.mark.parametrize(
    ("jit", "is_kept", "text"),
    [
        (False, False, r"diceman is stepped by interpreted code.*: pip install 'gamereferee\[envs,fast\]'"),
        (True, False, r"diceman is stepped by interpreted code.*: run `referee warmup diceman` once"),
        (True, True, ""),
    ],
)  # fmt: skip
def test_it_warns_once(
    jit: bool, is_kept: bool, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Numba, and with it where nothing is kept; never where it was asked for."""
    monkeypatch.setattr(in_process, "JIT", jit)
    monkeypatch.setattr(in_process, "find_kernels", lambda _: object() if is_kept else None)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    for mode, is_warned in (("interpreted", False), ("auto", bool(text))):
        monkeypatch.setenv("REFEREE_KERNELS", mode)
        in_process._warn_of_interpreting.cache_clear()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            for _ in range(2):
                in_process._warn_of_interpreting("diceman", GROUP)
        assert len(told) == is_warned
        if is_warned:
            with pytest.raises(RuntimeWarning, match=text):
                raise RuntimeWarning(str(told[0].message))
    in_process._warn_of_interpreting.cache_clear()
