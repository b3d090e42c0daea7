//! `azulejo tetris`: plan, watch, hint, perft, show, play.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::outcome::{Answer, Outcome};
use azulejo_core::problem::Problem;
use azulejo_core::scene::ansi::ansi;
use azulejo_tetris::features::Features;
use azulejo_tetris::format::{END_FILE, STATE_FILE, State, play_file, read_score};
use azulejo_tetris::play::Position;
use azulejo_tetris::position::{Board, Piece};
use azulejo_tetris::rules::{self, FullRows, Placement};
use azulejo_tetris::score::Score;
use azulejo_tetris::solve::{self, Engine, Mapping, Method, Plan, Task};
use azulejo_tetris::{ENTRY, draw};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::json;

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{self, note, print, print_json};
use crate::{play, progress};

const GAME: &str = "tetris";

/// The commands of Tetris.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plan the coming pieces exactly and write one file for each
    Plan(PlanArguments),
    /// Plan whenever a state arrives in a folder
    Watch(Watch),
    /// Say where the piece that falls now should go
    Hint(HintArguments),
    /// Count the ways to place pieces, level by level
    Perft(Perft),
    /// Draw a board
    Show(Show),
    /// Place the pieces yourself, with the planner's advice
    Play(play::Play),
}

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    /// A state file, `-`, or an id such as `tetris#42`
    #[arg(value_name = "INPUT")]
    input: String,
    /// The folder for `tetris_play_0.txt` and so on
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Plan so many pieces beyond the first, instead of what the file says
    #[arg(long, value_name = "D")]
    depth: Option<usize>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    pictures: Pictures,
}

/// How plans are judged and found.
#[derive(Debug, Args)]
struct How {
    /// `doc`, `covered`, `seed-c`, `seed-c-int`, `takado8`, or a file of weights
    #[arg(long, default_value = "doc", value_name = "SCORE")]
    score: String,
    /// Which search answers; all give the same plan. `auto` is `bounded`, which looks at every leaf like `exhaustive` where
    /// it has no bound: with `--clear`, and with weights that reward holes or bumps
    #[arg(long, value_enum, default_value_t)]
    engine: EngineName,
    /// How threads share the work; all give the same plan
    #[arg(long, value_enum, default_value_t)]
    mapping: MappingName,
    /// Full rows vanish, instead of staying as in the document
    #[arg(long)]
    clear: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EngineName {
    #[default]
    Auto,
    Exhaustive,
    Bounded,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum MappingName {
    Block,
    Cyclic,
    #[default]
    Dynamic,
}

#[derive(Debug, Args)]
pub(crate) struct Watch {
    /// The folder to watch
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    how: How,
}

#[derive(Debug, Args)]
pub(crate) struct HintArguments {
    /// A state file, `-`, or an id such as `tetris#42`
    #[arg(value_name = "INPUT")]
    input: String,
    /// Look so many pieces ahead
    #[arg(long, value_name = "D", default_value_t = 0)]
    depth: usize,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// Rows of an empty board
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: u16,
    /// Columns of an empty board
    #[arg(long, value_name = "M", default_value_t = 10)]
    columns: u16,
    /// Begin from the board of a state instead
    #[arg(long, value_name = "INPUT", conflicts_with_all = ["rows", "columns"])]
    board: Option<String>,
    /// The pieces in order: `IOL`
    #[arg(long, value_parser = letters)]
    pieces: Letters,
    /// Full rows vanish
    #[arg(long)]
    clear: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A state file, `-`, or an id such as `tetris#42`
    #[arg(value_name = "INPUT")]
    input: String,
    #[command(flatten)]
    pictures: Pictures,
}

/// Pieces given by their letters.
#[derive(Clone, Debug)]
struct Letters(Vec<Piece>);

fn letters(text: &str) -> Result<Letters, String> {
    let pieces: Option<Vec<Piece>> = text.chars().map(Piece::from_letter).collect();
    pieces.filter(|pieces| !pieces.is_empty()).map(Letters).ok_or("expected letters of I Z S L J O T".to_owned())
}

/// Runs a command of Tetris.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::Plan(arguments) => plan(arguments, common),
        Command::Watch(arguments) => watch(arguments, common),
        Command::Hint(arguments) => hint(arguments, common),
        Command::Perft(arguments) => perft(arguments, common),
        Command::Show(arguments) => show(arguments, common),
        Command::Play(arguments) => play::run(&ENTRY, arguments, common),
    }
}

