//! All games in the terminal: a menu of games and of their presets, by keys and mouse, in front of the table of [`crate::session`].
//!
//! It knows no game: titles, summaries and presets come from the registry.

use std::io::{IsTerminal as _, Write as _};

use azulejo_core::options::Seed;
use azulejo_core::problem::Problem;
use azulejo_core::registry::Entry;
use azulejo_games::GAMES;
use clap::Args;
use crossterm::event::{self, Event, MouseButton, MouseEventKind};
use crossterm::{cursor, execute, terminal};

use crate::failure::{self, Exit, Failure, Reply};
use crate::keys::{Raw, name_of};
use crate::options::Common;
use crate::session;

/// `azulejo tui`
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Play this game; without it, choose one
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// A board, an id, or a record to go on with; without it, choose a new game
    #[arg(value_name = "ID|FILE", allow_hyphen_values = true)]
    input: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let game = arguments.game.as_deref().map(|name| GAMES.game(name)).transpose()?;
    if let (Some(game), Some(input)) = (game, &arguments.input) {
        return played(game, input, common);
    }
    if common.json || !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        let hint = "`azulejo GAME play` takes moves from standard input";
        return match game {
            Some(game) => played(game, &new_game(game, 0), common),
            None => Err(Problem::new("there is no terminal to choose a game in: expected a game").hint(hint).into()),
        };
    }
    let Some(game) = game else { return any_game(common) };
    let raw = Raw::enter()?;
    let preset = chosen(&presets(game), 0)?;
    drop(raw);
    match preset {
        Some(preset) => played(game, &new_game(game, preset), common),
        None => Ok(Exit::Answered),
    }
}

/// One game after the other, until somebody has had enough.
fn any_game(common: &Common) -> Reply {
    let mut at = 0;
    loop {
        let raw = Raw::enter()?;
        let Some(number) = chosen(&games(), at)? else { return Ok(Exit::Answered) };
        at = number;
        let game = GAMES.0[number];
        let preset = chosen(&presets(game), 0)?;
        drop(raw);
        if let Some(preset) = preset {
            // How a game ended is told at its end; the menu goes on.
            played(game, &new_game(game, preset), common)?;
        }
    }
}

/// The table of `azulejo GAME play INPUT`.
fn played(game: &'static Entry, input: &str, common: &Common) -> Reply {
    let arguments = [session::VERB, "--", input];
    let matches = session::command(game).try_get_matches_from(arguments).map_err(failure::internal)?;
    session::run(game, &matches, common)
}

/// The id of a new game of a preset.
fn new_game(game: &Entry, preset: usize) -> String {
    let setup = game.presets.get(preset).map_or("", |preset| preset.setup);
    game.seeded(setup, &Seed::fresh().to_string()).to_string()
}

/// Something to choose from.
struct Menu {
    title: String,
    /// Each with a few words about it.
    items: Vec<(&'static str, &'static str)>,
}

fn games() -> Menu {
    Menu { title: "azulejo".to_owned(), items: GAMES.0.iter().map(|game| (game.title, game.summary)).collect() }
}

fn presets(game: &Entry) -> Menu {
    let items = game.presets.iter().map(|preset| (preset.name, preset.setup)).collect();
    Menu { title: format!("{}: {}", game.title, game.summary), items }
}

/// The lines above the first item.
const TOP: usize = 2;

impl Menu {
    /// What it looks like with the cursor on an item.
    fn page(&self, at: usize) -> String {
        let wide = self.items.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let lines = self.items.iter().enumerate().map(|(number, (name, about))| {
            let mark = if number == at { '›' } else { ' ' };
            format!("{mark} {}  {name:<wide$}  {about}\n", number + 1)
        });
        format!("{}\n\n{}\n↑ ↓ Enter choose · q back\n", self.title, lines.collect::<String>())
    }

