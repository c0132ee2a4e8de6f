package gamereferee.bots.diceman;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.InvalidProtocolBufferException;
import gamereferee.bots.Vectors;
import gamereferee.client.Match;
import gamereferee.games.diceman.v1.Diceman.Action;
import gamereferee.games.diceman.v1.Diceman.Config;
import gamereferee.games.diceman.v1.Diceman.Observation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GreedyBotTest {
  static Stream<Vectors.Position> positions() {
    return Vectors.greedy("diceman");
  }

  @ParameterizedTest
  @MethodSource("positions")
  void playsAsAllGreedyBotsDo(Vectors.Position position) throws InvalidProtocolBufferException {
    GreedyBot bot = new GreedyBot();
    Config config = Config.parseFrom(position.config());
    bot.onStart(new Match("m1", 0, "diceman", 1, config, 2, null, null, null));
    Action expected = Action.parseFrom(position.action());
    assertEquals(expected, bot.act(Observation.parseFrom(position.observation()), null));
  }

  @Test
  void randomBotPicksAllSixCombinations() {
    Set<List<Integer>> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) { // missing one of six has a chance below 1e-78
      seen.add(RandomBot.act(Observation.getDefaultInstance()).getDiceList());
    }
    assertEquals(new HashSet<>(Damage.COMBOS), seen);
  }
}
