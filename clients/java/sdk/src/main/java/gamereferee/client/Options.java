package gamereferee.client;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;

/**
 * What flags and environment tell a bot's process; a flag counts more than its variable.
 *
 * @param address of the referee, as given
 * @param tokens of the seats; the single one {@code -} means standard input
 * @param ca file with the roots to trust; null means without TLS
 * @param name of the bot; null means the program's
 * @param patience how long to go on without a word from the referee
 * @param threads how many bots may think at the same time
 * @param isStrict whether the first failure of the bot's own code ends the process
 * @param isPlain whether turns in short are not asked for
 * @param isStaying whether seats do not go to workers
 * @param logLevel least severe log line
 */
record Options(
    String address,
    List<String> tokens,
    Path ca,
    String name,
    Duration patience,
    int threads,
    boolean isStrict,
    boolean isPlain,
    boolean isStaying,
    Level logLevel) {

  static final String USAGE =
      """
      flags, each with its environment variable and what holds without both:
        --address ADDRESS   unix:/path or HOST:PORT of the referee (REFEREE_ADDRESS; needed)
        --token TOKEN       token of a seat, repeatable; - reads them from standard input,
                            one a line (REFEREE_TOKENS, with commas between; needed)
        --ca FILE           PEM file with the roots to trust; given means TLS
                            (REFEREE_CA; without TLS)
        --name NAME         name in the replay (REFEREE_NAME; the program's)
        --patience SECONDS  give up after this long without the referee (REFEREE_PATIENCE; 60)
        --threads NUMBER    how many bots think at the same time, from 1 to 1,024
                            (REFEREE_THREADS; 64)
        --strict            end at the first exception in the bot's own code
                            (REFEREE_STRICT=1; log it, skip the turn and go on)
        --plain-turns       do not ask for turns in short
                            (REFEREE_PLAIN_TURNS=1; ask for them)
        --stay              do not go to the workers of a referee that has several
                            (REFEREE_STAY=1; go there)
        --log-level LEVEL   debug, info, warning or error (REFEREE_LOG_LEVEL; info)
        --help, -h          write this and end""";

  /** The token that stands for: one a line on standard input. */
  private static final String STDIN = "-";

  private static final Map<String, Level> LEVELS =
      Map.of(
          "debug", Level.FINE,
          "info", Level.INFO,
          "warning", Level.WARNING,
          "error", Level.SEVERE);

  /** Flags with one value, each with a variable of its name. */
  private static final List<String> VALUED =
      List.of("--address", "--ca", "--name", "--patience", "--threads", "--log-level");

  /** Flags without a value, each with a variable of its name that may be 1. */
  private static final List<String> SWITCHES = List.of("--strict", "--plain-turns", "--stay");

  /** Values are read as decimals up to this many seconds: more than any bot is patient. */
  private static final BigDecimal MOST_SECONDS = new BigDecimal("1e9");

  /** Wrong flags; the message says what is wrong. */
  @SuppressWarnings("serial") // nobody stores them
  static final class WrongFlags extends Exception {
    WrongFlags(String message) {
      super(message);
    }
  }

  static Options parse(List<String> arguments, Map<String, String> environment) throws WrongFlags {
    Map<String, String> values = new HashMap<>();
    List<String> tokens = new ArrayList<>();
    Set<String> switches = new HashSet<>();
    Deque<String> rest = new ArrayDeque<>(arguments);
    while (!rest.isEmpty()) {
      String[] words = rest.pop().split("=", 2);
      String flag = words[0];
      switch (flag) {
        case "--token" -> tokens.add(value(words, rest));
        default -> {
          if (SWITCHES.contains(flag)) {
            if (words.length > 1) {
              throw new WrongFlags("%s takes no value, not '%s'".formatted(flag, words[1]));
            }
            switches.add(flag);
          } else if (VALUED.contains(flag)) {
            values.put(flag, value(words, rest));
          } else {
            throw new WrongFlags("unknown flag '%s'".formatted(flag));
          }
        }
      }
    }
    for (String flag : SWITCHES) {
      if (isOn(variable(flag), environment)) {
        switches.add(flag);
      }
    }
    for (String flag : VALUED) {
      String given = environment.get(variable(flag));
      if (given != null && !given.isEmpty()) {
        values.putIfAbsent(flag, given);
      }
    }
    if (tokens.isEmpty()) {
      Arrays.stream(environment.getOrDefault("REFEREE_TOKENS", "").split(","))
          .map(String::strip)
          .filter(token -> !token.isEmpty())
          .forEach(tokens::add);
    }
    return checked(values, tokens, switches);
  }

  private static Options checked(
      Map<String, String> values, List<String> tokens, Set<String> switches) throws WrongFlags {
    String address = values.getOrDefault("--address", "");
    if (address.isEmpty()) {
      throw new WrongFlags("no referee to play at: give --address or REFEREE_ADDRESS");
    }
    if (tokens.isEmpty() || tokens.contains("")) {
      throw new WrongFlags("no seat to play: give --token or REFEREE_TOKENS");
    }
    if (tokens.contains(STDIN) && tokens.size() > 1) {
      throw new WrongFlags(
          "the token - means one a line on standard input: no other can stand beside it");
    }
    String name = values.get("--name");
    if (name != null && name.codePointCount(0, name.length()) > Conversation.MAX_NAME) {
      throw new WrongFlags(
          "--name must be of at most %d characters, not '%s'"
              .formatted(Conversation.MAX_NAME, name));
    }
    String ca = values.getOrDefault("--ca", "");
    String level = values.getOrDefault("--log-level", "info").toLowerCase(Locale.ROOT);
    if (!LEVELS.containsKey(level)) {
      throw new WrongFlags(
          "--log-level must be debug, info, warning or error, not '%s'".formatted(level));
    }
    return new Options(
        address,
        List.copyOf(tokens),
        ca.isEmpty() ? null : Path.of(ca),
        name,
        seconds(values.get("--patience")),
        threads(values.get("--threads")),
        switches.contains("--strict"),
        switches.contains("--plain-turns"),
        switches.contains("--stay"),
        LEVELS.get(level));
  }

  /** Whether tokens come on standard input. */
  boolean readsTokens() {
    return tokens.equals(List.of(STDIN));
  }

  private static boolean isOn(String variable, Map<String, String> environment) throws WrongFlags {
    String text = environment.getOrDefault(variable, "");
    if (!List.of("", "0", "1").contains(text)) {
      throw new WrongFlags("%s must be 1, 0 or empty, not '%s'".formatted(variable, text));
    }
    return text.equals("1");
  }

  private static String value(String[] words, Deque<String> rest) throws WrongFlags {
    if (words.length > 1) {
      return words[1];
    }
    if (rest.isEmpty()) {
      throw new WrongFlags("%s needs a value".formatted(words[0]));
    }
    return rest.pop();
  }

  private static String variable(String flag) {
    return "REFEREE_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private static int threads(String text) throws WrongFlags {
    if (text == null) {
      return BotPool.THREADS;
    }
    try {
      int threads = Integer.parseInt(text.strip());
      if (1 <= threads && threads <= BotPool.MOST_THREADS) {
        return threads;
      }
    } catch (NumberFormatException error) {
      // refused below, as a number out of bounds is
    }
    throw new WrongFlags(
        "--threads must be a whole number from 1 to 1,024, not '%s'".formatted(text));
  }

  private static Duration seconds(String text) throws WrongFlags {
    if (text == null) {
      return Retry.PATIENCE;
    }
    try {
      BigDecimal seconds = new BigDecimal(text.strip());
      if (seconds.signum() >= 0 && seconds.compareTo(MOST_SECONDS) <= 0) {
        return Duration.ofNanos(seconds.movePointRight(9).longValue());
      }
    } catch (NumberFormatException error) {
      // told below, as a number out of bounds is
    }
    throw new WrongFlags("--patience must be seconds from 0 to 1e9, not '%s'".formatted(text));
  }
}
