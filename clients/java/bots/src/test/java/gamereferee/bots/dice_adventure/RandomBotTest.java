package gamereferee.bots.dice_adventure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gamereferee.games.dice_adventure.v1.DiceAdventure.Action;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Observation;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Phase;
import gamereferee.games.dice_adventure.v1.DiceAdventure.Step;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomBotTest {
  private static Observation.Builder at(int x, int y, String... grid) {
    Observation.Builder observation =
        Observation.newBuilder().setCharacter(1).setPhase(Phase.PHASE_PLANNING);
    observation.getLevelBuilder().setW(grid[0].length() / 2).setH(grid.length);
    observation.addAllGrid(List.of(grid)).getMeBuilder().setX(x).setY(y).setAp(6);
    return observation;
  }

  @Test
  void stepsWhereNoWallIsKnown() {
    Set<Step> first = EnumSet.noneOf(Step.class);
    for (int i = 0; i < 1000; i++) {
      Action action = RandomBot.act(at(1, 0, "##..??", "##..##").build());
      assertEquals(6, action.getPlan().getStepsCount());
      first.add(action.getPlan().getSteps(0));
    }
    assertEquals(EnumSet.of(Step.STEP_DOWN, Step.STEP_RIGHT), first);
  }

  @Test
  void waitsWhereItIsWalledIn() {
    Action action = RandomBot.act(at(0, 0, "..##").build());
    assertEquals(Collections.nCopies(6, Step.STEP_WAIT), action.getPlan().getStepsList());
  }

  @Test
  void saysNothingInAPingWindow() {
    Action action = RandomBot.act(at(0, 0, "..").setPhase(Phase.PHASE_COMMUNICATION).build());
    assertTrue(action.hasPings());
    assertEquals(0, action.getPings().getPingsCount());
  }
}
