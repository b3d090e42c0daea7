//! Numbers of one round after another, drawn as lines.

use std::fmt::Write as _;

const COLORS: [&str; 7] = ["#0072b2", "#d41f1f", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b75"];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 50.0;

/// Numbers that follow each other as lines, each with its name at its end.
pub(super) fn lines(series: &[(&str, Vec<f64>)]) -> String {
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
