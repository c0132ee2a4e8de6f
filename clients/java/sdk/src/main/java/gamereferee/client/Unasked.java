package gamereferee.client;

import com.google.protobuf.Any;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import gamereferee.v1.PlayServiceOuterClass.Said;
import gamereferee.v1.PlayServiceOuterClass.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Events and chat of turns that were over before the bot was asked, kept for the next turn that is
 * asked, or for the end.
 */
final class Unasked {
  private Any events = Any.getDefaultInstance();
  private final List<Said> said = new ArrayList<>();

  /** Keeps what a turn brought, behind what earlier ones did. */
  void keep(Turn turn) {
    events = merged(events, turn.getEvents());
    said.addAll(turn.getSaidList());
  }

  /** Puts what was kept before what a turn brought itself, and keeps it no longer. */
  Turn moveTo(Turn turn) {
    if (isEmpty()) {
      return turn;
    }
    Turn.Builder full =
        turn.toBuilder().clearSaid().addAllSaid(said).addAllSaid(turn.getSaidList());
    Any all = merged(events, turn.getEvents());
    if (!all.getTypeUrl().isEmpty()) {
      full.setEvents(all);
    }
    clear();
    return full.build();
  }

  /** Puts what was said before what an end brought itself. */
  MatchEnded moveTo(MatchEnded ended) {
    if (isEmpty()) {
      return ended;
    }
    MatchEnded.Builder full =
        ended.toBuilder().clearSaid().addAllSaid(said).addAllSaid(ended.getSaidList());
    clear();
    return full.build();
  }

  private boolean isEmpty() {
    return said.isEmpty() && events.getTypeUrl().isEmpty();
  }

  private void clear() {
    events = Any.getDefaultInstance();
    said.clear();
  }

  /** Two messages of one type as one: on the wire that is one behind the other. */
  private static Any merged(Any first, Any second) {
    if (!first.getTypeUrl().equals(second.getTypeUrl())) {
      return second.getTypeUrl().isEmpty() ? first : second; // messages of two types don't merge
    }
    return first.toBuilder().setValue(first.getValue().concat(second.getValue())).build();
  }
}
