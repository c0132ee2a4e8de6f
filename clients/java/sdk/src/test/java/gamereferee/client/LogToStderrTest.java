package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogToStderrTest {
  private static List<String> lines(Level level, Throwable thrown) {
    LogRecord entry = new LogRecord(level, "turn 3");
    entry.setLoggerName("referee_client");
    entry.setThrown(thrown);
    return new LogToStderr().format(entry).lines().toList();
  }

  @Test
  void writesTimeLevelLoggerAndMessageInALine() {
    List<String> lines = lines(Level.SEVERE, null);
    assertEquals(1, lines.size());
    assertTrue(
        lines
            .get(0)
            .matches(
                "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} ERROR referee_client:"
                    + " turn 3"),
        lines.get(0));
  }

  @Test
  void knowsFourLevels() {
    List<String> names =
        List.of(Level.FINEST, Level.FINE, Level.CONFIG, Level.INFO, Level.WARNING, Level.SEVERE)
            .stream()
            .map(level -> lines(level, null).get(0).split(" ")[2])
            .toList();
    assertEquals(List.of("DEBUG", "DEBUG", "DEBUG", "INFO", "WARNING", "ERROR"), names);
  }

  @Test
  void tellsWhereSomethingWasThrownButNotAThousandFrames() {
    Exception deep = new IllegalStateException("deep", new RuntimeException("inside"));
    StackTraceElement[] frames = new StackTraceElement[1000];
    java.util.Arrays.fill(frames, new StackTraceElement("Bot", "act", "Bot.java", 7));
    deep.setStackTrace(frames);
    List<String> lines = lines(Level.SEVERE, deep);
    assertEquals("java.lang.IllegalStateException: deep", lines.get(1));
    assertEquals("\tat Bot.act(Bot.java:7)", lines.get(2));
    assertEquals("\t... 970 more", lines.get(32));
    assertEquals("Caused by: java.lang.RuntimeException: inside", lines.get(33));
  }
}
