"""Student's t distribution, as far as 95% intervals of means need it."""

from __future__ import annotations

import math

__all__ = ["Z_975", "chance_below", "mean_interval", "t_975"]

Z_975 = 1.959963984540054
"""Number of standard deviations below which a normal variable is with probability 0.975."""


def t_975(degrees: float) -> float:
    """Return the value below which a variable of Student's t distribution is with probability 0.975.

    It is a closed form for 1 and 2 degrees of freedom; from 3 on the expansion in powers of 1 /
    degrees of Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5, whose
    error is below 0.004 there, below 0.001 from 4 on, and falls quickly. Between 1, 2 and 3 it is a
    straight line in 1 / degrees, which is up to a fifth too high.

    Args:
        degrees: Degrees of freedom, from 1.
    """
    # The expansion is too coarse this far down, and the closed forms are for whole numbers.
    if degrees < 3 and degrees % 1:
        whole = math.floor(degrees)
        near, far = t_975(whole), t_975(whole + 1)
        share = (1 / whole - 1 / degrees) / (1 / whole - 1 / (whole + 1))
        return near + share * (far - near)
    if degrees == 1:
        return math.tan(math.pi * 0.475)
    if degrees == 2:
        return 0.95 * math.sqrt(2 / (4 * 0.975 * 0.025))
    z = Z_975
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum((z, *(term / degrees**power for power, term in enumerate(terms, start=1))))


def chance_below(deviations: float, degrees: float) -> float:
    """Return the probability that a variable of Student's t distribution is below a value; 0..1.

    It is computed by the normal distribution as in Abramowitz and Stegun, 26.7.8; the error is
    below 0.02 with 1 degree of freedom, and below 0.001 from 6 on.

    Args:
        deviations: The value, in standard deviations.
        degrees: Degrees of freedom, from 1; may be infinite.
    """
    normal = deviations * (1 - 1 / (4 * degrees)) / math.sqrt(1 + deviations**2 / (2 * degrees))
    return math.erfc(-normal / math.sqrt(2)) / 2


def mean_interval(samples: list[float]) -> tuple[float, float] | None:
    """Return the 95% interval of the mean of independent samples.

    None for fewer than two samples.
    """
    num = len(samples)
    if num < 2:
        return None
    mean = sum(samples) / num
    variance = sum((sample - mean) ** 2 for sample in samples) / (num - 1)
    margin = t_975(num - 1) * math.sqrt(variance / num)
    return mean - margin, mean + margin
