package gamereferee.bots.dice_adventure;

import gamereferee.games.dice_adventure.v1.DiceAdventure.Observation;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An observation as cells: a cell is its row times the width, plus its column. */
final class View {
  /** Code of what nobody can enter. */
  static final String WALL = "##";

  private static final String UNEXPLORED = "??";

  private final Observation observation;
  private final int width;
  private final List<String> grid;
  private final Set<Integer> monsters;

  View(Observation observation) {
    this.observation = observation;
    width = observation.getLevel().getW();
    grid = observation.getGridList();
    monsters =
        observation.getMonstersList().stream()
            .map(monster -> cell(monster.getX(), monster.getY()))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Who sees: 0 Dwarf, 1 Giant, 2 Human. */
  int member() {
    return observation.getCharacter() - 1;
  }

  /** Whether it holds its own key. */
  boolean hasKey() {
    return observation.getMembers(member()).getKey();
  }

  /** Its action points. */
  int actionPoints() {
    return observation.getMe().getAp();
  }

  /** Its own cell. */
  int at() {
    return cell(observation.getMe().getX(), observation.getMe().getY());
  }

  /** Cells on the map; they are numbered from 0. */
  int size() {
    return width * observation.getLevel().getH();
  }

  /** The cell one step away; empty if that is off the map. */
  OptionalInt next(int cell, Direction direction) {
    int x = cell % width + direction.dx;
    int y = cell / width + direction.dy;
    boolean isInside = 0 <= x && x < width && 0 <= y && y < observation.getLevel().getH();
    return isInside ? OptionalInt.of(cell(x, y)) : OptionalInt.empty();
  }

  /** Code of a cell. */
  String code(int cell) {
    int place = 2 * (cell % width);
    return grid.get(cell / width).substring(place, place + 2);
  }

  boolean isExplored(int cell) {
    return !code(cell).equals(UNEXPLORED);
  }

  boolean hasMonster(int cell) {
    return monsters.contains(cell);
  }

  /** The first explored cell of a code. */
  OptionalInt find(String code) {
    return IntStream.range(0, size()).filter(cell -> code(cell).equals(code)).findFirst();
  }

  private int cell(int x, int y) {
    return y * width + x;
  }
}
