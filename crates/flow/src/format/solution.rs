//! A solution as text: the grid of labels, our JSON answer, or a form that holds drawn lines; and back.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{Problem, Problems, shown};
use serde_json::Value;

use super::{Drawn, Format, pack, pzprv3};
use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Solution, Tile};
use crate::solve::search;

/// Lines drawn on a board, each in a colour or none.
pub type Lines = Vec<(Option<usize>, Vec<Cell>)>;

/// The rows of the solved board, each ended by a line break: the label of the path on each cell; `.` where there is none,
/// `#` for a hole, and on a bridge `*`, since two paths lie there.
pub fn write(puzzle: &Puzzle, solution: &Solution) -> String {
    let tiles = puzzle.tiles();
    let mut letters: Grid<char> = tiles.map(|tile| match tile {
        Tile::Hole => '#',
        Tile::Bridge => '*',
        Tile::Empty | Tile::Dot(_) => '.',
    });
    for (path, &label) in solution.paths().zip(puzzle.labels()) {
        for &cell in path.iter().filter(|&&cell| tiles[cell] != Tile::Bridge) {
            letters[cell] = label;
        }
    }
    let mut text = String::with_capacity(tiles.len() + usize::from(tiles.rows()));
    for row in 0..letters.rows() {
        text.extend(letters.row(row));
        text.push('\n');
    }
    text
}

/// Reads what is said to be a solution of a puzzle. Nothing is checked but that it can be drawn on this board. Rows of labels
/// leave it to a search in which order a path takes its cells.
pub fn read(puzzle: &Puzzle, text: &str, budget: &Budget) -> Result<Lines, Halt> {
    if text.trim().is_empty() {
        return Ok(Lines::new());
    }
    match Format::of(text) {
        Format::Json => match json_of(puzzle, text)? {
            Written::Rows(rows) => read_rows(puzzle, &rows, budget),
            Written::Lines(lines) => Ok(lines),
        },
        Format::Pzprv3 => Ok(pzprv3::links(text)?.into_iter().map(|link| (None, link.to_vec())).collect()),
        Format::Pack => Ok(drawn(pack::read(text)?.remove(0).drawn)),
        _ => read_rows(puzzle, text, budget),
    }
}

/// What stands in JSON.
enum Written {
    Rows(String),
    Lines(Lines),
}

/// Where nothing is drawn there are no lines, and the checks will say so.
fn drawn(found: Option<Drawn>) -> Lines {
    match found {
        Some(Drawn::Paths(solution)) => {
            solution.paths().enumerate().map(|(color, path)| (Some(color), path.to_vec())).collect()
        }
        Some(Drawn::Links(links)) => links.into_iter().map(|link| (None, link.to_vec())).collect(),
        None => Lines::new(),
    }
}

fn json_of(puzzle: &Puzzle, text: &str) -> Result<Written, Problems> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Problem::new("this is no JSON").at(error.line().max(1), error.column().max(1)))?;
    if let Some(rows) = value.get("grid").and_then(Value::as_array).filter(|_| value.get("paths").is_none()) {
        let rows: Vec<&str> = rows.iter().filter_map(Value::as_str).collect();
        return Ok(Written::Rows(rows.join("\n")));
    }
    let paths = value.get("paths").and_then(Value::as_object);
    let paths = paths.ok_or_else(|| Problem::new("expected an object with `paths`, as `solve --json` prints it"))?;
    let mut lines = Vec::new();
    for (label, cells) in paths {
        let color = puzzle.labels().iter().position(|known| label.chars().eq([*known]));
        let color = color.ok_or_else(|| Problem::new(format!("this puzzle has no colour `{label}`")))?;
        let cells: Vec<Cell> = serde_json::from_value(cells.clone())
            .map_err(|_| Problem::new(format!("the path of `{label}` is no list of [row, column]")))?;
        lines.push((Some(color), cells));
    }
    Ok(Written::Lines(lines))
}

/// Labels cell by cell. They say which cells belong to a path but not its order, so a search looks for one; without
/// any, all neighbours with one label count as joined, and the checks will name what is wrong.
fn read_rows(puzzle: &Puzzle, text: &str, budget: &Budget) -> Result<Lines, Halt> {
    let tiles = puzzle.tiles();
    let rows: Vec<(usize, Vec<char>)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim().chars().collect::<Vec<char>>()))
        .filter(|(_, row)| !row.is_empty() && row[0] != '%')
        .collect();
    if rows.len() != usize::from(tiles.rows()) {
        let message = format!("the solution has {} rows, the puzzle {}", rows.len(), tiles.rows());
        return Err(Problem::new(message).into());
    }
    let mut owners: Grid<Option<usize>> = Grid::filled(tiles.rows(), tiles.columns(), None);
    let mut problems = Vec::new();
    for (row, (line, letters)) in rows.iter().enumerate() {
        if letters.len() != usize::from(tiles.columns()) {
            let message = format!("this row has {} cells, the puzzle {}", letters.len(), tiles.columns());
            problems.push(Problem::new(message).at(*line, letters.len().min(usize::from(tiles.columns())) + 1));
            continue;
        }
        for (column, &letter) in letters.iter().enumerate() {
            let cell = Cell::new(row as u16, column as u16);
            let owner = puzzle.labels().iter().position(|&label| label == letter);
            let fits = match tiles[cell] {
                Tile::Hole => letter == '#',
                Tile::Bridge => letter == '*' || owner.is_some(),
                Tile::Dot(color) => owner == Some(usize::from(color)),
                Tile::Empty => letter == '.' || owner.is_some(),
            };
            if !fits {
                let message = format!("{} cannot stand on {cell} of this puzzle", shown(letter));
                problems.push(Problem::new(message).at(*line, column + 1));
            }
            owners[cell] = if tiles[cell] == Tile::Bridge { None } else { owner };
        }
    }
    Problems::none_or(problems, || ())?;
    Ok(joined(puzzle, &owners, budget)?)
}

fn joined(puzzle: &Puzzle, owners: &Grid<Option<usize>>, budget: &Budget) -> Result<Lines, Stop> {
    let tiles = puzzle.tiles();
    let bridge = |cell: Cell| tiles[cell] == Tile::Bridge;
    // The same board with nothing but these paths on it: a wall between any two labels, a hole where there is none.
    let mut walls = puzzle.walls().to_vec();
    let mut links = Vec::new();
    for cell in tiles.cells() {
        for (_, other) in puzzle.neighbors(cell).filter(|&(_, other)| cell < other) {
            let empty = |cell: Cell| owners[cell].is_none() && !bridge(cell);
            if owners[cell] == owners[other] && !empty(cell) {
                links.push((None, vec![cell, other]));
            } else if !bridge(cell) && !bridge(other) && !empty(cell) && !empty(other) {
                walls.push((cell, other));
            }
        }
    }
    let mut left = tiles.clone();
    for cell in tiles.cells().filter(|&cell| owners[cell].is_none() && !bridge(cell)) {
        left[cell] = Tile::Hole;
    }
    let only = Puzzle::new(left, puzzle.topology(), walls, puzzle.labels().to_vec());
    let Ok(only) = only else { return Ok(links) };
    let rules = Rules::default();
    let quest = search::Quest::up_to(1);
    let found = search::run(&only, &Graph::new(&only), rules, search::Prunings::best(rules), quest, budget);
    match (found.solutions.into_iter().next(), found.stop) {
        (Some(solution), _) => {
            Ok(solution.paths().enumerate().map(|(color, path)| (Some(color), path.to_vec())).collect())
        }
        (None, Some(stop)) => Err(stop),
        (None, None) => Ok(links),
    }
}
