package gamereferee.client;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Log lines on standard error: time, level, logger, message, and what was thrown. */
final class LogToStderr extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  /** An endless recursion has a thousand. */
  private static final int MOST_FRAMES = 30;

  /** Kept, because a logger that nobody holds forgets its level. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  LogToStderr() {}

  /** Sends all logs of the process to standard error, from this level on. */
  static void from(Level level) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler handler = new ConsoleHandler();
    handler.setLevel(level);
    handler.setFormatter(new LogToStderr());
    root.addHandler(handler);
    root.setLevel(level);
    GRPC.setLevel(Level.SEVERE); // what goes wrong with a stream is in its status
  }

  /** Java has more levels than the others. */
  private static String name(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "WARNING";
    }
    return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
  }

  @Override
  public String format(LogRecord entry) {
    StringWriter text = new StringWriter();
    PrintWriter line = new PrintWriter(text);
    line.printf(
        "%s %s %s: %s%n",
        TIME.format(LocalDateTime.ofInstant(entry.getInstant(), ZoneId.systemDefault())),
        name(entry.getLevel()),
        entry.getLoggerName(),
        formatMessage(entry));
    for (Throwable thrown = entry.getThrown(); thrown != null; thrown = thrown.getCause()) {
      line.println((thrown == entry.getThrown() ? "" : "Caused by: ") + thrown);
      StackTraceElement[] frames = thrown.getStackTrace();
      Arrays.stream(frames).limit(MOST_FRAMES).forEach(frame -> line.println("\tat " + frame));
      if (frames.length > MOST_FRAMES) {
        line.println("\t... " + (frames.length - MOST_FRAMES) + " more");
      }
    }
    return text.toString();
  }
}
