/**
 * Expected damage of one round of Diceman, exactly (DM-11.2).
 *
 * A table for bots that choose by it. It follows the closed form of DM-5.12 and works on sums over
 * one or two dice at a time, never over all rolls, so that it is quick for dice of any size. Deaths
 * are ignored, as the table of the rulebook does.
 */
import { type Config, MagicScope } from "gamereferee-client/games/diceman";

const [MAGIC, PRIORITY, SWORD, SHIELD] = [0, 1, 2, 3] as const;

/** Die ids of each combination, by combination id (DM-3.2). */
export const COMBOS: readonly (readonly [number, number])[] = [
  [MAGIC, PRIORITY],
  [MAGIC, SWORD],
  [MAGIC, SHIELD],
  [PRIORITY, SWORD],
  [PRIORITY, SHIELD],
  [SWORD, SHIELD],
];

type Combo = (typeof COMBOS)[number];

/** One entry for each pair of combinations. */
export type Table = readonly (readonly bigint[])[];

const tables = new Map<string, Table>();

/**
 * Expected net damage of the row's combination against the column's, all entries multiplied by the
 * same number that makes them whole.
 *
 * @param config A complete config.
 */
export function netTable(config: Config): Table {
  const { dieMagic = 4, diePriority = 6, dieSword = 8, dieShield = 10 } = config;
  const sides = [dieMagic, diePriority, dieSword, dieShield];
  const isSoFar = config.magicScope === MagicScope.SO_FAR;
  const key = `${sides} ${isSoFar}`;
  const table = tables.get(key) ?? makeTable(sides, isSoFar);
  tables.set(key, table);
  return table;
}

function makeTable(sides: readonly number[], isSoFar: boolean): Table {
  const allSides = sides.reduce((product, side) => product * BigInt(side), 1n);
  const net = (own: Combo, other: Combo) => {
    // Both sums are over the same rolls, of which there are at most 100 ** 4.
    const sum = dealt(sides, isSoFar, own, other) - dealt(sides, isSoFar, other, own);
    const rolls = [...own, ...other].reduce((product, die) => product * (sides[die] ?? 1), 1);
    return BigInt(sum) * ((allSides * allSides) / BigInt(rolls));
  };
  return COMBOS.map((own) => COMBOS.map((other) => net(own, other)));
}

/** Damage that dice `own` deal to dice `other`, summed over all rolls (DM-5.12). */
function dealt(sides: readonly number[], isSoFar: boolean, own: Combo, other: Combo): number {
  const faces = (held: Combo, die: number) =>
    held.includes(die) ? Array.from({ length: sides[die] ?? 0 }, (_, i) => i + 1) : [0];
  // Attack, defence and magic hang on different dice: a sum over rolls is a product of sums.
  const attack = pairs(faces(own, SWORD), faces(other, SHIELD));
  const defence = pairs(faces(own, SHIELD), faces(other, SWORD));
  const magic = pairs(faces(own, MAGIC), faces(other, MAGIC));
  const priority = pairs(faces(own, PRIORITY), faces(other, PRIORITY));

  const plainSword = sum(attack, (s, h) => Math.max(0, s - h)) * defence.length * magic.length;
  const allMagic = sum(magic, (m) => m);
  const plainMagic = allMagic * attack.length * defence.length;

  const first = (lead: number) => {
    const edgeAndSword = sum(attack, (s, h) => {
      const edge = Math.min(lead, s);
      return edge + Math.max(0, s - edge - h);
    });
    const strike = sum(defence, (h, s) => Math.min(lead, h, s));
    const both = edgeAndSword * defence.length + strike * attack.length;
    return both * magic.length + plainMagic;
  };
  // Who strikes first with Priority and Shield against no Sword is the only one to do no harm.
  const isDisturbed = isSoFar && (!other.includes(SHIELD) || own.includes(SWORD));
  const second = plainSword + (isDisturbed ? 0 : plainMagic);

  const calm = defence.length - sum(defence, (h, s) => Number(s > h));
  const hurts = other.includes(MAGIC) ? sum(attack, (s, h) => Number(s > h)) : attack.length;
  const duel = sum(magic, (m, n) => Math.max(0, m - n));
  const together = plainSword + calm * (hurts * allMagic + (attack.length - hurts) * duel);

  const leads = new Map<number, number>();
  for (const [p, q] of priority) {
    leads.set(p - q, (leads.get(p - q) ?? 0) + 1);
  }
  return [...leads].reduce((total, [lead, count]) => {
    const damage = lead > 0 ? first(lead) : lead < 0 ? second : together;
    return total + count * damage;
  }, 0);
}

type Pair = readonly [number, number];

function pairs(first: readonly number[], second: readonly number[]): Pair[] {
  return first.flatMap((a) => second.map((b): Pair => [a, b]));
}

function sum(rolls: readonly Pair[], value: (a: number, b: number) => number): number {
  return rolls.reduce((total, [a, b]) => total + value(a, b), 0);
}
