//! What a comparison writes: a table, CSV, and one report as Markdown or as a page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::plot::{self, Measure};
use super::{About, Run, Summary};

/// A table for the terminal.
pub(super) fn table(summaries: &[Summary]) -> String {
    let mut text = format!(
        "{:<10} {:>8} {:>9} {:>11} {:>11} {:>11} {:>13} {:>11} {:>11} {:>6} {:>10}\n",
        "engine",
        "puzzles",
        "answered",
        "mean ms",
        "median ms",
        "max ms",
        "nodes",
        "mean KiB",
        "max KiB",
        "lines",
        "complexity"
    );
    for summary in summaries {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "{:<10} {:>8} {:>9} {:>11.3} {:>11.3} {:>11.3} {:>13} {:>11.1} {:>11.1} {:>6} {:>10}",
            summary.engine,
            summary.puzzles,
            summary.answered,
            summary.mean_ms,
            summary.median_ms,
            summary.max_ms,
            summary.nodes,
            kibibytes(summary.mean_peak_bytes),
            kibibytes(summary.max_peak_bytes),
            summary.code.map_or_else(String::new, |code| code.lines.to_string()),
            summary.complexity.map_or_else(String::new, |complexity| format!("{complexity:.1}"))
        );
    }
    text
}

fn kibibytes(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}

/// One line a run.
pub(super) fn csv(runs: &[Run]) -> String {
    let mut text = "puzzle,cells,colors,engine,status,milliseconds,nodes,peak_bytes\n".to_owned();
    for run in runs {
        let name = run.puzzle.replace('"', "\"\"");
        let Run { cells, colors, engine, status, milliseconds, nodes, peak_bytes, .. } = run;
        let _ = writeln!(text, "\"{name}\",{cells},{colors},{engine},{status},{milliseconds:.4},{nodes},{peak_bytes}");
    }
    text
}

/// A table of the report: what its first column is called, then the others.
struct Table {
    title: &'static str,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// The report's tables: how fast the engines are, and what it took to write them.
fn tables(summaries: &[Summary]) -> Vec<Table> {
    let memory = summaries.iter().any(|summary| summary.max_peak_bytes > 0);
    let speed = summaries.iter().map(|summary| {
        let mut row = vec![
            summary.engine.clone(),
            format!("{} of {}", summary.answered, summary.puzzles),
            format!("{:.3}", summary.mean_ms),
            format!("{:.3}", summary.median_ms),
            format!("{:.3}", summary.max_ms),
            summary.nodes.to_string(),
        ];
        if memory {
            row.push(format!("{:.1}", kibibytes(summary.mean_peak_bytes)));
            row.push(format!("{:.1}", kibibytes(summary.max_peak_bytes)));
        }
        row
    });
    let mut heads = vec!["engine", "answered", "mean ms", "median ms", "max ms", "nodes"];
    if memory {
        heads.extend(["mean KiB", "max KiB"]);
    }
    let mut tables = vec![Table { title: "Time", heads, rows: speed.collect() }];
    let code = summaries.iter().filter_map(|summary| {
        let (code, complexity) = (summary.code?, summary.complexity?);
        let counts = [code.lines, code.functions, code.decisions].map(|count| count.to_string());
        Some([vec![summary.engine.clone()], counts.to_vec(), vec![format!("{complexity:.1}")]].concat())
    });
    let rows: Vec<_> = code.collect();
    if !rows.is_empty() {
        let heads = vec!["engine", "lines", "functions", "decisions", "complexity"];
        tables.push(Table { title: "Code", heads, rows });
    }
    tables
}

/// What the tables and plots mean.
fn legend(about: &About<'_>) -> [String; 3] {
    let rule = about.rule.as_object().into_iter().flatten().map(|(name, value)| match value.as_str() {
        Some(word) => format!("{name} {word}"),
        None => format!("{name} {value}"),
    });
    let rule: Vec<String> = rule.collect();
    let rule = if rule.is_empty() { String::new() } else { format!(" Rule: {}.", rule.join(", ")) };
    [
        format!(
            "{} puzzles, one thread, at most {} s an engine and puzzle; times are those of the wall.{rule}",
            about.puzzles,
            about.patience.as_secs_f64()
        ),
        "Lines of code without comments and tests, of the files that the engine alone has. Decisions: `if`, `for`, `while`, \
         `loop`, arms of `match`, `&&`, `||`, `?`. Complexity: the mean of McCabe's cyclomatic complexity over functions."
            .to_owned(),
        "A dot is one engine on one puzzle, hollow where it gave up; lines join the means of each size.".to_owned(),
    ]
}

/// The plots, each with its name.
fn plots(runs: &[Run]) -> [(&'static str, String); 3] {
    [
        ("time", plot::by_size(runs, Measure::Time)),
        ("nodes", plot::by_size(runs, Measure::Nodes)),
        ("answered", plot::answered(runs)),
    ]
}

/// The files of a report: a page has its plots inside, Markdown has them beside it.
pub(super) fn files(path: &Path, about: &About<'_>, summaries: &[Summary], runs: &[Run]) -> Vec<(PathBuf, Vec<u8>)> {
    if path.extension().is_some_and(|end| end == "html") {
        return vec![(path.to_path_buf(), html(about, summaries, runs).into_bytes())];
    }
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut files = Vec::new();
    let mut pictures = String::new();
    for (name, svg) in plots(runs) {
        let file = format!("{stem}-{name}.svg");
        let _ = writeln!(pictures, "\n![{name}]({file})");
        files.push((path.with_file_name(file), svg.into_bytes()));
    }
    let [first, code, dots] = legend(about);
    let mut text = format!("# {} engines compared\n\n{first}\n", about.title);
    for table in tables(summaries) {
        let _ = writeln!(text, "\n## {}\n\n| {} |", table.title, table.heads.join(" | "));
        let _ = writeln!(text, "|---{}|", "|---:".repeat(table.heads.len() - 1));
        for row in table.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
    }
    let _ = write!(text, "\n{code}\n\n## Plots\n\n{dots}\n{pictures}");
    files.insert(0, (path.to_path_buf(), text.into_bytes()));
    files
}

fn html(about: &About<'_>, summaries: &[Summary], runs: &[Run]) -> String {
    let title = about.title;
    let [first, code, dots] = legend(about);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} engines compared</title>\n\
         <style>body{{font-family:sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}}\
         td,th{{text-align:right;padding:.2rem .8rem}}th[scope=row]{{text-align:left}}</style></head>\n\
         <body><h1>{title} engines compared</h1>\n<p>{first}</p>\n"
    );
    for table in tables(summaries) {
        let heads: String = table.heads.iter().map(|head| format!("<th>{head}</th>")).collect();
        let _ = writeln!(text, "<h2>{}</h2>\n<table><thead><tr>{heads}</tr></thead><tbody>", table.title);
        for row in table.rows {
            let cells: String = row[1..].iter().map(|cell| format!("<td>{cell}</td>")).collect();
            let _ = writeln!(text, "<tr><th scope=\"row\">{}</th>{cells}</tr>", row[0]);
        }
        text.push_str("</tbody></table>\n");
    }
    let _ = write!(text, "<p>{}</p>\n<h2>Plots</h2>\n<p>{dots}</p>\n", code.replace('&', "&amp;").replace('`', ""));
    for (_, svg) in plots(runs) {
        text.push_str(&svg);
    }
    text.push_str("</body></html>\n");
    text
}
