package gamereferee.client;

import com.google.protobuf.Message;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** What the types of a bot tell: which observations it takes, and whether it wants events. */
final class BotTypes {
  private BotTypes() {}

  /** A function dressed as a bot, with the type that a lambda forgets. */
  record FunctionBot<O extends Message, A extends Message>(Class<O> observation, Bot<O, A> function)
      implements Bot<O, A> {
    @Override
    public A act(O observation, Turn turn) throws Exception {
      return function.act(observation, turn);
    }
  }

  /**
   * Gives all seats the same bot.
   *
   * @param bot the bot
   * @param seesEvents whether it can look at the events of its turns
   */
  record Shared<O extends Message, A extends Message>(Bot<O, A> bot, boolean seesEvents)
      implements Supplier<Bot<O, A>> {
    @Override
    public Bot<O, A> get() {
      return bot;
    }
  }

  /** Whether the bots that are made can look at events, as far as can be told before one is. */
  static boolean seeEvents(Supplier<? extends Bot<?, ?>> maker) {
    return !(maker instanceof Shared<?, ?> shared) || shared.seesEvents();
  }

  /** Class of the observations that a bot takes; null if its type does not tell. */
  static Class<? extends Message> observationOf(Bot<?, ?> bot) {
    return bot instanceof FunctionBot<?, ?> function
        ? function.observation()
        : observationOf(bot.getClass());
  }

  /** Whether a bot has an {@code onEvents} of its own. */
  static boolean wantsEvents(Bot<?, ?> bot) {
    try {
      return bot.getClass().getMethod("onEvents", Match.class, Message.class).getDeclaringClass()
          != Bot.class;
    } catch (NoSuchMethodException error) {
      throw new IllegalStateException("every bot has it", error);
    }
  }

  private static Class<? extends Message> observationOf(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      if (parameterized.getRawType() == Bot.class) {
        return parameterized.getActualTypeArguments()[0] instanceof Class<?> argument
            ? argument.asSubclass(Message.class)
            : null;
      }
      return observationOf(parameterized.getRawType());
    }
    if (!(type instanceof Class<?> own)) {
      return null;
    }
    List<Type> above = new ArrayList<>(Arrays.asList(own.getGenericInterfaces()));
    if (own.getGenericSuperclass() != null) {
      above.add(own.getGenericSuperclass());
    }
    return above.stream()
        .<Class<? extends Message>>map(BotTypes::observationOf)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
