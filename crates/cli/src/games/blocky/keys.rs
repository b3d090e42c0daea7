//! Playing by keys: a cursor on the board, a level, and a key for each action.
//!
//! [`Hand`] is what the keys move and knows no terminal; [`run`] gives it a screen and a keyboard.

use std::io::Write as _;
use std::path::PathBuf;

use azulejo_blocky::board::{Board, Path};
use azulejo_blocky::draw;
use azulejo_blocky::layout::select_nearest;
use azulejo_blocky::position::Position;
use azulejo_blocky::rules::{Action, Motion, Move};
use azulejo_core::budget::Budget;
use azulejo_core::game::Status;
use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;
use azulejo_core::record::Session;
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_core::scene::{Emphasis, Outline, Scene, Stroke, Style};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::{cursor, execute, terminal};

use super::table::bot_of;
use crate::failure::{Exit, Failure, Reply};
use crate::options::Common;
use crate::output::{print, write_file};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Left,
    Right,
    Up,
    Down,
    Larger,
    Smaller,
    Motion(Motion),
    Smash,
    Paint,
    Combine,
    Pass,
    Undo,
    Redo,
    Hint,
    Quit,
}

fn key_of(event: KeyEvent) -> Option<Key> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char('c') if control => Key::Quit,
        _ if control => return None,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp | KeyCode::Char('w' | '-') => Key::Larger,
        KeyCode::PageDown | KeyCode::Char('s' | '+') => Key::Smaller,
        KeyCode::Char('d') => Key::Motion(Motion::RotateClockwise),
        KeyCode::Char('a') => Key::Motion(Motion::RotateCounterclockwise),
        KeyCode::Char('q') => Key::Motion(Motion::SwapHorizontal),
        KeyCode::Char('e') => Key::Motion(Motion::SwapVertical),
        KeyCode::Char(' ') => Key::Smash,
        KeyCode::Char('p') => Key::Paint,
        KeyCode::Char('c') => Key::Combine,
        KeyCode::Tab => Key::Pass,
        KeyCode::Char('u') => Key::Undo,
        KeyCode::Char('r') => Key::Redo,
        KeyCode::Char('h') => Key::Hint,
        KeyCode::Esc | KeyCode::Char('x') => Key::Quit,
        _ => return None,
    })
}

const KEYS: [&str; 2] = [
    "arrows move   w larger   s smaller   d a rotate   q e swap   space smash",
    "p paint   c combine   tab pass (rules of 2020)   u undo   r redo   h hint   x quit",
];

/// A game and the place a person points at.
struct Hand {
    session: Session,
    bots: Vec<String>,
    budget: Budget,
    /// Column and row of the unit cell pointed at.
    cell: (usize, usize),
    level: u8,
    message: String,
}

impl Hand {
    fn new(session: Session, bots: Vec<String>, budget: Budget) -> Result<Self, Failure> {
        let mut hand = Self { session, bots, budget, cell: (0, 0), level: 1, message: String::new() };
        hand.bots_move()?;
        Ok(hand)
    }

    fn position(&self) -> Result<Position, Problem> {
        serde_json::from_value(self.session.position().clone()).map_err(|error| Problem::new(error.to_string()))
    }

    fn selected(&self, board: &Board) -> Path {
        let (column, row) = self.cell;
        select_nearest(board, board.side() as u32, column as i64, row as i64, self.level)
    }

    /// Does what a key asks for; says whether to go on.
    fn press(&mut self, key: Key) -> Result<Next, Failure> {
        let position = self.position()?;
        let board = &position.board;
        let path = self.selected(board);
        let side = board.side_of(path);
        let (left, top) = (path.corner().0 * side, path.corner().1 * side);
        let last = board.side() - 1;
        self.message.clear();
        match key {
            Key::Left => self.cell.0 = left.saturating_sub(1),
            Key::Right => self.cell.0 = (left + side).min(last),
            Key::Up => self.cell.1 = top.saturating_sub(1),
            Key::Down => self.cell.1 = (top + side).min(last),
            Key::Larger => self.level = path.level().saturating_sub(1),
            Key::Smaller => self.level = (path.level() + 1).min(board.depth()),
            Key::Motion(motion) => self.play(Move::motion(motion, path))?,
            Key::Smash => self.play(Move { action: Action::Smash, path })?,
            Key::Combine => self.play(Move { action: Action::Combine, path })?,
            Key::Pass => self.play(Move::PASS)?,
            Key::Paint => {
                let color = position.to_move().map(|seat| position.seats()[seat].aim.color);
                if let Some(color) = color {
                    self.play(Move { action: Action::Paint(color), path })?;
                }
            }
            Key::Undo => self.undo()?,
            Key::Redo => {
                self.message =
                    self.session.redo().map_or("nothing to redo".to_owned(), |action| format!("again: {action}"));
            }
            Key::Hint => self.hint(board)?,
            Key::Quit => return Ok(Next::Quit),
        }
        Ok(Next::GoOn)
    }