impl How {
    fn score(&self) -> Result<Score, Failure> {
        if let Some(score) = Score::named(&self.score) {
            return Ok(score);
        }
        if !Path::new(&self.score).exists() && self.score != "-" {
            let names = Score::NAMES.join(", ");
            let message = format!("there is no score and no file `{}`: expected {names}, or a file", self.score);
            return Err(Problem::new(message).into());
        }
        match input::read_text(&self.score, input::LARGEST_TEXT)? {
            Input::Text { name, text } => {
                read_score(&self.score, &text).map_err(|problems| Failure::in_file(&name, problems))
            }
            Input::Id(_) => Err(Problem::new("expected a file of weights").into()),
        }
    }

    fn method(&self) -> Method {
        let engine = match self.engine {
            EngineName::Auto => Engine::Auto,
            EngineName::Exhaustive => Engine::Exhaustive,
            EngineName::Bounded => Engine::Bounded,
        };
        let mapping = match self.mapping {
            MappingName::Block => Mapping::Block,
            MappingName::Cyclic => Mapping::Cyclic,
            MappingName::Dynamic => Mapping::Dynamic,
        };
        Method { engine, mapping, ..Method::default() }
    }

    fn full_rows(&self) -> FullRows {
        if self.clear { FullRows::Clear } else { FullRows::Keep }
    }

    fn solve(&self, state: &State, score: &Score, budget: &Budget) -> Answer<Plan> {
        let task = Task { board: &state.board, pieces: state.planned(), score, full_rows: self.full_rows() };
        let answer = solve::plan(&task, self.method(), budget);
        if matches!(self.engine, EngineName::Bounded) && answer.engine != "bounded" {
            let reason = if self.clear { "rows vanish" } else { "these weights reward holes or bumps" };
            note(&format!("no bound holds where {reason}: every leaf was looked at"));
        }
        answer
    }
}

/// Reads a state from a file, or makes one of an id's position.
fn read_state(argument: &str, depth: Option<usize>) -> Result<State, Failure> {
    let mut state = match input::read(argument, GAME)? {
        Input::Id(id) => state_of(&id)?,
        Input::Text { text, .. } if Id::looks_like(GAME, text.trim_start()) => state_of(&text.trim().parse()?)?,
        Input::Text { name, text } => State::read(&text).map_err(|problems| Failure::in_file(&name, problems))?,
    };
    if let Some(depth) = depth {
        let pieces = state.pieces.len();
        if depth >= pieces {
            let message = format!("--depth {depth} needs {} pieces, but only {pieces} come", depth.saturating_add(1));
            return Err(Problem::new(message).hint("the depth must be less than the number of pieces").into());
        }
        state.depth = depth;
    }
    Ok(state)
}

fn state_of(id: &Id) -> Result<State, Failure> {
    let position: Position = serde_json::from_value(ENTRY.open(id)?)
        .map_err(|error| Problem::new(format!("`{id}` is not a position of Tetris: {error}")))?;
    let Position { board, pieces, .. } = position;
    if pieces.is_empty() {
        return Err(Problem::new(format!("`{id}` has no pieces left to place")).into());
    }
    Ok(State { id: 0, depth: pieces.len() - 1, board, pieces })
}

/// A budget that moves a bar as the search goes on.
fn watched_budget(common: &Common) -> (Budget, indicatif::ProgressBar) {
    let bar = progress::bar(0, "planning");
    let shown = bar.clone();
    let budget = common.budget().with_progress(move |progress| {
        shown.set_length(progress.total.unwrap_or(0));
        shown.set_position(progress.done);
    });
    (budget, bar)
}

#[derive(Serialize)]
struct PlanAnswer<'a> {
    value: Option<f64>,
    path: &'a [Placement],
    pieces: String,
    placed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    nodes: u64,
    score: &'a str,
    features: Option<Features>,
    files: Vec<String>,
    engine: &'a str,
    elapsed_ms: f64,
}

