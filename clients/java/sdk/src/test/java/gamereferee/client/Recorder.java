package gamereferee.client;

import com.google.protobuf.Message;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import java.util.ArrayList;
import java.util.List;

/** A bot of Diceman that writes down what it is told, and fails where a test wants it to. */
final class Recorder implements Bot<Observation, Action> {
  /** What it was told, in order. */
  final List<String> told = new ArrayList<>();

  /** The outcome it was told; null before. */
  Outcome outcome;

  /** What it throws at whatever it is told next; null for nothing. */
  Throwable fault;

  /** What it answers. */
  Action answer = Action.newBuilder().addDice(2).addDice(3).build();

  /** What it answers to every rejection; null for nothing. */
  Action again;

  @Override
  public Action act(Observation observation, Turn turn) throws Exception {
    write("act " + turn.number());
    return answer;
  }

  @Override
  public void onStart(Match match) throws Exception {
    write("start " + match.seat() + " " + match.roundTrip());
  }

  @Override
  public void onEvents(Match match, Message events) throws Exception {
    write("events " + events.getDescriptorForType().getFullName());
  }

  @Override
  public Action onRejected(Rejection rejection) throws Exception {
    write("rejected %d %s %s".formatted(rejection.turn(), rejection.reason(), rejection.text()));
    return again;
  }

  @Override
  public void onMissed(Missed missed) throws Exception {
    write("missed %d, %d of %d".formatted(missed.turn(), missed.strikes(), missed.strikesLimit()));
  }

  @Override
  public void onEnd(Match match, Outcome outcome) throws Exception {
    this.outcome = outcome;
    write("end " + outcome.cause());
  }

  private void write(String line) throws Exception {
    told.add(line);
    Throwable thrown = fault;
    fault = null;
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw (Exception) thrown;
    }
  }
}