    fn play(&mut self, wanted: Move) -> Result<(), Failure> {
        match self.session.play(&wanted.to_string()) {
            Ok(()) => self.message = wanted.to_string(),
            Err(problem) => {
                self.message = problem.message;
                return Ok(());
            }
        }
        self.bots_move()
    }

    fn bots_move(&mut self) -> Result<(), Failure> {
        while let Some(bot) = self.bot_to_move()? {
            let Some(choose) = self.session.game().choose else { break };
            let Some(action) = choose(self.session.position(), &bot, &mut Random::new(0), &self.budget)? else { break };
            self.session.play(&action)?;
            let before = if self.message.is_empty() { String::new() } else { format!("{}   ", self.message) };
            self.message = format!("{before}{bot}: {action}");
        }
        Ok(())
    }

    fn bot_to_move(&self) -> Result<Option<String>, Failure> {
        let Status::Playing { player } = self.session.status()? else { return Ok(None) };
        Ok(bot_of(self.bots.get(player).map_or("", String::as_str)))
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken = Vec::new();
        while let Some(action) = self.session.undo() {
            taken.push(action.to_owned());
            // A computer player would only move again.
            if self.bot_to_move()?.is_none() {
                break;
            }
        }
        self.message = taken.last().map_or("nothing to undo".to_owned(), |action| format!("took back {action}"));
        Ok(())
    }

    fn hint(&mut self, board: &Board) -> Result<(), Failure> {
        let Some(hint) = self.session.game().hint else { return Ok(()) };
        let Outcome::Solved { solution, .. } = hint(self.session.position(), &self.budget)? else {
            self.message.push_str("no hint");
            return Ok(());
        };
        let first = solution.line.first().cloned().unwrap_or_default();
        if let Ok(Move { path, .. }) = first.parse() {
            let side = board.side_of(path);
            self.cell = (path.corner().0 * side, path.corner().1 * side);
            self.level = path.level();
        }
        self.message = format!("hint: {first}, {}", solution.reason);
        Ok(())
    }

    fn scene(&self) -> Result<Scene, Failure> {
        let position = self.position()?;
        let path = self.selected(&position.board);
        let cells = draw::cells_of(&position.board, path);
        let mut scene = draw::position(&position);
        if scene.outlines.is_empty() {
            // Too deep for frames: everything else steps back.
            for tile in &mut scene.tiles {
                tile.emphasis = if cells.contains(&tile.cell) { Emphasis::Strong } else { Emphasis::Faded };
            }
        } else {
            scene.outlines.push(Outline { cells, stroke: Stroke::Highlight });
        }
        scene.caption.push(format!("block {path}   {}", self.message).trim_end().to_owned());
        Ok(scene)
    }

