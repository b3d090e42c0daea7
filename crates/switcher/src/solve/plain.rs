//! The best turn by walking every line of play: slow, obvious, the measure of the fast one.

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof};

use super::{BestTurn, Step, Turn};
use crate::board::{Board, Color};
use crate::figures::official;

/// The best turn; *impossible* when no own figure can be claimed.
pub fn best_turn(turn: &Turn, budget: &Budget) -> Answer<BestTurn> {
    let mut walk = Walk { turn, meter: budget.meter(), line: Vec::new(), best: Vec::new(), min_moves: None };
    let finished = walk.go_on(&turn.board, turn.forbidden);
    let nodes = walk.meter.nodes();
    // Lines are walked depth first: until all are, a shorter way to a first claim may be left.
    let min_moves = finished.ok().and(walk.min_moves);
    let best = walk.min_moves.map(|_| BestTurn { discards: claims(&walk.best), min_moves, line: walk.best });
    let outcome = match (finished, best) {
        (Err(stop), best) => Outcome::GaveUp { stop, best, lower_bound: None },
        (Ok(()), None) => Outcome::Impossible,
        (Ok(()), Some(solution)) => Outcome::Solved { solution, proof: Proof::Optimal },
    };
    Answer { outcome, engine: "plain", nodes }
}

struct Walk<'a> {
    turn: &'a Turn,
    meter: Meter<'a>,
    line: Vec<Step>,
    best: Vec<Step>,
    min_moves: Option<usize>,
}

impl Walk<'_> {
    fn go_on(&mut self, board: &Board, forbidden: Option<Color>) -> Result<(), Stop> {
        self.meter.tick()?;
        for found in official(board).filter(|found| Some(found.color) != forbidden) {
            let held = self.turn.figures.iter().filter(|&&figure| figure == found.figure).count();
            let claimed =
                self.line.iter().filter(|step| matches!(step, Step::Claim(figure, ..) if *figure == found.figure));
            if claimed.count() < held {
                self.line.push(Step::Claim(found.figure, found.color, found.cells));
                self.remember();
                self.go_on(board, Some(found.color))?;
                self.line.pop();
            }
        }
        let mut tried = Vec::new();
        for &card in &self.turn.cards {
            let held = self.turn.cards.iter().filter(|&&other| other == card).count();
            let played = self.line.iter().filter(|step| matches!(step, Step::Swap(other, _) if *other == card)).count();
            if played == held || tried.contains(&card) {
                continue;
            }
            tried.push(card);
            for swap in card.swaps(self.turn.mov7).into_iter().filter(|&swap| board.differs(swap)) {
                self.line.push(Step::Swap(card, swap));
                self.go_on(&board.swapped(swap), forbidden)?;
                self.line.pop();
            }
        }
        Ok(())
    }

    /// Keeps the line if it claims more than the best, or as many with fewer cards.
    fn remember(&mut self) {
        let swaps = |line: &[Step]| line.len() - claims(line);
        let moves = swaps(&self.line);
        self.min_moves = Some(self.min_moves.map_or(moves, |fewest| fewest.min(moves)));
        let better = (claims(&self.line), swaps(&self.best)) > (claims(&self.best), moves);
        if better || self.best.is_empty() {
            self.best.clone_from(&self.line);
        }
    }
}

fn claims(line: &[Step]) -> usize {
    line.iter().filter(|step| matches!(step, Step::Claim(..))).count()
}
