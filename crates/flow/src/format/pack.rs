//! Lines of a level pack: `5,0,1,5;18,17,12;…`, one puzzle a line, each with its solution. Import only.
//!
//! The header is `size,0,level,colours[,bridges[,holes[,walls]]]`; the size `w` or `w:h`, after `X_` for hexagons and
//! `W_` for wrap-around edges. Cells are numbered in reading order. Bridges and holes are lists with `:`, walls `a|b`.
//! Then one path a colour, all its cells, dots first and last.

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Problem, Problems};

use super::draft::{Draft, Mark, label};
use super::{Drawn, Reading};
use crate::position::{Fill, Solution, Topology};

/// Reads all lines.
pub fn read(text: &str) -> Result<Vec<Reading>, Problems> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let puzzles: Result<Vec<Reading>, Problems> =
        lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| read_line(number, line)).collect();
    match puzzles {
        Ok(puzzles) if puzzles.is_empty() => Err(Problem::new("there is no line of a level pack here").into()),
        other => other,
    }
}

fn read_line(number: usize, line: &str) -> Result<Reading, Problems> {
    let place = |part: &str| 1 + line[..part.as_ptr() as usize - line.as_ptr() as usize].chars().count();
    let fail = |part: &str, expected: &str| {
        let shown: String = part.chars().take(30).collect();
        Problem::new(format!("`{shown}` is not {expected}")).at(number, place(part))
    };
    let mut parts = line.split(';');
    let header = parts.next().unwrap_or("");
    let fields: Vec<&str> = header.split(',').collect();
    let size = fields[0];
    let (topology, sides) = match (size.strip_prefix("X_"), size.strip_prefix("W_")) {
        (Some(sides), _) => (Topology::Hex, sides),
        (_, Some(sides)) => (Topology::Torus, sides),
        _ => (Topology::Square, size),
    };
    let mut sides = sides.split([':', '+']).map_while(|side| side.parse::<usize>().ok());
    let columns = sides.next().ok_or_else(|| fail(size, "a size such as `5` or `5:7`"))?;
    let rows = sides.next().unwrap_or(columns);
    let mut draft = Draft::new(rows, columns).map_err(|problem| problem.at(number, 1))?;
    draft.topology = topology;
    let cell = |text: &str| {
        let index: usize = text.parse().ok().filter(|&index| index < rows * columns)?;
        Some(Cell::new((index / columns) as u16, (index % columns) as u16))
    };
    for (field, mark) in [(4, Mark::Bridge), (5, Mark::Hole)] {
        for entry in fields.get(field).unwrap_or(&"").split(':').filter(|entry| !entry.is_empty()) {
            let index = entry.split('_').next().unwrap_or("");
            let cell = cell(index).ok_or_else(|| fail(entry, "the number of a cell"))?;
            draft.mark(cell, mark, None);
        }
    }
    for entry in fields.get(6).unwrap_or(&"").split(':').filter(|entry| !entry.is_empty()) {
        let wall = entry.split_once('|').and_then(|(one, other)| Some((cell(one)?, cell(other)?)));
        let (one, other) = wall.ok_or_else(|| fail(entry, "a wall such as `3|4`"))?;
        draft.walls.push((one, other, None));
    }
    let mut paths: Vec<Vec<Cell>> = Vec::new();
    for part in parts.filter(|part| !part.trim().is_empty()) {
        let cells: Option<Vec<Cell>> = part.split(',').map(|index| cell(index.trim())).collect();
        let cells = cells.filter(|cells| cells.len() > 1);
        let cells = cells.ok_or_else(|| fail(part, "a path: numbers of at least two cells"))?;
        for dot in [cells[0], cells[cells.len() - 1]] {
            draft.mark(dot, Mark::Dot(label(paths.len())), None);
        }
        paths.push(cells);
    }
    let puzzle = draft.finish(Vec::new()).map_err(|problems| {
        let first = problems.list()[0].clone();
        Problem { place: None, ..first }.at(number, 1)
    })?;
    let solution = (paths.len() == puzzle.colors()).then(|| Drawn::Paths(ordered(&puzzle, paths)));
    Ok(Reading { puzzle, fill: Some(Fill::Full), touch: None, drawn: solution })
}

/// The paths by the puzzle's own numbering of colours, each from its first dot.
fn ordered(puzzle: &crate::position::Puzzle, paths: Vec<Vec<Cell>>) -> Solution {
    let mut found: Vec<Vec<Cell>> = vec![Vec::new(); puzzle.colors()];
    for mut path in paths {
        let ends = [path[0], path[path.len() - 1]];
        if ends[0] > ends[1] {
            path.reverse();
        }
        if let Some(color) = puzzle.dots().iter().position(|dots| dots.contains(&ends[0]) && dots.contains(&ends[1])) {
            found[color] = path;
        }
    }
    Solution::from_paths(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::grid;
    use crate::position::Rules;
    use crate::rules;

    #[test]
    fn a_line_gives_puzzle_and_solution() {
        let found = read("3:2,0,1,2;0,1,2,5;3,4\n").unwrap();
        assert_eq!(grid::write(&found[0].puzzle), "A..\nBBA\n");
        let Some(Drawn::Paths(solution)) = &found[0].drawn else { panic!("no solution") };
        assert!(rules::check(&found[0].puzzle, Rules::default(), solution).is_empty());
    }

    #[test]
    fn bridges_holes_and_walls_are_read() {
        let found = read("W_3,0,1,1,4,8_0B,0|1;2,1\n").unwrap();
        assert_eq!(grid::write(&found[0].puzzle), ".AA\n.*.\n..#\n%topology torus\n%wall 0,0 0,1\n");
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("5,0,1,5;0,1,99"), "1:9: `0,1,99` is not a path: numbers of at least two cells");
        assert_eq!(error("x,0,1,5;0,1"), "1:1: `x` is not a size such as `5` or `5:7`");
        assert_eq!(error("2,0,1,1,,,0-1;0,1"), "1:11: `0-1` is not a wall such as `3|4`");
    }
}
