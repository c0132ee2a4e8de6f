package gamereferee.client;

import gamereferee.v1.PlayServiceOuterClass.Join;
import gamereferee.v1.PlayServiceOuterClass.OpenNonce;
import gamereferee.v1.PlayServiceOuterClass.Ping;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.Pong;
import gamereferee.v1.PlayServiceOuterClass.Resign;
import gamereferee.v1.PlayServiceOuterClass.Say;
import java.util.ArrayList;
import java.util.List;

/** What is to be said next, gathered into one message. */
final class Outbox {
  private PlayRequest.Builder request = PlayRequest.newBuilder();
  private boolean isEmpty = true;

  /** What bots have said and no stream has been given, in order. */
  private final List<Say> says = new ArrayList<>();

  /** Everything there is to say now, in one message; null if there is nothing. */
  PlayRequest take() {
    if (!says.isEmpty()) {
      more().addAllSays(says);
      says.clear();
    }
    if (isEmpty) {
      return null;
    }
    PlayRequest taken = request.build();
    request = PlayRequest.newBuilder();
    isEmpty = true;
    return taken;
  }

  /**
   * Forgets what a broken stream was to say, but for resignations and what bots have said, which
   * nobody will repeat.
   */
  void restart() {
    List<Resign> resigns = request.getResignsList();
    request = PlayRequest.newBuilder().addAllResigns(resigns);
    isEmpty = resigns.isEmpty();
  }

  void join(Join join) {
    more().addJoins(join);
  }

  void open(OpenNonce opening) {
    more().addOpenings(opening);
  }

  void resign(Seat.Key seat) {
    more().addResigns(Resign.newBuilder().setMatchId(seat.matchId()).setSeat(seat.seat()));
  }

  void say(Say say) {
    says.add(say);
  }

  /** Takes back what a seat has said and no stream has been given. */
  void unsay(Seat.Key seat) {
    says.removeIf(say -> seat.equals(new Seat.Key(say.getMatchId(), say.getSeat())));
  }

  void ping() {
    more().setPing(Ping.newBuilder().setNumber(1));
  }

  void pong(long number) {
    more().addPongs(Pong.newBuilder().setNumber(number));
  }

  /** Answers the last turn that the seat has closed: by its action, or by giving the turn up. */
  void answer(Seat seat) {
    if (seat.action != null) {
      more().addActions(seat.action);
    } else {
      more()
          .addSkipsBuilder()
          .setMatchId(seat.key.matchId())
          .setSeat(seat.key.seat())
          .setTurn(seat.answered);
    }
  }

  private PlayRequest.Builder more() {
    isEmpty = false;
    return request;
  }
}
