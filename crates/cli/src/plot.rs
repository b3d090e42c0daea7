//! Plots: what `compare` writes (a table, CSV, time against size, one page with all of it), and lines of numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compare::{Run, Summary};

/// A table for the terminal.
pub(crate) fn table(summaries: &[Summary]) -> String {
    let mut text = format!(
        "{:<10} {:>8} {:>9} {:>12} {:>12} {:>12} {:>14} {:>12} {:>12}\n",
        "engine", "puzzles", "answered", "mean ms", "median ms", "max ms", "nodes", "mean KiB", "max KiB"
    );
    for summary in summaries {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "{:<10} {:>8} {:>9} {:>12.3} {:>12.3} {:>12.3} {:>14} {:>12.1} {:>12.1}",
            summary.engine,
            summary.puzzles,
            summary.answered,
            summary.mean_ms,
            summary.median_ms,
            summary.max_ms,
            summary.nodes,
            kibibytes(summary.mean_peak_bytes),
            kibibytes(summary.max_peak_bytes)
        );
    }
    text
}

fn kibibytes(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}

/// One line a run.
pub(crate) fn csv(runs: &[Run]) -> String {
    let mut text = "puzzle,cells,colors,engine,status,milliseconds,nodes,peak_bytes\n".to_owned();
    for run in runs {
        let name = run.puzzle.replace('"', "\"\"");
        let Run { cells, colors, engine, status, milliseconds, nodes, peak_bytes, .. } = run;
        let _ = writeln!(text, "\"{name}\",{cells},{colors},{engine},{status},{milliseconds:.4},{nodes},{peak_bytes}");
    }
    text
}

const COLORS: [&str; 7] = ["#0072b2", "#d41f1f", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b75"];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 50.0;

/// Numbers that follow each other as lines, each with its name at its end.
pub(crate) fn lines(series: &[(&str, Vec<f64>)]) -> String {
    let highest = series.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
    let highest = if highest > 0.0 { highest } else { 1.0 };
    let most = series.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    let x = |place: usize| LEFT + place as f64 / (most - 1) as f64 * (WIDTH - LEFT - 130.0);
    let y = |value: f64| HEIGHT - BOTTOM - value / highest * (HEIGHT - BOTTOM - 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\"><title>what the rounds came to</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for fourth in 0..=4 {
        let value = highest * f64::from(fourth) / 4.0;
        let at = y(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.0}</text>",
            WIDTH - 125.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{:.1}\">1</text>", HEIGHT - BOTTOM + 20.0);
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{most} rounds</text>",
        x(most - 1),
        HEIGHT - BOTTOM + 20.0
    );
    for (index, (name, values)) in series.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let points: Vec<String> =
            values.iter().enumerate().map(|(place, value)| format!("{:.1},{:.1}", x(place), y(*value))).collect();
        let last = values.last().copied().unwrap_or(0.0);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{name}</text>",
            points.join(" "),
            x(values.len().saturating_sub(1)) + 6.0,
            y(last) + 4.0 + 14.0 * index as f64
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Time against the number of cells, both on logarithmic scales: a dot a run, a line through the means of each size.
pub(crate) fn plot(runs: &[Run]) -> String {
    let logarithm = |value: f64| value.max(1e-4).log10();
    let range = |values: Vec<f64>| {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
    };
    let (first, last) = range(runs.iter().map(|run| logarithm(run.cells as f64)).collect());
    let (low, high) = range(runs.iter().map(|run| logarithm(run.milliseconds)).collect());
    let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
    let x = |cells: f64| LEFT + (logarithm(cells) - first) / (last - first) * (WIDTH - LEFT - 130.0);
    let y =
        |milliseconds: f64| HEIGHT - BOTTOM - (logarithm(milliseconds) - low) / (high - low) * (HEIGHT - BOTTOM - 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\"><title>time by size of board</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for power in low as i32..=high as i32 {
        let value = 10_f64.powi(power);
        let at = y(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value} ms</text>",
            WIDTH - 125.0,
            LEFT - 6.0,
            at + 4.0
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
    let mut engines: Vec<&str> = Vec::new();
    for run in runs {
        if !engines.contains(&run.engine.as_str()) {
            engines.push(&run.engine);
        }
    }
    for (index, engine) in engines.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let mut means: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for run in runs.iter().filter(|run| run.engine == *engine) {
            let hollow = if run.status == "gave_up" { "none" } else { color };
            let (at, up) = (x(run.cells as f64), y(run.milliseconds));
            let _ = writeln!(
                svg,
                "<circle cx=\"{at:.1}\" cy=\"{up:.1}\" r=\"2.5\" fill=\"{hollow}\" stroke=\"{color}\" fill-opacity=\"0.45\"/>"
            );
            let sum = means.entry(run.cells).or_default();
            *sum = (sum.0 + logarithm(run.milliseconds), sum.1 + 1.0);
        }
        let points: Vec<String> = means
            .iter()
            .map(|(cells, (sum, number))| format!("{:.1},{:.1}", x(*cells as f64), y(10_f64.powf(sum / number))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{engine}</text>",
            points.join(" "),
            WIDTH - 115.0,
            40.0 + 20.0 * index as f64
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The report as one page.
pub(crate) fn html(title: &str, summaries: &[Summary], plot: &str) -> String {
    let mut rows = String::new();
    for summary in summaries {
        let Summary { engine, puzzles, answered, mean_ms, median_ms, max_ms, nodes, mean_peak_bytes, max_peak_bytes } =
            summary;
        let (mean_memory, max_memory) = (kibibytes(*mean_peak_bytes), kibibytes(*max_peak_bytes));
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\">{engine}</th><td>{answered} of {puzzles}</td><td>{mean_ms:.3}</td>\
             <td>{median_ms:.3}</td><td>{max_ms:.3}</td><td>{nodes}</td>\
             <td>{mean_memory:.1}</td><td>{max_memory:.1}</td></tr>"
        );
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} engines compared</title>\n\
         <style>body{{font-family:sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}}\
         td,th{{text-align:right;padding:.2rem .8rem}}th[scope=row]{{text-align:left}}</style></head>\n\
         <body><h1>{title} engines compared</h1>\n<table><thead><tr><th>engine</th><th>answered</th><th>mean ms</th>\
         <th>median ms</th><th>max ms</th><th>nodes</th><th>mean KiB</th><th>max KiB</th>\
         </tr></thead><tbody>\n{rows}</tbody></table>\n\
         <p>A dot is one engine on one puzzle, hollow where it gave up; lines join the means of each size. KiB: the most an \
         engine had allocated at once, where the program was built to count it.</p>\n\
         {plot}</body></html>\n"
    )
}