fn plan(arguments: &PlanArguments, common: &Common) -> Reply {
    let score = arguments.how.score()?;
    let state = read_state(&arguments.input, arguments.depth)?;
    let (budget, bar) = watched_budget(common);
    let started = Instant::now();
    let answer = arguments.how.solve(&state, &score, &budget);
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    bar.finish_and_clear();
    let found = answer.outcome.solution();
    let mut files = Vec::new();
    let exit = match &answer.outcome {
        Outcome::Solved { solution, .. } => {
            let scenes = draw::plan(state.planned(), &solution.path, &solution.landings);
            arguments.pictures.write(&scenes, common)?;
            files = write_plays(&arguments.out, &state, solution)?;
            Exit::Answered
        }
        Outcome::Impossible => {
            write_set(&arguments.out, &[])?;
            Exit::No
        }
        Outcome::GaveUp { stop, .. } => (*stop).into(),
    };
    if common.json {
        let rest = PlanAnswer {
            value: found.map(|plan| plan.value),
            path: found.map_or(&[], |plan| &plan.path),
            pieces: state.planned().iter().map(|piece| piece.letter()).collect(),
            placed: found.map_or(0, |plan| plan.path.len()),
            leaves: found.and_then(|plan| plan.leaves),
            nodes: answer.nodes,
            score: score.name(),
            features: found.map(|plan| plan.features),
            files,
            engine: answer.engine,
            elapsed_ms,
        };
        print_json(GAME, "plan", answer.outcome.status(), &rest)?;
    } else {
        print(&plan_text(&state, &answer.outcome, common))?;
        note(&format!("{} nodes in {elapsed_ms:.1} ms ({})", answer.nodes, answer.engine));
    }
    Ok(exit)
}

fn plan_text(state: &State, outcome: &Outcome<Plan>, common: &Common) -> String {
    let (plan, claim) = match outcome {
        Outcome::Impossible => return "not even the first piece can be placed (proven)\n".to_owned(),
        Outcome::GaveUp { best: None, stop, .. } => return format!("no plan: {stop}\n"),
        Outcome::GaveUp { best: Some(plan), stop, .. } => (plan, format!("the best so far, no file written: {stop}")),
        Outcome::Solved { solution, .. } => (solution, "proven the best".to_owned()),
    };
    let mut text = String::new();
    if let Some(scene) = draw::plan(state.planned(), &plan.path, &plan.landings).last() {
        text.push_str(&ansi(scene, &common.style(), common.depth()));
    }
    let (placed, asked) = (plan.path.len(), state.planned().len());
    for (level, (piece, placement)) in state.planned().iter().zip(&plan.path).enumerate() {
        let Placement { rotation, column } = placement;
        text.push_str(&format!("{:>3}. {piece} rotation {rotation} column {column}\n", level + 1));
    }
    if placed < asked {
        text.push_str(&format!("only {placed} of {asked} pieces can be placed\n"));
    }
    text.push_str(&format!("value {:.6} ({claim})\n", plan.value));
    text
}

fn write_plays(folder: &Path, state: &State, plan: &Plan) -> Result<Vec<String>, Failure> {
    let plays: Vec<String> = state.plays(&plan.path, &plan.landings).iter().map(ToString::to_string).collect();
    write_set(folder, &plays)
}

/// Writes a whole set of plays, or nothing: all files are complete beside their places before the first one moves in.
/// Plays of an older, longer plan go away, so that the folder never holds a mixture.
fn write_set(folder: &Path, plays: &[String]) -> Result<Vec<String>, Failure> {
    use std::io::Write as _;
    let fail = |error: &std::io::Error| {
        let problem = Problem::new(format!("plays cannot be written there: {}", output::reason(error)));
        Failure::in_file(&folder.display().to_string(), problem)
    };
    let mut staged = Vec::new();
    for (level, play) in plays.iter().enumerate() {
        let mut file = output::temporary(folder).map_err(|error| fail(&error))?;
        file.write_all(play.as_bytes()).and_then(|()| file.flush()).map_err(|error| fail(&error))?;
        staged.push((file, folder.join(play_file(level))));
    }
    let mut moved: Vec<PathBuf> = Vec::new();
    for (file, path) in staged {
        if let Err(error) = file.persist(&path) {
            for path in &moved {
                // What cannot be taken back either is left: the error that follows names the folder.
                let _ = std::fs::remove_file(path);
            }
            return Err(fail(&error.error));
        }
        moved.push(path);
    }
    let mut level = plays.len();
    while std::fs::remove_file(folder.join(play_file(level))).is_ok() {
        level += 1;
    }
    Ok(moved.iter().map(|path| path.display().to_string()).collect())
}

