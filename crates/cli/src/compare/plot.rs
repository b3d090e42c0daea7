//! Plots of a comparison: time and nodes against size, and how many puzzles were answered within a time.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Run;

const COLORS: [&str; 7] = ["#0072b2", "#d41f1f", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b75"];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 50.0;

/// What is drawn upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Time,
    Nodes,
}

impl Measure {
    fn of(self, run: &Run) -> f64 {
        match self {
            Self::Time => run.milliseconds,
            Self::Nodes => run.nodes.max(1) as f64,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Time => "time by size of board",
            Self::Nodes => "nodes by size of board",
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            Self::Time => " ms",
            Self::Nodes => "",
        }
    }
}

fn logarithm(value: f64) -> f64 {
    value.max(1e-4).log10()
}

/// The least and the greatest, apart from each other.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// The engines in the order of their first runs.
fn engines(runs: &[Run]) -> Vec<&str> {
    let mut engines: Vec<&str> = Vec::new();
    for run in runs {
        if !engines.contains(&run.engine.as_str()) {
            engines.push(&run.engine);
        }
    }
    engines
}

fn begin(title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\"><title>{title}</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">{title}</text>\n"
    )
}

/// A line in an engine's colour, with its name at the right.
fn line(svg: &mut String, index: usize, engine: &str, points: &[String]) {
    let color = COLORS[index % COLORS.len()];
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{engine}</text>",
        points.join(" "),
        WIDTH - 115.0,
        40.0 + 20.0 * index as f64
    );
}

/// Something against the number of cells, both on logarithmic scales: a dot a run, a line through the means of each size.
pub(super) fn by_size(runs: &[Run], measure: Measure) -> String {
    let (first, last) = range(runs.iter().map(|run| logarithm(run.cells as f64)));
    let (low, high) = range(runs.iter().map(|run| logarithm(measure.of(run))));
    let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
    let x = |cells: f64| LEFT + (logarithm(cells) - first) / (last - first) * (WIDTH - LEFT - 130.0);
    let y = |value: f64| HEIGHT - BOTTOM - (logarithm(value) - low) / (high - low) * (HEIGHT - BOTTOM - 30.0);
    let mut svg = begin(measure.title());
    for power in low as i32..=high as i32 {
        let value = 10_f64.powi(power);
        let at = y(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}{}</text>",
            WIDTH - 125.0,
            LEFT - 6.0,
            at + 4.0,
            measure.unit()
        );
    }
    let mut sizes: Vec<usize> = runs.iter().map(|run| run.cells).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let step = sizes.len().div_ceil(8).max(1);
    for size in sizes.iter().step_by(step) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>",
            x(*size as f64),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{:.1}\">cells</text>", HEIGHT - 10.0);
    for (index, engine) in engines(runs).into_iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let mut means: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for run in runs.iter().filter(|run| run.engine == engine) {
            let hollow = if run.status == "gave_up" { "none" } else { color };
            let (at, up) = (x(run.cells as f64), y(measure.of(run)));
            let _ = writeln!(
                svg,
                "<circle cx=\"{at:.1}\" cy=\"{up:.1}\" r=\"2.5\" fill=\"{hollow}\" stroke=\"{color}\" fill-opacity=\"0.45\"/>"
            );
            let sum = means.entry(run.cells).or_default();
            *sum = (sum.0 + logarithm(measure.of(run)), sum.1 + 1.0);
        }
        let points: Vec<String> = means
            .iter()
            .map(|(cells, (sum, number))| format!("{:.1},{:.1}", x(*cells as f64), y(10_f64.powf(sum / number))))
            .collect();
        line(&mut svg, index, engine, &points);
    }
    svg.push_str("</svg>\n");
    svg
}

/// How many puzzles each engine has answered within a time, the time on a logarithmic scale: a cactus plot, as the
/// competitions of SAT solvers draw it.
pub(super) fn answered(runs: &[Run]) -> String {
    let done = |engine: &str| {
        let own = runs.iter().filter(|run| run.engine == engine && run.status != "gave_up");
        let mut times: Vec<f64> = own.map(|run| run.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let (low, high) = range(runs.iter().map(|run| logarithm(run.milliseconds)));
    let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
    let most = engines(runs).into_iter().map(|engine| done(engine).len()).max().unwrap_or(0).max(1);
    let x = |milliseconds: f64| LEFT + (logarithm(milliseconds) - low) / (high - low) * (WIDTH - LEFT - 130.0);
    let y = |count: usize| HEIGHT - BOTTOM - count as f64 / most as f64 * (HEIGHT - BOTTOM - 30.0);
    let mut svg = begin("puzzles answered within a time");
    for part in 0..=4 {
        let count = most * part / 4;
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{count}</text>",
            WIDTH - 125.0,
            LEFT - 6.0,
            y(count) + 4.0,
            at = y(count)
        );
    }
    for power in low as i32..=high as i32 {
        let value = 10_f64.powi(power);
        let (at, below) = (x(value), HEIGHT - BOTTOM + 20.0);
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{value} ms</text>");
    }
    for (index, engine) in engines(runs).into_iter().enumerate() {
        let points = done(engine).into_iter().enumerate().flat_map(|(count, time)| {
            [format!("{:.1},{:.1}", x(time), y(count)), format!("{:.1},{:.1}", x(time), y(count + 1))]
        });
        line(&mut svg, index, engine, &points.collect::<Vec<_>>());
    }
    svg.push_str("</svg>\n");
    svg
}
