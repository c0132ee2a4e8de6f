package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import gamereferee.v1.PlayServiceGrpc;
import gamereferee.v1.PlayServiceOuterClass.Action;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.Ping;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Say;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One Play stream on a channel of its own, from opening to its status. */
final class PlayStream implements AutoCloseable {
  private final ManagedChannel channel;
  private final ClientCallStreamObserver<PlayRequest> writer;
  private final CompletableFuture<Status> status = new CompletableFuture<>();
  private boolean isClosed;

  /**
   * Opens a stream; its status says why it can't be opened.
   *
   * @param address where to
   * @param reader called with each message, on the thread that reads the connection
   */
  PlayStream(Address address, Consumer<PlayResponse> reader) {
    channel = address.channel();
    writer =
        (ClientCallStreamObserver<PlayRequest>)
            PlayServiceGrpc.newStub(channel).play(new Reader(reader, status));
  }

  private record Reader(Consumer<PlayResponse> reader, CompletableFuture<Status> status)
      implements StreamObserver<PlayResponse> {
    @Override
    public void onNext(PlayResponse response) {
      reader.accept(response);
    }

    @Override
    public void onError(Throwable error) {
      status.complete(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      status.complete(Status.OK);
    }
  }

  /**
   * Loads what is needed to read a turn, to write its answer and to talk, so that the first one of
   * a match does not pay for that on its clock.
   */
  static void rehearse() {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    response.addTurnsBuilder().setObservation(Any.pack(Ping.getDefaultInstance()));
    response.addJoinsBuilder().setConfig(Any.getDefaultInstance());
    response.addStartsBuilder().getRoundTripBuilder().setNanos(1);
    response.getTurnsBuilder(0).getClockBuilder().getRemainingBuilder().setNanos(1);
    response.getTurnsBuilder(0).addChannelsBuilder().addMembers(1);
    response.getTurnsBuilder(0).addSaidBuilder().setText("x");
    SmallTurn small = SmallTurn.newBuilder().setPhaseName("x").setRemaining(1).setBank(1).build();
    ShortForm form = new ShortForm(Joined.getDefaultInstance());
    response.addSmallTurns(small).addTurns(form.turn(small));
    Outbox outbox = new Outbox();
    outbox.say(Say.newBuilder().setNumber(1).build());
    outbox.pong(1);
    outbox.act(Action.newBuilder().setPayload(Any.getDefaultInstance()).build(), form);
    outbox.act(Action.newBuilder().setPayload(Any.getDefaultInstance()).build(), null);
    try {
      PlayResponse.parseFrom(response.build().toByteString());
      PlayRequest.parseFrom(outbox.take().toByteString());
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalStateException("can't read what was just written", error);
    }
  }

  /** Writes a message; nothing happens once this side is closed. */
  synchronized void write(PlayRequest request) {
    if (!isClosed) {
      writer.onNext(request);
    }
  }

  /** Closes this side; returns whether it was open. */
  synchronized boolean closeSide() {
    if (isClosed) {
      return false;
    }
    isClosed = true;
    writer.onCompleted();
    return true;
  }

  /** Ends the stream from here. */
  synchronized void cancel(String why) {
    isClosed = true;
    if (status.complete(Status.CANCELLED.withDescription(why))) {
      writer.cancel(why, null);
    }
  }

  /** Whether the stream has ended. */
  boolean hasEnded() {
    return status.isDone();
  }

  /** Waits for the stream's end. */
  Status status() throws InterruptedException {
    try {
      return status.get();
    } catch (java.util.concurrent.ExecutionException error) {
      throw new IllegalStateException("never completed so", error);
    }
  }

  @Override
  public void close() {
    cancel("closed");
    channel.shutdownNow();
  }
}