#[derive(Serialize)]
struct HintAnswer<'a> {
    piece: Piece,
    rotation: Option<u8>,
    column: Option<u8>,
    value: Option<f64>,
    features: Option<Features>,
    path: &'a [Placement],
    nodes: u64,
    engine: &'a str,
    elapsed_ms: f64,
}

fn hint(arguments: &HintArguments, common: &Common) -> Reply {
    let score = arguments.how.score()?;
    let state = read_state(&arguments.input, Some(arguments.depth))?;
    let started = Instant::now();
    let answer = arguments.how.solve(&state, &score, &common.budget());
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    let found = answer.outcome.solution();
    let first = found.and_then(|plan| plan.path.first());
    if let Some(plan) = found {
        let scenes = draw::plan(state.planned(), &plan.path, &plan.landings);
        arguments.pictures.write(&scenes[..scenes.len().min(1)], common)?;
    }
    if common.json {
        let rest = HintAnswer {
            piece: state.pieces[0],
            rotation: first.map(|placement| placement.rotation),
            column: first.map(|placement| placement.column),
            value: found.map(|plan| plan.value),
            features: found.map(|plan| plan.features),
            path: found.map_or(&[], |plan| &plan.path),
            nodes: answer.nodes,
            engine: answer.engine,
            elapsed_ms,
        };
        print_json(GAME, "hint", answer.outcome.status(), &rest)?;
    } else if let (Some(plan), Some(Placement { rotation, column })) = (found, first) {
        let scene = &draw::plan(state.planned(), &plan.path, &plan.landings)[0];
        print(&ansi(scene, &common.style(), common.depth()))?;
        print(&format!("{} rotation {rotation} column {column}, value {:.6}\n", state.pieces[0], plan.value))?;
    } else {
        print(&plan_text(&state, &answer.outcome, common))?;
    }
    Ok(match answer.outcome {
        Outcome::Solved { .. } => Exit::Answered,
        Outcome::Impossible => Exit::No,
        Outcome::GaveUp { stop, .. } => stop.into(),
    })
}

fn perft(arguments: &Perft, common: &Common) -> Reply {
    let board = match &arguments.board {
        Some(input) => read_state(input, None)?.board,
        None => Board::empty(arguments.rows, arguments.columns).map_err(|error| Problem::new(error.to_string()))?,
    };
    let full_rows = if arguments.clear { FullRows::Clear } else { FullRows::Keep };
    let started = Instant::now();
    let levels = rules::perft(&board, &arguments.pieces.0, full_rows, &common.budget().with_memory(1 << 30));
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    let levels = match levels {
        Ok(levels) => levels,
        Err(stop) => {
            if common.json {
                print_json(GAME, "perft", "gave_up", &json!({ "reason": stop, "elapsed_ms": elapsed_ms }))?;
            } else {
                print(&format!("no count: {stop}\n"))?;
            }
            return Ok(stop.into());
        }
    };
    if common.json {
        print_json(GAME, "perft", "ok", &json!({ "levels": levels, "elapsed_ms": elapsed_ms }))?;
    } else {
        print(&format!("{:>2} {:>14} {:>14} {:>14} {:>14}\n", "", "paths", "boards", "occupancies", "outlines"))?;
        for (piece, level) in arguments.pieces.0.iter().zip(&levels) {
            print(&format!(
                "{piece:>2} {:>14} {:>14} {:>14} {:>14}\n",
                level.paths, level.distinct_boards, level.distinct_occupancies, level.distinct_profiles
            ))?;
        }
    }
    Ok(Exit::Answered)
}

