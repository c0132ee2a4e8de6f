package gamereferee.client;

import java.time.Duration;

/**
 * A seat's clock when its turn was written. Durations are never negative.
 *
 * @param remaining until the deadline, free time and reserve together; null without a deadline
 * @param bank reserve when the turn was opened; null if there is none
 * @param lastElapsed what the last answer was charged; null before the first and after a missed
 *     deadline
 * @param lastLag part of the last answer's time that was the referee's own and was not charged;
 *     null where lastElapsed is
 * @param strikes deadlines missed so far
 */
public record Clock(
    Duration remaining, Duration bank, Duration lastElapsed, Duration lastLag, int strikes) {

  static Clock of(gamereferee.v1.TimeControlOuterClass.Clock clock) {
    return new Clock(
        clock.hasRemaining() ? Messages.duration(clock.getRemaining()) : null,
        clock.hasBank() ? Messages.duration(clock.getBank()) : null,
        clock.hasLastElapsed() ? Messages.duration(clock.getLastElapsed()) : null,
        clock.hasLastLag() ? Messages.duration(clock.getLastLag()) : null,
        clock.getStrikes());
  }
}
