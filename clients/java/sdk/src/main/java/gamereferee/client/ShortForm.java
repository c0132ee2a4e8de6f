package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import gamereferee.v1.PlayServiceOuterClass.Action;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.SmallAction;
import gamereferee.v1.PlayServiceOuterClass.SmallForm;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import gamereferee.v1.PlayServiceOuterClass.Turn;
import gamereferee.v1.TimeControlOuterClass.Clock;
import gamereferee.v1.TimeControlOuterClass.TimeControl;
import java.util.HashMap;
import java.util.Map;

/**
 * How turns and actions of one seat travel in short, on the stream that has joined it (duty 27).
 *
 * <p>Adds to each turn what only {@code Joined} has, so that nothing else depends on the form in
 * which a turn came. {@link Conversation} calls it under its lock.
 */
final class ShortForm {
  /** Feature of a client that reads turns in short, and answers them so. */
  static final String SMALL_TURNS = "small-turns";

  /** Feature of a client whose bot can't look at the events of turns. */
  static final String WITHOUT_EVENTS = "without-events";

  private static final long US_PER_S = 1_000_000;
  private static final int NS_PER_US = 1000;

  private final Joined joined;
  private final SmallForm form;
  private final Map<Integer, String> phases = new HashMap<>();

  /**
   * The form that a join was answered with.
   *
   * @param joined the answer, with a {@code small_form}
   */
  ShortForm(Joined joined) {
    this.joined = joined;
    this.form = joined.getSmallForm();
  }

  /** Stands for match and seat on this stream. */
  int handle() {
    return form.getHandle();
  }

  /**
   * A turn at length; to be called in the order in which turns came, as a phase has its name only
   * once. Durations are exact to a microsecond.
   */
  Turn turn(SmallTurn small) {
    if (!small.getPhaseName().isEmpty()) {
      phases.put(small.getPhase(), small.getPhaseName());
    }
    Turn.Builder turn =
        Turn.newBuilder()
            .setMatchId(joined.getMatchId())
            .setSeat(joined.getSeat())
            .setTurn(small.getTurn())
            .setObservation(
                any(
                    form.getObservationUrl(),
                    form.getKnownObservation().concat(small.getObservation())))
            .setPhase(phases.getOrDefault(small.getPhase(), ""))
            .setClock(clock(small))
            .addAllSaid(small.getSaidList())
            .addAllChannels(small.getChannelsList());
    if (!small.getEvents().isEmpty()) {
      turn.setEvents(any(form.getEventsUrl(), small.getEvents()));
    }
    return turn.build();
  }

  /** The answer to a turn in short; null for a message that is not the game's Action. */
  SmallAction action(Action action) {
    if (!action.getPayload().getTypeUrl().equals(form.getActionUrl())) {
      return null; // at length, the referee can say what is wrong with it
    }
    return SmallAction.newBuilder()
        .setHandle(handle())
        .setTurn(action.getTurn())
        .setPayload(action.getPayload().getValue())
        .build();
  }

  private Clock clock(SmallTurn small) {
    Clock.Builder clock = Clock.newBuilder().setStrikes(small.getStrikes());
    TimeControl terms = joined.getTimeControl();
    if (small.hasRemaining()) {
      clock.setRemaining(duration(small.getRemaining()));
    } else if (terms.hasMoveTime()) {
      boolean isFirst = small.getTurn() <= 1 && terms.hasFirstMove();
      Duration free = isFirst ? terms.getFirstMove() : terms.getMoveTime();
      clock.setRemaining(duration(micros(free) + small.getBank()));
    }
    if (small.hasBank()) {
      clock.setBank(duration(small.getBank()));
    }
    if (small.hasLastElapsed()) {
      clock.setLastElapsed(duration(small.getLastElapsed()));
      clock.setLastLag(duration(small.getLastLag()));
    }
    return clock.build();
  }

  private static Any any(String url, ByteString value) {
    return Any.newBuilder().setTypeUrl(url).setValue(value).build();
  }

  private static long micros(Duration duration) {
    return duration.getSeconds() * US_PER_S + duration.getNanos() / NS_PER_US;
  }

  private static Duration duration(long micros) {
    return Duration.newBuilder()
        .setSeconds(micros / US_PER_S)
        .setNanos((int) (micros % US_PER_S) * NS_PER_US)
        .build();
  }
}
