package gamereferee.client;

import com.google.protobuf.Message;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** What the types of a bot tell: which observations it takes, and whether it wants events. */
final class BotTypes {
  private BotTypes() {}

  /**
   * A function dressed as a bot, with what a lambda forgets.
   *
   * @param observation the type that it takes
   * @param function the function
   * @param readsEvents whether it takes a turn besides, and so can look at events
   */
  record FunctionBot<O extends Message, A extends Message>(
      Class<O> observation, Bot<O, A> function, boolean readsEvents) implements Bot<O, A> {
    @Override
    public A act(O observation, Turn turn) throws Exception {
      return function.act(observation, turn);
    }
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
