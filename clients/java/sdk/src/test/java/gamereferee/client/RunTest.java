package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Observation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  @BeforeEach
  void captureStandardError() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void releaseStandardError() {
    System.setErr(before);
  }

  @Test
  void endsWith2ForWrongFlagsAndSaysWhich() {
    assertEquals(2, status("--address=there:1", "--token=a", "--colour=red"));
    assertTrue(said().startsWith("unknown flag '--colour'\n"), said());
    assertTrue(said().contains("--patience SECONDS"), said());
  }

  @Test
  void endsWith1WhereNoRefereeAnswers() {
    // Port 1 of the own machine: nobody listens there.
    assertEquals(1, status("--address=127.0.0.1:1", "--token=a", "--patience=0"));
    assertTrue(
        said()
            .contains(
                "ERROR gamereferee.client: no referee at 127.0.0.1:1 for 0 s; the last attempt: "),
        said());
  }

  @Test
  void endsWith1ForAnAddressThatIsNone() {
    assertEquals(1, status("--address=there", "--token=a"));
    assertTrue(said().contains("address must be unix:/path or HOST:PORT"), said());
  }

  @Test
  void helpsOnStandardError() {
    assertEquals(0, status("--help"));
    assertTrue(said().contains("REFEREE_ADDRESS"), said());
  }

  private String said() {
    return written.toString(StandardCharsets.UTF_8);
  }

  private static int status(String... args) {
    return Run.status(
        Bot.of(Observation.class, seen -> Action.getDefaultInstance()), List.of(args), Map.of());
  }
}