    /// What an event means while the cursor is on an item.
    fn meant(&self, event: &Event, at: usize) -> Meant {
        let count = self.items.len();
        let key = match event {
            Event::Key(key) => name_of(key),
            Event::Mouse(mouse) => {
                let under = usize::from(mouse.row).checked_sub(TOP).filter(|number| *number < count);
                return match (mouse.kind, under) {
                    (MouseEventKind::Up(MouseButton::Left), Some(number)) => Meant::Choose(number),
                    (MouseEventKind::Moved | MouseEventKind::Down(_), Some(number)) => Meant::Go(number),
                    (MouseEventKind::ScrollUp, _) => Meant::Go(at.saturating_sub(1)),
                    (MouseEventKind::ScrollDown, _) => Meant::Go((at + 1).min(count.saturating_sub(1))),
                    _ => Meant::Go(at),
                };
            }
            _ => None,
        };
        match key.as_deref() {
            Some("ArrowUp" | "k") => Meant::Go((at + count - 1) % count.max(1)),
            Some("ArrowDown" | "j" | "Tab") => Meant::Go((at + 1) % count.max(1)),
            Some("Enter" | " " | "ArrowRight") => Meant::Choose(at),
            Some("q" | "Escape" | "Backspace" | "ArrowLeft" | "Ctrl-C") => Meant::Back,
            Some(key) => match key.parse::<usize>() {
                Ok(number @ 1..) if number <= count => Meant::Choose(number - 1),
                _ => Meant::Go(at),
            },
            None => Meant::Go(at),
        }
    }
}

/// What an event of the terminal means to a menu.
#[derive(Debug, PartialEq, Eq)]
enum Meant {
    /// The cursor goes to this item.
    Go(usize),
    /// This one is taken.
    Choose(usize),
    /// None is.
    Back,
}

/// The number of the item that was chosen; nothing when none was, or the terminal has gone.
fn chosen(menu: &Menu, mut at: usize) -> Result<Option<usize>, Failure> {
    loop {
        let mut out = std::io::stdout().lock();
        let _ = execute!(out, terminal::Clear(terminal::ClearType::All), cursor::MoveTo(0, 0));
        // Raw mode does not go back to the first column by itself.
        let page = menu.page(at).replace('\n', "\r\n");
        out.write_all(page.as_bytes()).and_then(|()| out.flush()).map_err(|_| Failure::ReaderGone)?;
        drop(out);
        let Ok(event) = event::read() else { return Ok(None) };
        match menu.meant(&event, at) {
            Meant::Go(number) => at = number,
            Meant::Choose(number) => return Ok(Some(number)),
            Meant::Back => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};

    use super::*;

    fn menu() -> Menu {
        Menu { title: "three".to_owned(), items: vec![("one", "first"), ("two", ""), ("three", "last")] }
    }

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn mouse(kind: MouseEventKind, row: u16) -> Event {
        Event::Mouse(MouseEvent { kind, column: 3, row, modifiers: KeyModifiers::NONE })
    }

    #[test]
    fn keys_go_round_choose_and_leave() {
        let menu = menu();
        assert_eq!(menu.meant(&key(KeyCode::Up), 0), Meant::Go(2));
        assert_eq!(menu.meant(&key(KeyCode::Down), 2), Meant::Go(0));
        assert_eq!(menu.meant(&key(KeyCode::Enter), 1), Meant::Choose(1));
        assert_eq!(menu.meant(&key(KeyCode::Char('3')), 0), Meant::Choose(2));
        assert_eq!(menu.meant(&key(KeyCode::Char('4')), 1), Meant::Go(1));
        assert_eq!(menu.meant(&key(KeyCode::Esc), 0), Meant::Back);
    }

    #[test]
    fn the_mouse_points_at_the_lines_that_are_drawn() {
        let menu = menu();
        let drawn = menu.page(0);
        let row = drawn.lines().position(|line| line.contains("two")).unwrap_or(0) as u16;
        assert_eq!(menu.meant(&mouse(MouseEventKind::Moved, row), 0), Meant::Go(1));
        assert_eq!(menu.meant(&mouse(MouseEventKind::Up(MouseButton::Left), row), 0), Meant::Choose(1));
        assert_eq!(menu.meant(&mouse(MouseEventKind::Up(MouseButton::Left), 9), 0), Meant::Go(0));
    }

    #[test]
    fn every_game_can_be_chosen_and_begun() {
        assert_eq!(games().items.len(), GAMES.0.len());
        for game in GAMES.0 {
            assert!(!presets(game).items.is_empty(), "{}", game.name);
            assert!(new_game(game, 0).starts_with(game.name));
        }
    }
}
