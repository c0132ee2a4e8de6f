package gamereferee.bots.dice_adventure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.InvalidProtocolBufferException;
import gamereferee.bots.Vectors;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Action;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Observation;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GreedyBotTest {
  static Stream<Vectors.Position> positions() {
    return Vectors.greedy("dice_adventure");
  }

  @ParameterizedTest
  @MethodSource("positions")
  void playsAsAllGreedyBotsDo(Vectors.Position position) throws InvalidProtocolBufferException {
    Observation observation = Observation.parseFrom(position.observation());
    assertEquals(Action.parseFrom(position.action()), GreedyBot.act(observation));
  }
}
