package gamereferee.client;

import com.google.protobuf.Message;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.client.RefereeClientException.SeatException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * A bot as a process: flags and environment in, matches played, exit status out.
 *
 * <p>Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags. After SIGINT
 * and SIGTERM it is Java itself that ends the process with 130 and 143, whatever its bots are
 * thinking.
 */
public final class Run {
  private static final int FAILED = 1;
  private static final int WRONG_FLAGS = 2;
  private static final Logger LOG = Logger.getLogger("referee_client");

  private Run() {}

  /**
   * Plays until all matches have ended, with a bot of its own for each seat, and ends the process.
   *
   * @param bot makes a bot, such as {@code MyBot::new}
   * @param args those of the program
   */
  public static void run(Supplier<? extends Bot<?, ?>> bot, String... args) {
    System.exit(status(bot, List.of(args), System.getenv()));
  }

  /**
   * Plays until all matches have ended, with a function of observations, and ends the process.
   *
   * @param observation the game's Observation class
   * @param act from an observation to an action
   * @param args those of the program
   */
  public static <O extends Message, A extends Message> void run(
      Class<O> observation, Function<? super O, ? extends A> act, String... args) {
    run(Bot.<O, A>of(observation, act), args);
  }

  /**
   * Plays until all matches have ended, with a function of observations and turns, and ends the
   * process.
   *
   * @param observation the game's Observation class
   * @param act from an observation and its turn to an action
   * @param args those of the program
   */
  public static <O extends Message, A extends Message> void run(
      Class<O> observation, Bot<O, A> act, String... args) {
    run(Bot.of(observation, act), args);
  }

  /** Plays as flags and environment say; returns the exit status. */
  static int status(
      Supplier<? extends Bot<?, ?>> bot, List<String> args, Map<String, String> environment) {
    if (args.contains("--help") || args.contains("-h")) {
      System.out.println(Options.USAGE);
      System.out.flush();
      return 0;
    }
    Options options;
    try {
      options = Options.parse(args, environment);
    } catch (Options.WrongFlags error) {
      System.err.println(error.getMessage());
      System.err.println(Options.USAGE);
      return WRONG_FLAGS;
    }
    LogToStderr.from(options.logLevel());
    try {
      return play(bot, options);
    } catch (RefereeClientException error) {
      LOG.severe(error.getMessage());
    } catch (InterruptedException error) {
      LOG.severe("interrupted");
    }
    return FAILED;
  }

  private static int play(Supplier<? extends Bot<?, ?>> bot, Options options)
      throws InterruptedException {
    RefereeClient client =
        RefereeClient.builder(options.address())
            .bot(bot)
            .ca(options.ca())
            .name(options.name() == null ? program() : options.name())
            .patience(options.patience())
            .threads(options.threads())
            .strict(options.isStrict())
            .smallTurns(!options.isPlain())
            .followWorkers(!options.isStaying())
            .build();
    boolean isPlayed = true;
    try {
      if (options.readsTokens()) {
        followStdin(client);
        client.play();
      } else {
        client.play(options.tokens());
      }
    } catch (SeatException | BotException error) {
      isPlayed = false; // logged when it happened
    } catch (RefereeClientException error) {
      isPlayed = false;
      LOG.severe(error.getMessage());
    }
    if (client.botFailures() > 0) {
      LOG.severe(lastLine(client.botFailures(), client.firstBotFailure()));
    }
    return isPlayed ? 0 : FAILED;
  }

  /** How often the bots' own code failed, and where first. */
  static String lastLine(int failures, String first) {
    return failures == 1
        ? "the bot's own code failed once, in " + first
        : "the bot's own code failed " + failures + " times, the first time in " + first;
  }

  private static void followStdin(RefereeClient client) {
    Thread thread = new Thread(() -> readTokens(client), "gamereferee-tokens");
    thread.setDaemon(true); // nothing waits for the end of the input when play has failed
    thread.start();
  }

  private static void readTokens(RefereeClient client) {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          client.join(line.strip());
        }
      }
    } catch (IOException error) {
      LOG.warning("can't read tokens any longer: " + error.getMessage());
    }
    client.finish();
  }

  /** Name of the program: its main class, or its file. */
  private static String program() {
    String command = System.getProperty("sun.java.command", "bot").split(" ", 2)[0];
    if (command.endsWith(".jar")) {
      String file = Path.of(command).getFileName().toString();
      return file.substring(0, file.length() - ".jar".length());
    }
    return command.substring(command.lastIndexOf('.') + 1);
  }
}
