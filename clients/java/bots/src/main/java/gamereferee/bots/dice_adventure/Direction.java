package gamereferee.bots.dice_adventure;

import gamereferee.games.dice_adventure.v1.DiceAdventure.Step;

/** The ways to step, in the rulebook's order (DA-2.7). */
enum Direction {
  UP(0, -1, Step.STEP_UP),
  DOWN(0, 1, Step.STEP_DOWN),
  LEFT(-1, 0, Step.STEP_LEFT),
  RIGHT(1, 0, Step.STEP_RIGHT);

  final int dx;
  final int dy;
  final Step step;

  Direction(int dx, int dy, Step step) {
    this.dx = dx;
    this.dy = dy;
    this.step = step;
  }
}
