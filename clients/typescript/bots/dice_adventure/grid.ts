/** An observation of Dice Adventure as cells and codes, and the cheapest paths over it. */
import { type Observation, Step } from "gamereferee-client/games/dice_adventure";

/** Column and row. */
export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** A place that can be reached, and how. */
export interface Place {
  readonly cell: Cell;
  /** Cost of the cheapest path to it; 0 where that begins. */
  cost: number;
  /** The place before it on that path and the step from there; undefined where it begins. */
  from: { place: Place; step: Step } | undefined;
}

/** The four directions in the rulebook's order (DA-2.7), and what each adds to a cell. */
export const DIRECTIONS: readonly { step: Step; dx: number; dy: number }[] = [
  { step: Step.UP, dx: 0, dy: -1 },
  { step: Step.DOWN, dx: 0, dy: 1 },
  { step: Step.LEFT, dx: -1, dy: 0 },
  { step: Step.RIGHT, dx: 1, dy: 0 },
];

const UNEXPLORED = "??";
const WALL = "##";

/** The map as a member remembers it. */
export class Grid {
  readonly #rows: readonly string[];
  readonly #width: number;
  readonly #monsters: Set<string>;

  constructor(observation: Observation) {
    this.#rows = observation.grid;
    this.#width = observation.level?.w ?? 0;
    this.#monsters = new Set(observation.monsters.map(({ x, y }) => `${x},${y}`));
  }

  /** Code of an explored cell; undefined where the map is unexplored or at its end. */
  codeAt({ x, y }: Cell): string | undefined {
    const code = this.#rows[y]?.slice(2 * x, 2 * x + 2);
    return code === UNEXPLORED || code === "" ? undefined : code;
  }

  /** Whether a cell is on the map and not known for a wall. */
  isOpen(cell: Cell): boolean {
    const isInside =
      cell.x >= 0 && cell.x < this.#width && cell.y >= 0 && cell.y < this.#rows.length;
    return isInside && this.codeAt(cell) !== WALL;
  }

  /** Whether a monster is seen in a cell. */
  hasMonster({ x, y }: Cell): boolean {
    return this.#monsters.has(`${x},${y}`);
  }

  /**
   * Find the cheapest paths from a cell to all others (Dijkstra), of equal ones the first found.
   *
   * @param costOf Cost of entering an open cell, a whole number from 1.
   * @returns All places that can be reached, in the order in which they were.
   */
  placesFrom(start: Cell, costOf: (cell: Cell) => number): Place[] {
    const first: Place = { cell: start, cost: 0, from: undefined };
    const reached = new Map([[keyOf(start), first]]);
    const done = new Set<Place>();
    const ahead: Place[][] = [[first]]; // by cost, those of equal cost in the order of reaching
    for (let cost = 0; cost < ahead.length; cost += 1) {
      for (const place of ahead[cost] ?? []) {
        if (done.has(place)) {
          continue; // a cheaper path was found since
        }
        done.add(place);
        for (const { step, dx, dy } of DIRECTIONS) {
          const cell = { x: place.cell.x + dx, y: place.cell.y + dy };
          if (!this.isOpen(cell)) {
            continue;
          }
          const known = reached.get(keyOf(cell));
          const next = known ?? { cell, cost: Number.POSITIVE_INFINITY, from: undefined };
          const total = cost + costOf(cell);
          if (total < next.cost) {
            next.cost = total;
            next.from = { place, step };
            reached.set(keyOf(cell), next);
            ahead[total] ??= [];
            ahead[total].push(next);
          }
        }
      }
    }
    return [...reached.values()];
  }
}

/** Places of the path to a place, in order, without where it begins. */
export function pathTo(goal: Place): Place[] {
  const path: Place[] = [];
  for (let place = goal; place.from !== undefined; place = place.from.place) {
    path.unshift(place);
  }
  return path;
}

function keyOf({ x, y }: Cell): string {
  return `${x},${y}`;
}
