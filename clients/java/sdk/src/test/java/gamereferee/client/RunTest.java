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
                "ERROR referee_client: no referee at 127.0.0.1:1 for 0 s; the last attempt: "),
        said());
  }

  @Test
  void endsWith1ForAnAddressThatIsNone() {
    assertEquals(1, status("--address=there", "--token=a"));
    assertTrue(said().contains("address must be unix:/path or HOST:PORT"), said());
  }

  @Test
  void helpsOnStandardOutput() { // 22
    for (String flag : List.of("--help", "-h")) {
      ByteArrayOutputStream help = new ByteArrayOutputStream();
      PrintStream output = System.out;
      System.setOut(new PrintStream(help, true, StandardCharsets.UTF_8));
      try {
        assertEquals(0, status(flag));
      } finally {
        System.setOut(output);
      }
      String text = help.toString(StandardCharsets.UTF_8);
      for (String name :
          List.of(
              "address",
              "token",
              "ca",
              "name",
              "patience",
              "threads",
              "strict",
              "plain-turns",
              "log-level")) {
        assertTrue(text.contains("--" + name), name);
      }
      for (String variable :
          List.of(
              "ADDRESS",
              "TOKENS",
              "CA",
              "NAME",
              "PATIENCE",
              "THREADS",
              "STRICT",
              "PLAIN_TURNS",
              "LOG_LEVEL")) {
        assertTrue(text.contains("REFEREE_" + variable), variable);
      }
      assertEquals("", said());
    }
  }

  @Test
  void saysLastHowOftenTheBotsOwnCodeFailedAndWhereFirst() {
    assertEquals(
        "the bot's own code failed once, in match m1 seat 0 turn 3: out of ideas",
        Run.lastLine(1, "match m1 seat 0 turn 3: out of ideas"));
    assertEquals(
        "the bot's own code failed 4 times, the first time in match m1 seat 0: out of ideas",
        Run.lastLine(4, "match m1 seat 0: out of ideas"));
  }

  private String said() {
    return written.toString(StandardCharsets.UTF_8);
  }

  private static int status(String... args) {
    return Run.status(
        Bot.of(Observation.class, seen -> Action.getDefaultInstance()), List.of(args), Map.of());
  }
}