    fn screen(&self, style: &Style, depth: Depth) -> Result<String, Failure> {
        Ok(format!("{}{}\n", ansi(&self.scene()?, style, depth), KEYS.join("\n")))
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// The terminal as it was, whatever happens in between.
struct Screen;

impl Screen {
    fn open() -> std::io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(std::io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn show(text: &str) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        execute!(out, cursor::MoveTo(0, 0))?;
        // In raw mode a line feed does not go back to the left; each line clears what was there.
        out.write_all(text.replace('\n', "\u{1b}[K\r\n").as_bytes())?;
        execute!(out, terminal::Clear(terminal::ClearType::FromCursorDown))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing better can be done when even this fails.
        let _ = execute!(std::io::stdout(), terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// Plays until the game is over or somebody leaves.
pub(super) fn run(session: Session, bots: Vec<String>, save: Option<&PathBuf>, common: &Common) -> Reply {
    let mut hand = Hand::new(session, bots, common.plain_budget())?;
    let cannot = |error: std::io::Error| Failure::from(Problem::new(format!("the terminal cannot be used: {error}")));
    {
        let _screen = Screen::open().map_err(cannot)?;
        loop {
            if let Some(file) = save {
                write_file(file, format!("{}\n", hand.session.record()).as_bytes())?;
            }
            Screen::show(&hand.screen(&common.style(), common.depth())?).map_err(cannot)?;
            let Event::Key(event) = read().map_err(cannot)? else { continue };
            let key = if event.kind == KeyEventKind::Release { None } else { key_of(event) };
            if key.map(|key| hand.press(key)).transpose()? == Some(Next::Quit) {
                break;
            }
        }
    }
    let text = match hand.session.status()? {
        Status::Won { player } => format!("player {} has won\n", player + 1),
        _ => "the game is not over; go on with its record:\n".to_owned(),
    };
    print(&format!("{text}{}\n", hand.session.record()))?;
    Ok(Exit::Answered)
}

#[cfg(test)]
mod tests {
    use azulejo_blocky::ENTRY;
    use azulejo_core::id::Id;

    use super::*;

    fn hand(id: &str, bots: &[&str]) -> Hand {
        let id: Id = id.parse().unwrap();
        let bots = bots.iter().map(ToString::to_string).collect();
        Hand::new(Session::begin(&ENTRY, id).unwrap(), bots, Budget::unlimited()).unwrap()
    }

    fn selected(hand: &Hand) -> String {
        hand.selected(&hand.position().unwrap().board).to_string()
    }

    #[test]
    fn the_cursor_goes_from_block_to_block_and_stays_on_the_board() {
        let mut hand = hand("blocky:d2:2xx0113213", &["human"]);
        let mut seen = vec![selected(&hand)];
        for key in
            [Key::Right, Key::Smaller, Key::Right, Key::Right, Key::Down, Key::Down, Key::Down, Key::Left, Key::Larger]
        {
            assert_eq!(hand.press(key).unwrap(), Next::GoOn);
            seen.push(selected(&hand));
        }
        assert_eq!(seen, ["1", "0", "0.1", "0.0", "0.0", "0.3", "3", "3", "2", "root"]);
    }

    #[test]
    fn keys_play_and_undo_and_refusals_are_said() {
        let mut hand = hand("blocky:d2,t2:2xx0113213", &["human"]);
        hand.press(Key::Motion(Motion::SwapHorizontal)).unwrap();
        assert_eq!(hand.message, "block 1 is solid");
        hand.press(Key::Right).unwrap();
        hand.press(Key::Motion(Motion::RotateClockwise)).unwrap();
        assert_eq!(hand.session.record().moves, ["rotate_cw 0"]);
        hand.press(Key::Undo).unwrap();
        assert!(hand.session.record().moves.is_empty());
        hand.press(Key::Redo).unwrap();
        hand.press(Key::Pass).unwrap();
        assert!(hand.message.contains("rules of 2020"), "{}", hand.message);
        hand.press(Key::Hint).unwrap();
        assert!(hand.message.starts_with("hint: "), "{}", hand.message);
        assert_eq!(hand.press(Key::Quit).unwrap(), Next::Quit);
    }

    #[test]
    fn computer_players_answer_and_are_taken_back_together() {
        let mut hand = hand("blocky:d2,t3,human,smart2,random#1", &["human", "smart2", "random"]);
        hand.level = 0;
        hand.press(Key::Motion(Motion::SwapVertical)).unwrap();
        assert_eq!(hand.session.record().moves.len(), 3);
        assert!(hand.message.contains("smart2: ") && hand.message.contains("random: "));
        hand.press(Key::Undo).unwrap();
        assert!(hand.session.record().moves.is_empty());
    }

    #[test]
    fn every_screen_can_be_drawn() {
        for depth in 0..=8 {
            let hand = hand(&format!("blocky:d{depth}#1"), &["human"]);
            let text = hand.screen(&Style::default(), Depth::True).unwrap();
            assert!(text.contains("block ") && text.ends_with("x quit\n"));
        }
    }

    #[test]
    fn letters_and_arrows_are_keys() {
        let key = |code| key_of(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(key(KeyCode::Left), Some(Key::Left));
        assert_eq!(key(KeyCode::Char('d')), Some(Key::Motion(Motion::RotateClockwise)));
        assert_eq!(key(KeyCode::Char('?')), None);
        assert_eq!(key_of(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Some(Key::Quit));
    }
}
