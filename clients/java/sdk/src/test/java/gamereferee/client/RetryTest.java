package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.gson.JsonObject;
import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.client.RefereeClientException.TlsException;
import gamereferee.client.RefereeClientException.UnreachableException;
import io.grpc.Status;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RetryTest {
  private static final JsonObject VECTORS = Vectors.read("retry.json");
  private static final Map<String, Class<? extends RefereeClientException>> ERRORS =
      Map.of("ProtocolError", ProtocolException.class, "TlsError", TlsException.class);

  @Test
  void hasTheConstantsOfAllSdks() {
    JsonObject constants = VECTORS.getAsJsonObject("constants");
    assertEquals(
        Map.of(
            "first_delay", Retry.FIRST_DELAY,
            "longest_delay", Retry.LONGEST_DELAY,
            "patience", Retry.PATIENCE,
            "silence", Retry.SILENCE,
            "goodbye", Retry.GOODBYE),
        constants.entrySet().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> Duration.ofNanos(nanos(entry.getValue().getAsDouble())))));
  }

  @Test
  void isPatientWhileTheRefereeSpeaksElsewhere() { // 13, 34
    var patience = new Retry.Patience("there:1", "", Duration.ofSeconds(1), () -> 1.0);
    assertEquals(Duration.ofMillis(100), patience.delay(0, "gone"));
    patience.heardElsewhere();
    assertEquals(Duration.ofMillis(200), patience.delay(nanos(9), "gone")); // its clock begins
    assertThrows(UnreachableException.class, () -> patience.delay(nanos(10), "gone"));
  }

  @TestFactory
  Stream<DynamicTest> waitsAsAllSdksWait() {
    return Vectors.objects(VECTORS, "delays")
        .map(vector -> dynamicTest(Vectors.text(vector, "name"), () -> checkDelays(vector)));
  }

  private static void checkDelays(JsonObject vector) {
    double[] jitter = new double[1];
    Duration limit = Duration.ofNanos(nanos(vector.get("limit").getAsDouble()));
    var patience = new Retry.Patience("there:1", "", limit, () -> jitter[0]);
    for (JsonObject step : Vectors.objects(vector, "steps").toList()) {
      if (step.has("heard")) {
        patience.heard();
        continue;
      }
      long at = nanos(step.get("at").getAsDouble());
      jitter[0] = step.get("jitter").getAsDouble();
      String why = Vectors.text(step, "why");
      if (step.has("error")) {
        Exception thrown = assertThrows(UnreachableException.class, () -> patience.delay(at, why));
        assertEquals(Vectors.text(step, "says"), thrown.getMessage());
      } else {
        double delay = patience.delay(at, why).toNanos() * 1e-9;
        assertEquals(step.get("delay").getAsDouble(), delay, 1e-6);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> readsStatusesAsAllSdksDo() {
    return Vectors.objects(VECTORS, "statuses")
        .map(
            vector ->
                dynamicTest(
                    Vectors.text(vector, "code") + ": " + Vectors.text(vector, "details"),
                    () -> checkStatus(vector)));
  }

  private static void checkStatus(JsonObject vector) {
    Status status =
        Status.fromCodeValue(vector.get("number").getAsInt())
            .withDescription(Vectors.text(vector, "details"));
    Optional<RefereeClientException> error = Retry.hopeless(status);
    String expected = Vectors.text(vector, "error");
    assertEquals(Optional.ofNullable(expected).map(ERRORS::get), error.map(Object::getClass));
    assertEquals(
        Optional.ofNullable(Vectors.text(vector, "says")), error.map(Throwable::getMessage));
  }

  @Test
  void takesAFailedHandshakeByItsCause() {
    Status untrusted =
        Status.UNAVAILABLE
            .withDescription("io exception\nChannel Pipeline: [a, b]")
            .withCause(
                new SSLHandshakeException("General engine problem")
                    .initCause(new IOException("unable to find valid certification path")));
    assertEquals(
        "TLS failed: io exception: General engine problem: unable to find valid certification"
            + " path; check the CA file, and that the server uses TLS",
        Retry.hopeless(untrusted).orElseThrow().getMessage());
  }

  @Test
  void triesAgainWhenAConnectionEndsInTheMiddleOfAHandshake() { // 14
    List<Throwable> ends =
        List.of(
            new SSLException("Connection closed while SSL/TLS handshake was in progress"),
            new ClosedChannelException(),
            new SSLException(
                "failure when writing TLS control frames",
                new IOException(
                    "sendAddress(..) failed with error(-104): Connection reset by peer")),
            new SSLException("Broken pipe", new IOException("Broken pipe")),
            new SSLHandshakeException("Remote host terminated the handshake"),
            new SSLException("Received close_notify during handshake"),
            new SSLHandshakeException(
                "error:100000d7:SSL routines:OPENSSL_internal:SSL_HANDSHAKE_FAILURE"),
            new SSLHandshakeException(
                "error:10000438:SSL routines:OPENSSL_internal:TLSV1_ALERT_INTERNAL_ERROR"),
            new SSLHandshakeException("Received fatal alert: internal_error"),
            new SSLHandshakeException("handshake timed out after 10000ms"));
    for (Throwable end : ends) {
      Status status = Status.UNAVAILABLE.withDescription("io exception").withCause(end);
      assertEquals(Optional.empty(), Retry.hopeless(status), end.toString());
    }
  }

  @Test
  void givesUpAtOnceForACertificateThatDoesNotHold() { // 14
    List<Throwable> causes =
        List.of(
            new CertificateException("No name matching localhost found"),
            new CertificateExpiredException("NotAfter: Sat Feb 01 00:00:00 UTC 2020"),
            new CertPathValidatorException("Path does not chain with any of the trust anchors"),
            new CertificateException("revoked, and the connection reset for that"));
    for (Throwable cause : causes) {
      Status status =
          Status.UNAVAILABLE
              .withDescription("io exception")
              .withCause(new SSLHandshakeException("General engine problem").initCause(cause));
      assertInstanceOf(TlsException.class, Retry.hopeless(status).orElseThrow());
    }
    Status plain =
        Status.UNAVAILABLE.withCause(new SSLException("not an SSL/TLS record: 485454502f312e31"));
    assertInstanceOf(TlsException.class, Retry.hopeless(plain).orElseThrow());
  }

  @Test
  void tellsTheCausesOfAStatusInOneLine() {
    List<String> told =
        Stream.of(
                Status.UNAVAILABLE
                    .withDescription("io exception\nChannel Pipeline: [a]")
                    .withCause(new IOException("refused", new IOException("refused"))),
                Status.UNAVAILABLE.withCause(new IOException()),
                Status.UNKNOWN)
            .map(Retry::details)
            .toList();
    assertEquals(List.of("io exception: refused", "IOException", "UNKNOWN"), told);
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
