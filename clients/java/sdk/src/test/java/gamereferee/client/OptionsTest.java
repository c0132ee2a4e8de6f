package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  private static final Options DEFAULTS =
      new Options(
          "there:1",
          List.of("a"),
          null,
          null,
          Duration.ofSeconds(60),
          64,
          false,
          false,
          false,
          Level.INFO);

  private static final Map<String, String> PLACE =
      Map.of("REFEREE_ADDRESS", "there:1", "REFEREE_TOKENS", "a");

  @Test
  void takesEverythingFromTheEnvironment() throws Options.WrongFlags {
    Options options =
        Options.parse(
            List.of(),
            Map.of(
                "REFEREE_ADDRESS", "unix:/r.sock",
                "REFEREE_TOKENS", "a, b,,c",
                "REFEREE_CA", "roots.pem",
                "REFEREE_NAME", "me",
                "REFEREE_PATIENCE", "2.5",
                "REFEREE_THREADS", "8",
                "REFEREE_STRICT", "1",
                "REFEREE_PLAIN_TURNS", "1",
                "REFEREE_STAY", "1",
                "REFEREE_LOG_LEVEL", "error"));
    assertEquals(
        new Options(
            "unix:/r.sock",
            List.of("a", "b", "c"),
            Path.of("roots.pem"),
            "me",
            Duration.ofMillis(2500),
            8,
            true,
            true,
            true,
            Level.SEVERE),
        options);
  }

  @Test
  void takesFlagsBeforeVariablesInBothForms() throws Options.WrongFlags {
    Options options =
        Options.parse(
            List.of(
                "--address=here:2",
                "--token",
                "x",
                "--token=y=z",
                "--name",
                "flag",
                "--patience=0",
                "--threads=1024",
                "--strict",
                "--plain-turns",
                "--stay",
                "--log-level",
                "debug",
                "--ca=c.pem"),
            Map.of(
                "REFEREE_ADDRESS", "there:1",
                "REFEREE_TOKENS", "a",
                "REFEREE_NAME", "variable",
                "REFEREE_PATIENCE", "9",
                "REFEREE_THREADS", "1",
                "REFEREE_LOG_LEVEL", "error"));
    assertEquals(
        new Options(
            "here:2",
            List.of("x", "y=z"),
            Path.of("c.pem"),
            "flag",
            Duration.ZERO,
            1024,
            true,
            true,
            true,
            Level.FINE),
        options);
  }

  @Test
  void hasDefaultsForTheRest() throws Options.WrongFlags {
    Options options = Options.parse(List.of(), PLACE);
    assertEquals(DEFAULTS, options);
  }

  @Test
  void takesEmptyVariablesForAbsentOnes() throws Options.WrongFlags {
    Options options =
        Options.parse(
            List.of("--address=there:1", "--token=a"),
            Map.of("REFEREE_CA", "", "REFEREE_STRICT", "", "REFEREE_PATIENCE", ""));
    assertEquals(DEFAULTS, options);
  }

  @Test
  void readsTokensFromStandardInputForADash() throws Options.WrongFlags {
    Map<String, String> environment = Map.of("REFEREE_ADDRESS", "there:1", "REFEREE_TOKENS", "-");
    assertTrue(Options.parse(List.of(), environment).readsTokens());
    assertFalse(Options.parse(List.of(), PLACE).readsTokens());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--colour=red | unknown flag '--colour'",
        "extra | unknown flag 'extra'",
        "--token | --token needs a value",
        "--strict=1 | --strict takes no value, not '1'",
        "--plain-turns=1 | --plain-turns takes no value, not '1'",
        "--patience=-1 | --patience must be seconds from 0 to 1e9, not '-1'",
        "--patience=soon | --patience must be seconds from 0 to 1e9, not 'soon'",
        "--patience=NaN | --patience must be seconds from 0 to 1e9, not 'NaN'",
        "--threads=0 | --threads must be a whole number from 1 to 1,024, not '0'",
        "--threads=1025 | --threads must be a whole number from 1 to 1,024, not '1025'",
        "--threads=2.5 | --threads must be a whole number from 1 to 1,024, not '2.5'",
        "--log-level=loud | --log-level must be debug, info, warning or error, not 'loud'",
        "--token= | no seat to play: give --token or REFEREE_TOKENS",
        "--address= | no referee to play at: give --address or REFEREE_ADDRESS",
      })
  void saysWhichFlagIsWrong(String flag, String says) {
    var thrown = assertThrows(Options.WrongFlags.class, () -> Options.parse(List.of(flag), PLACE));
    assertEquals(says, thrown.getMessage());
  }

  @Test
  void wantsAnAddressTokensAndAShortName() {
    assertSays(
        "no referee to play at: give --address or REFEREE_ADDRESS", List.of("--token=a"), Map.of());
    assertSays(
        "no seat to play: give --token or REFEREE_TOKENS",
        List.of("--address=there:1"),
        Map.of("REFEREE_TOKENS", " , "));
    assertSays(
        "the token - means one a line on standard input: no other can stand beside it",
        List.of("--token=-", "--token=a"),
        PLACE);
    assertSays(
        "--name must be of at most 100 characters, not '%s'".formatted("x".repeat(101)),
        List.of("--name=" + "x".repeat(101)),
        PLACE);
    assertSays(
        "REFEREE_STRICT must be 1, 0 or empty, not 'yes'",
        List.of("--address=there:1", "--token=a"),
        Map.of("REFEREE_STRICT", "yes"));
    assertSays(
        "REFEREE_PLAIN_TURNS must be 1, 0 or empty, not 'yes'",
        List.of("--address=there:1", "--token=a"),
        Map.of("REFEREE_PLAIN_TURNS", "yes"));
  }

  private static void assertSays(
      String says, List<String> arguments, Map<String, String> environment) {
    var thrown =
        assertThrows(Options.WrongFlags.class, () -> Options.parse(arguments, environment));
    assertEquals(says, thrown.getMessage());
  }
}
