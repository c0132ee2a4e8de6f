"""Generalized likelihood ratios of a multinomial: how much better one of two means explains counts.

A sample, such as a block of two matches, has one of K values; only the mean of its distribution is
tested, and everything else about the distribution is chosen to fit the data best. Symbols: a_i the
values, p_i their observed shares, N the number of samples. All functions work on any number of
tests at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["mean_llr", "regularized", "t_value_llr"]

Floats = npt.NDArray[np.float64]

UNSEEN = 1e-3
"""Count that replaces 0, so that an outcome is not held to be impossible because it has not
occurred yet.
"""
_TOLERANCE = 1e-10
_SHARE_TOLERANCE = 1e-8
_MAX_STEPS = 100


def regularized(counts: npt.ArrayLike) -> Floats:
    """Return the counts with `UNSEEN` in place of every 0."""
    numbers = np.asarray(counts, dtype=np.float64)
    return np.where(numbers == 0, UNSEEN, numbers)


def mean_llr(counts: Floats, values: Floats, mean0: float, mean1: float) -> Floats:
    """Return the log of the largest likelihood with mean `mean1` over the largest with mean `mean0`.

    Van den Bergh, "A Practical Introduction to the GSPRT"
    (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf) for the ratio, and "Comments on the
    maximum likelihood estimate of a multinomial distribution with given expectation value"
    (https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf), Proposition 1.1, for its parts:
    with mean s the likelihood is largest at p_i / (1 + x (a_i - s)), where x solves
    sum_i p_i (a_i - s) / (1 + x (a_i - s)) = 0.

    Args:
        counts: float64[..., outcome], all above 0; see `regularized`.
        values: float64[outcome], a_i, rising.
        mean0: Mean under H0, strictly between the first and the last value.
        mean1: Mean under H1, likewise.

    Returns:
        float64[...], above 0 where H1 fits better.
    """
    shares = counts / counts.sum(axis=-1, keepdims=True)
    logs = [
        np.log1p(_tilt(shares, np.broadcast_to(values - mean, shares.shape)))
        for mean in (mean0, mean1)
    ]
    # The shares are p_i / (1 + tilt_i), so in the ratio the p_i cancel.
    ratio: Floats = (counts * (logs[0] - logs[1])).sum(axis=-1)
    return ratio


def t_value_llr(counts: Floats, values: Floats, reference: float, t0: float, t1: float) -> Floats:
    """Return the log of the largest likelihood with t = `t1` over the largest with t = `t0`.

    Here t is (mean - reference) / standard deviation.

    Van den Bergh, "Normalized Elo in practice", section 4.1
    (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf): with mu and sigma of the most
    likely distribution, it solves the equation of `mean_llr` with a_i - reference - t sigma (1 +
    ((mu - a_i) / sigma)^2) / 2 in place of a_i - s, so mu and sigma are found by iteration,
    beginning with the uniform distribution.

    Args:
        counts: float64[..., outcome], all above 0.
        values: float64[outcome], rising.
        reference: Value between the first and the last of `values`.
        t0: t under H0.
        t1: t under H1.

    Returns:
        float64[...], above 0 where H1 fits better.
    """
    shares = counts / counts.sum(axis=-1, keepdims=True)
    logs = [np.log(_shares_with_t(shares, values, reference, t)) for t in (t0, t1)]
    ratio: Floats = (counts * (logs[1] - logs[0])).sum(axis=-1)
    return ratio


def _shares_with_t(shares: Floats, values: Floats, reference: float, t: float) -> Floats:
    # The paper's starting point; its standard deviation is certainly above 0.
    fitted = np.full_like(shares, 1 / len(values))
    for _ in range(_MAX_STEPS):
        mean = (fitted * values).sum(axis=-1, keepdims=True)
        sigma = np.sqrt((fitted * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        shifted = values - reference - t * sigma * (1 + ((mean - values) / sigma) ** 2) / 2
        before, fitted = fitted, shares / (1 + _tilt(shares, shifted))
        if np.abs(fitted - before).max(initial=0.0) < _SHARE_TOLERANCE:
            break
    return fitted


def _tilt(shares: Floats, shifted: Floats) -> Floats:
    """Return float64[..., outcome]: x v_i with the root x of sum_i p_i v_i / (1 + x v_i) = 0.

    As x goes from -1 / max v to -1 / min v, the sum falls from +infinity to -infinity. The root is
    found by Newton's steps, with bisection wherever a step would leave the remaining interval.

    Args:
        shares: float64[..., outcome]: p_i, the shares of the values.
        shifted: float64[..., outcome]: v_i, the values less their mean under the hypothesis.
    """
    low = -1 / shifted.max(axis=-1, keepdims=True)
    high = -1 / shifted.min(axis=-1, keepdims=True)
    root = np.zeros_like(low)
    for _ in range(_MAX_STEPS):
        terms = shifted / (1 + root * shifted)
        value = (shares * terms).sum(axis=-1, keepdims=True)
        slope = (shares * terms**2).sum(axis=-1, keepdims=True)
        # The sum falls in x: where it is still above 0, the root is farther right.
        low = np.where(value > 0, root, low)
        high = np.where(value < 0, root, high)
        step = root + value / slope
        # All tests are computed at once, so each element chooses between Newton and bisection.
        is_inside = (step > low) & (step < high)
        before, root = root, np.where(is_inside, step, (low + high) / 2)
        if (np.abs(root - before) <= _TOLERANCE * (1 + np.abs(root))).all():
            break
    tilts: Floats = root * shifted
    return tilts
