package gamereferee.client;

import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import io.grpc.Status;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Carries a line on one stream: writes what there is to say on it, and watches for silence. */
final class LineStream implements AutoCloseable {
  /** The line. */
  final Line line;

  private final Conversation conversation;
  private final ScheduledExecutorService timer;
  private final Silence silence = new Silence(System.nanoTime());
  private final PlayStream stream;

  /**
   * Opens a stream; its status says why it can't be opened.
   *
   * @param line what it carries
   * @param address where to
   * @param conversation what is said on the line
   * @param timer asks for pongs, and ends a stream that the referee does not end
   * @param reader called with each message, on the thread that reads the connection
   */
  LineStream(
      Line line,
      Address address,
      Conversation conversation,
      ScheduledExecutorService timer,
      BiConsumer<LineStream, PlayResponse> reader) {
    this.line = line;
    this.conversation = conversation;
    this.timer = timer;
    stream =
        new PlayStream(
            address,
            response -> {
              silence.heard(System.nanoTime());
              reader.accept(this, response);
            });
  }

  /**
   * Writes whatever there is to say; closes this side once all matches are over.
   *
   * <p>Under a lock, so that what is taken from the conversation is written in order. A stream that
   * has ended takes nothing: its line's next one, or home, needs it.
   */
  synchronized void flush() {
    if (stream.hasEnded()) {
      return;
    }
    for (PlayRequest request = conversation.take(line);
        request != null;
        request = conversation.take(line)) {
      stream.write(request);
    }
    if (conversation.isDone() && stream.closeSide()) {
      timer.schedule(
          () -> stream.cancel("the referee did not end the stream"),
          Retry.GOODBYE.toNanos(),
          TimeUnit.NANOSECONDS);
    }
  }

  /** Asks for a pong after a silence, and ends the stream after a longer one. */
  void watch() {
    if (stream.hasEnded() || conversation.isDone()) {
      return;
    }
    switch (silence.judge(System.nanoTime())) {
      case DEAD -> {
        stream.cancel("not a word for %d s".formatted(2 * Retry.SILENCE.toSeconds()));
        return;
      }
      case ASK -> {
        conversation.ping(line);
        flush();
      }
      case WAIT -> {}
    }
    timer.schedule(this::watch, silence.left(System.nanoTime()).toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends the stream from here. */
  void cancel(String why) {
    stream.cancel(why);
  }

  /** Waits for the stream's end. */
  Status status() throws InterruptedException {
    return stream.status();
  }

  /** Ends the stream; when it returns, nothing more is taken from the conversation. */
  @Override
  public synchronized void close() {
    stream.close();
  }
}
