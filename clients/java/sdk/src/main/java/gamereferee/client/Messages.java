package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.ProtocolMessageEnum;
import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.client.RefereeClientException.UnknownMessageException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Game messages in and out of {@code google.protobuf.Any}.
 *
 * <p>The protocol names no game: observations, events, configs and actions travel as {@code Any}.
 * Here the type URL finds the generated class, by name the first time a message is met. A game
 * whose classes have other names is found once they have been made {@link #known}.
 */
final class Messages {
  /** Most bytes of an action that a referee takes. */
  private static final int MAX_ACTION_BYTES = 65_536;

  private static final Pattern BUNDLED =
      Pattern.compile("(gamereferee\\.games\\.([a-z][a-z0-9_]*)\\.v[0-9]+)\\.([A-Za-z0-9_.]+)");

  private static final Map<String, Parser<? extends Message>> PARSERS = new ConcurrentHashMap<>();

  private Messages() {}

  /**
   * Unwraps a message as its generated class.
   *
   * @throws UnknownMessageException there is no class for its type
   * @throws ProtocolException its bytes are not what its type says
   */
  static Message unpack(Any wrapped) {
    String url = wrapped.getTypeUrl();
    Parser<? extends Message> parser = PARSERS.get(url);
    if (parser == null) { // not computeIfAbsent, which locks even when it finds
      String name = url.substring(url.lastIndexOf('/') + 1);
      parser = find(name);
      PARSERS.put(url, parser);
    }
    try {
      return parser.parseFrom(wrapped.getValue());
    } catch (InvalidProtocolBufferException error) {
      throw new ProtocolException(
          "can't read %d bytes as %s".formatted(wrapped.getValue().size(), url), error);
    }
  }

  /** Makes a class of an author's own known, wherever it was generated. */
  static void known(Class<? extends Message> type) {
    Message instance = defaultInstance(type);
    if (instance != null) {
      PARSERS.put(Any.pack(instance).getTypeUrl(), instance.getParserForType());
    }
  }

  /**
   * The game that a message belongs to, such as {@code diceman}; null if its package names none.
   */
  static String gameOf(Class<? extends Message> type) {
    Message instance = defaultInstance(type);
    if (instance == null) {
      return null;
    }
    Matcher found = BUNDLED.matcher(instance.getDescriptorForType().getFullName());
    return found.matches() ? found.group(2) : null;
  }

  /**
   * Full name of the Action that answers an observation: the one beside it in its package.
   *
   * @return the name; null if the observation is not called Observation
   */
  static String actionOf(Message observation) {
    String name = observation.getDescriptorForType().getFullName();
    String around = name.substring(0, name.lastIndexOf('.') + 1);
    return name.equals(around + "Observation") ? around + "Action" : null;
  }

  /**
   * Why the referee would refuse a message as an answer; null if nothing is known against it.
   *
   * @param type full name of the game's Action; null if unknown
   */
  static String actionProblem(Message action, String type) {
    String own = action.getDescriptorForType().getFullName();
    if (type != null && !type.equals(own)) {
      return "an answer must be a %s, not a %s".formatted(type, own);
    }
    int bytes = action.getSerializedSize();
    if (bytes > MAX_ACTION_BYTES) {
      return String.format(
          Locale.ROOT, "an answer of %,d bytes, and %,d are allowed", bytes, MAX_ACTION_BYTES);
    }
    return null;
  }

  /** A duration of the wire in Java's own type. */
  static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }

  /**
   * Name of a wire enum's value without its prefix, such as {@code LATE}.
   *
   * @param value the value; UNRECOGNIZED for a number this version does not know
   * @param number its number on the wire
   * @param prefix what all names of the enum begin with
   */
  static String enumName(ProtocolMessageEnum value, int number, String prefix) {
    String name = value.toString();
    return name.startsWith(prefix) ? name.substring(prefix.length()) : Integer.toString(number);
  }

  private static Parser<? extends Message> find(String name) {
    Matcher bundled = BUNDLED.matcher(name);
    if (bundled.matches()) {
      String inside = bundled.group(3).replace('.', '$');
      // protoc names the class around a file's messages by the file, or so where that is taken.
      String around = bundled.group(1) + "." + camelCase(bundled.group(2));
      for (String outer : List.of(around + "$", around + "OuterClass$", bundled.group(1) + ".")) {
        try {
          Message instance =
              defaultInstance(Class.forName(outer + inside).asSubclass(Message.class));
          return instance.getParserForType();
        } catch (ClassNotFoundException error) {
          continue;
        }
      }
    }
    throw new UnknownMessageException(name);
  }

  /** The empty message of a generated class; null for what is none, such as {@code Message}. */
  private static Message defaultInstance(Class<? extends Message> type) {
    try {
      return (Message) type.getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException error) {
      return null;
    }
  }

  private static String camelCase(String name) {
    StringBuilder result = new StringBuilder();
    for (String word : name.split("_")) {
      result.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return result.toString();
  }
}
