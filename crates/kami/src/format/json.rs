//! A level as one JSON object, or a game of it in progress: the form that positions are kept in.

use azulejo_core::problem::{Problem, Problems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::edges;
use crate::position::{Board, Color, Layout, Level, Place, Position, VOID};

/// A level or position by the names of its parts: `rows` on a board, `vertices` and `edges` on a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KamiLevel")]
pub struct Saved {
    /// Which places touch.
    layout: Kind,
    /// 1 easy, 2 medium, 3 hard.
    #[serde(default = "easy")]
    difficulty: u32,
    /// Moves the player has.
    moves: u32,
    /// Colours the player may paint with: 1 to this.
    #[schemars(range(min = 1))]
    colors: u32,
    /// The colour the board must end in.
    #[serde(default)]
    #[schemars(range(min = 1))]
    target: Option<Color>,
    /// The rows of a board, top first; 0 is a void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Vec<Color>>>,
    /// The colour of each vertex of a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vertices: Option<Vec<Color>>,
    /// The edges of a graph: two vertices each, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<[Place; 2]>>,
    /// Moves made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<u32>,
}

/// Which places touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Kind {
    /// Squares.
    Square,
    /// Triangles.
    Triangular,
    /// The vertices of a graph.
    Graph,
}

fn easy() -> u32 {
    1
}

impl From<&Level> for Saved {
    fn from(level: &Level) -> Self {
        let colors = level.board.colors();
        let in_rows = |columns: u16| Some(colors.chunks(usize::from(columns)).map(<[Color]>::to_vec).collect());
        let (layout, rows, vertices, edges) = match level.board.layout() {
            Layout::Square { columns, .. } => (Kind::Square, in_rows(*columns), None, None),
            Layout::Triangular { columns, .. } => (Kind::Triangular, in_rows(*columns), None, None),
            Layout::Graph(neighbors) => (Kind::Graph, None, Some(colors.to_vec()), Some(edges(neighbors))),
        };
        let Level { difficulty, moves, colors, target, .. } = *level;
        Self { layout, difficulty, moves, colors, target, rows, vertices, edges, used: None }
    }
}

impl From<Position> for Saved {
    fn from(position: Position) -> Self {
        Self { used: Some(position.used), ..Self::from(&position.level) }
    }
}

impl TryFrom<Saved> for Position {
    type Error = Problem;

    fn try_from(saved: Saved) -> Result<Self, Problem> {
        let used = saved.used.unwrap_or(0);
        Ok(Self { level: saved.level()?, used })
    }
}

impl Saved {
    fn level(self) -> Result<Level, Problem> {
        let Self { layout, difficulty, moves, colors, target, rows, vertices, edges, .. } = self;
        if colors == 0 {
            return Err(Problem::new("0 colours, expected at least 1"));
        }
        if target == Some(VOID) {
            return Err(Problem::new("target 0, expected a colour from 1"));
        }
        let (layout, values) = match (layout, rows, vertices, edges) {
            (Kind::Graph, None, Some(vertices), edges) => (graph(&vertices, &edges.unwrap_or_default())?, vertices),
            (Kind::Graph, ..) => return Err(Problem::new("a graph has `vertices` and `edges`")),
            (Kind::Square, Some(rows), None, None) => {
                let (height, width) = size(&rows)?;
                (Layout::Square { rows: height, columns: width }, rows.concat())
            }
            (Kind::Triangular, Some(rows), None, None) => {
                let (height, width) = size(&rows)?;
                (Layout::Triangular { rows: height, columns: width }, rows.concat())
            }
            (Kind::Square | Kind::Triangular, ..) => return Err(Problem::new("a board has `rows`")),
        };
        let board = Board::new(layout, values).map_err(|bad| Problem::new(bad.to_string()))?;
        let difficulty = super::graded(difficulty).map_err(Problem::new)?;
        Ok(Level { difficulty, moves, colors, target, board })
    }
}

fn graph(vertices: &[Color], edges: &[[Place; 2]]) -> Result<Layout, Problem> {
    let count = vertices.len();
    if let Some([one, other]) = edges.iter().find(|edge| edge.iter().any(|&end| end as usize >= count)) {
        return Err(Problem::new(format!("edge [{one}, {other}] leads to a vertex that is not one of the {count}")));
    }
    if vertices.contains(&VOID) {
        return Err(Problem::new("colour 0, expected a colour from 1"));
    }
    Ok(Layout::graph(count, edges.iter().map(|&[one, other]| (one, other))))
}

fn size(rows: &[Vec<Color>]) -> Result<(u16, u16), Problem> {
    let width = rows.first().map_or(0, Vec::len);
    if let Some((row, cells)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
        return Err(Problem::new(format!("{} cells in row {}, expected {width}", cells.len(), row + 1)));
    }
    let side = |number: usize| u16::try_from(number).map_err(|_| Problem::new("the board is too large"));
    Ok((side(rows.len())?, side(width)?))
}

/// Reads a level or position.
pub fn read(text: &str) -> Result<Position, Problems> {
    let saved: Saved = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Problem::new(message).at(error.line().max(1), error.column().max(1))
    })?;
    Ok(saved.try_into()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back_as_they_were() {
        for text in [
            r#"{"layout":"square","difficulty":2,"moves":3,"colors":3,"target":null,"rows":[[1,0],[2,3]],"used":1}"#,
            r#"{"layout":"triangular","difficulty":1,"moves":3,"colors":3,"target":2,"rows":[[1],[2]],"used":0}"#,
            r#"{"layout":"graph","difficulty":1,"moves":3,"colors":3,"target":null,"vertices":[1,2],"edges":[[0,1]],"used":3}"#,
        ] {
            let position: Position = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&position).unwrap(), text);
            assert_eq!(read(text).unwrap(), position);
        }
    }

    #[test]
    fn a_position_that_makes_no_sense_cannot_be_read() {
        for (parts, why) in [
            (r#""layout":"square","rows":[[1,2],[1]]"#, "1 cells in row 2, expected 2"),
            (r#""layout":"square","rows":[]"#, "no cell to paint"),
            (r#""layout":"square""#, "a board has `rows`"),
            (r#""layout":"square","rows":[[1]],"vertices":[1]"#, "a board has `rows`"),
            (r#""layout":"graph","rows":[[1]]"#, "a graph has `vertices`"),
            (r#""layout":"graph","vertices":[1,0],"edges":[]"#, "colour 0"),
            (r#""layout":"graph","vertices":[1,2],"edges":[[0,2]]"#, "edge [0, 2]"),
            (r#""layout":"hexagonal","rows":[[1]]"#, "unknown variant"),
            (r#""layout":"square","rows":[[1]],"target":0"#, "target 0"),
            (r#""layout":"square","rows":[[-1]]"#, "invalid value"),
            (r#""layout":"square","rows":[[1]],"color":1"#, "unknown field `color`"),
        ] {
            let text = format!(r#"{{{parts},"moves":3,"colors":3}}"#);
            let problem = serde_json::from_str::<Position>(&text).unwrap_err().to_string();
            assert!(problem.contains(why), "{text}: {problem}");
        }
    }

    #[test]
    fn the_schema_of_a_position_names_its_parts() {
        let schema = serde_json::to_value(schemars::schema_for!(Position)).unwrap();
        for part in ["layout", "moves", "colors", "target", "rows", "vertices", "edges", "used"] {
            assert!(schema["properties"][part]["description"].is_string(), "{part}");
        }
        assert_eq!(schema["additionalProperties"], false);
    }
}