fn show(arguments: &Show, common: &Common) -> Reply {
    let state = read_state(&arguments.input, None)?;
    let scene = draw::position(&Position::of(&state));
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        let pieces: String = state.pieces.iter().map(|piece| piece.letter()).collect();
        let features = Features::of(&state.board);
        let rest = json!({ "board": state.board, "pieces": pieces, "depth": state.depth, "features": features });
        print_json(GAME, "show", "ok", &rest)?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}

/// How long the folder rests between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// A file that does not grow for so long is as complete as it gets.
const SETTLED: Duration = Duration::from_millis(500);
/// Where a state lies while it is read: whoever writes the next one does not meet it.
const TAKEN_FILE: &str = ".tetris_state.taken";
/// Where a state goes that cannot be read.
const REJECTED_FILE: &str = "tetris_state.rejected.txt";

fn watch(arguments: &Watch, common: &Common) -> Reply {
    let score = arguments.how.score()?;
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Err(Failure::in_file(&folder.display().to_string(), Problem::new("is not a folder")));
    }
    let budget = common.budget();
    note(&format!("watching {} for {STATE_FILE}; {END_FILE} or Ctrl-C ends it", folder.display()));
    let (mut planned, mut rejected) = (0_u64, 0_u64);
    let exit = loop {
        if let Err(stop) = budget.check() {
            break stop.into();
        }
        if folder.join(END_FILE).exists() {
            // Taken away so that it does not end the next service; if that fails, it will.
            let _ = std::fs::remove_file(folder.join(END_FILE));
            break Exit::Answered;
        }
        // Moving the file first: whatever arrives from here on is another state.
        if std::fs::rename(folder.join(STATE_FILE), folder.join(TAKEN_FILE)).is_err() {
            std::thread::sleep(LOOK);
            continue;
        }
        match take_state(folder, &budget) {
            Ok(Some(state)) => {
                let answer = arguments.how.solve(&state, &score, &budget);
                let (written, said) = match &answer.outcome {
                    Outcome::Solved { solution, .. } => {
                        let (placed, value) = (solution.path.len(), solution.value);
                        (write_plays(folder, &state, solution), format!("{placed} pieces placed, value {value:.6}"))
                    }
                    Outcome::Impossible => {
                        (write_set(folder, &[]), "not even the first piece can be placed".to_owned())
                    }
                    Outcome::GaveUp { stop, .. } => break (*stop).into(),
                };
                match written {
                    Ok(_) => {
                        planned += 1;
                        note(&format!("state {}: {said}", state.id));
                    }
                    // A folder that cannot be written now may be mended before the next state comes.
                    Err(failure) => {
                        failure.report(common.json);
                    }
                }
            }
            Ok(None) => {}
            Err(failure) => {
                rejected += 1;
                failure.report(common.json);
            }
        }
    };
    if common.json {
        print_json(GAME, "watch", "ok", &json!({ "planned": planned, "rejected": rejected }))?;
    }
    Ok(exit)
}

/// Reads the state that was taken; waits for one that is still being written. What cannot be read is set aside.
fn take_state(folder: &Path, budget: &Budget) -> Result<Option<State>, Failure> {
    let taken = folder.join(TAKEN_FILE);
    let (mut last, mut since) = (Vec::new(), Instant::now());
    loop {
        let Ok((_, bytes)) = input::read_bytes(&taken.display().to_string(), input::LARGEST_TEXT) else {
            return Ok(None);
        };
        let problems = match State::read(&String::from_utf8_lossy(&bytes)) {
            Ok(state) => {
                // The state is known; a leftover would only be overwritten by the next.
                let _ = std::fs::remove_file(&taken);
                return Ok(Some(state));
            }
            Err(problems) => problems,
        };
        if bytes != last {
            (last, since) = (bytes, Instant::now());
        }
        if since.elapsed() >= SETTLED || budget.check().is_err() {
            let rejected = folder.join(REJECTED_FILE);
            // If it cannot be set aside it stays where it is, under the name of a taken state.
            let _ = std::fs::rename(&taken, &rejected);
            return Err(Failure::in_file(&folder.join(STATE_FILE).display().to_string(), problems));
        }
        std::thread::sleep(LOOK);
    }
}
