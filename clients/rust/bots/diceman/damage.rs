//! Expected damage of one round of Diceman, exactly (DM-11.2).
//!
//! It follows the closed form of DM-5.12 and works on sums over one or two dice at a time, never
//! over all rolls, so that it is quick for dice of any size. Deaths are ignored, as the table of the
//! rulebook does.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use referee_client::games::diceman::v1::{Config, MagicScope};

const MAGIC: usize = 0;
const PRIORITY: usize = 1;
const SWORD: usize = 2;
const SHIELD: usize = 3;
/// Die ids of each combination, by combination id (DM-3.2).
pub const COMBOS: [[usize; 2]; 6] = [
    [MAGIC, PRIORITY],
    [MAGIC, SWORD],
    [MAGIC, SHIELD],
    [PRIORITY, SWORD],
    [PRIORITY, SHIELD],
    [SWORD, SHIELD],
];

/// Expected net damage of the row's combination against the column's, all on one scale: whole
/// numbers keep ties what they are, and those of the largest dice need more than 64 bits.
pub type Table = [[i128; 6]; 6];

/// What of a match's config decides a round (DM-2.1).
struct Dice {
    /// Sides by die id, each 1 to 100.
    sides: [i128; 4],
    /// Whether damage of earlier phases disturbs Magic (DM-5.9.5).
    is_so_far: bool,
}

/// The table of a complete config.
pub fn net_table(config: &Config) -> Table {
    let sides =
        [config.die_magic(), config.die_priority(), config.die_sword(), config.die_shield()];
    let dice =
        Dice { sides: sides.map(i128::from), is_so_far: config.magic_scope() == MagicScope::SoFar };
    // The rolls of any two combinations divide those of all dice, thrown by both.
    let all = dice.sides.iter().product::<i128>().pow(2);
    let net = |own: [usize; 2], other: [usize; 2]| {
        let rolls: i128 = own.iter().chain(&other).map(|die| dice.sides[*die]).product();
        (dice.dealt(own, other) - dice.dealt(other, own)) * (all / rolls)
    };
    COMBOS.map(|own| COMBOS.map(|other| net(own, other)))
}

impl Dice {
    /// Damage that a seat with dice `own` deals to one with dice `other`, summed over all rolls of
    /// the four dice (DM-5.12).
    fn dealt(&self, own: [usize; 2], other: [usize; 2]) -> i128 {
        let faces = |held: [usize; 2], die: usize| match held.contains(&die) {
            true => 1..=self.sides[die],
            false => 0..=0,
        };
        let (swords, shields, magics) = (faces(own, SWORD), faces(own, SHIELD), faces(own, MAGIC));
        let (their_swords, their_shields) = (faces(other, SWORD), faces(other, SHIELD));
        let their_magics = faces(other, MAGIC);

        // A sum over some dice counts once for every roll of the others.
        let [attacks, defences] =
            [count(&swords) * count(&their_shields), count(&shields) * count(&their_swords)];
        let casts = count(&magics) * count(&their_magics);
        let plain_sword = sum(&swords, &their_shields, |s, h| 0.max(s - h)) * defences * casts;
        let magic = sum(&magics, &their_magics, |m, _| m) * attacks * defences;

        let first = |lead: i128| {
            let edge_and_sword =
                sum(&swords, &their_shields, |s, h| lead.min(s) + 0.max(s - lead.min(s) - h));
            let strike = sum(&shields, &their_swords, |h, s| lead.min(h).min(s));
            edge_and_sword * defences * casts + strike * attacks * casts + magic
        };
        let second = || {
            // Who strikes first with Priority and Shield against no Sword is the only one to do no
            // harm.
            let is_disturbed = self.is_so_far && (!other.contains(&SHIELD) || own.contains(&SWORD));
            plain_sword + if is_disturbed { 0 } else { magic }
        };
        let together = || {
            // What a seat deals by sword and what it suffers by sword hang on different dice.
            let unhurt = sum(&their_swords, &shields, |s, h| i128::from(s <= h));
            let cast = sum(&magics, &their_magics, |m, _| m);
            let cast = if other.contains(&MAGIC) {
                let hurts = sum(&swords, &their_shields, |s, h| i128::from(s > h));
                let duel = sum(&magics, &their_magics, |m, n| 0.max(m - n));
                hurts * cast + (attacks - hurts) * duel
            } else {
                attacks * cast
            };
            plain_sword + unhurt * cast
        };

        let mut leads = BTreeMap::new();
        for own in faces(own, PRIORITY) {
            for other in faces(other, PRIORITY) {
                *leads.entry(own - other).or_insert(0) += 1;
            }
        }
        let damage = |lead: i128| match lead {
            1.. => first(lead),
            0 => together(),
            _ => second(),
        };
        leads.into_iter().map(|(lead, ways)| ways * damage(lead)).sum()
    }
}

fn count(faces: &RangeInclusive<i128>) -> i128 {
    faces.end() - faces.start() + 1
}

fn sum(
    some: &RangeInclusive<i128>,
    others: &RangeInclusive<i128>,
    value: impl Fn(i128, i128) -> i128,
) -> i128 {
    some.clone().map(|one| others.clone().map(|other| value(one, other)).sum::<i128>()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected net damage in the rulebook's dice; the scale is that of `net_table`.
    #[test]
    fn the_table_has_the_rulebooks_numbers() {
        let config = Config {
            die_magic: Some(4),
            die_priority: Some(6),
            die_sword: Some(8),
            die_shield: Some(10),
            ..Config::default()
        };
        let (table, scale) = (net_table(&config), (4_i128 * 6 * 8 * 10).pow(2));
        assert_eq!(table[5][1], 69 * scale / 20, "DM-11.8: SH against MS");
        assert_eq!(table[1][0], 9 * scale / 2, "DM-11.8: MS against MP");
        assert_eq!(table[0][2], 0, "DM-11.8: MP against MH");
        for (own, other) in (0..36).map(|entry| (entry / 6, entry % 6)) {
            assert_eq!(table[own][other], -table[other][own]);
        }
    }
}
