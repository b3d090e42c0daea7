//! A stroke font for PNG: letters as lines with round ends, drawn by hand on a grid 4 wide and 6 high.
//!
//! A glyph is written as strokes separated by blanks; a stroke is a chain of points, two digits each, x then y. Capitals
//! stand on y = 6 and reach y = 0; small letters reach y = 2, and hang down to y = 8.

use super::layout::Point;

/// Stroke width as a part of the text's size.
pub(super) const WEIGHT: f32 = 0.085;
/// The height of a capital as a part of the text's size.
const CAPITAL: f32 = 0.7;
/// Room between two glyphs, in grid units.
const GAP: f32 = 1.9;

/// The width of a text in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|letter| advance(glyph(letter))).sum();
    (units - GAP).max(0.0) * unit(size)
}

/// The lines of a text whose left end and middle height are at a point.
pub(super) fn strokes(text: &str, at: Point, size: f32) -> Vec<Vec<Point>> {
    let unit = unit(size);
    let mut left = at.x;
    let mut lines = Vec::new();
    for letter in text.chars() {
        let strokes = glyph(letter);
        for stroke in strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
            let points = stroke.as_bytes().chunks_exact(2).map(|pair| {
                let [x, y] = [pair[0], pair[1]].map(|digit| f32::from(digit - b'0'));
                Point::new(left + x * unit, at.y + (y - 3.0) * unit)
            });
            lines.push(points.collect());
        }
        left += advance(strokes) * unit;
    }
    lines
}

fn unit(size: f32) -> f32 {
    size * CAPITAL / 6.0
}

fn advance(strokes: &str) -> f32 {
    let points = strokes.split(' ').flat_map(|stroke| stroke.as_bytes().chunks_exact(2));
    points.map(|pair| f32::from(pair[0] - b'0')).fold(if strokes.is_empty() { 1.0 } else { 0.0 }, f32::max) + GAP
}

#[expect(clippy::too_many_lines, reason = "it is a table")]
fn glyph(letter: char) -> &'static str {
    match letter {
        'A' | 'Á' | 'Â' | 'Ã' | 'Ă' | 'À' => "062046 1434",
        'B' => "0006 003041423303 3344453606",
        'C' | 'Ç' => "4130100105163645",
        'D' => "0006 002042442606",
        'E' | 'É' | 'Ê' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' | 'Í' | 'Î' => "0020 1016 0626",
        'J' => "4045361605",
        'K' => "0006 4004 1346",
        'L' => "000646",
        'M' => "0600234046",
        'N' | 'Ñ' => "06004640",
        'O' | 'Ó' | 'Ô' | 'Õ' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' | 'Ș' => "413010010213334445361605",
        'T' | 'Ț' => "0040 2026",
        'U' | 'Ú' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' | 'á' | 'â' | 'ã' | 'ă' | 'à' => "4246 4332120305163645",
        'b' => "0006 0312324345361605",
        'c' | 'ç' => "4332120305163645",
        'd' => "4046 4332120305163645",
        'e' | 'é' | 'ê' => "04444332120305163645",
        'f' => "30201116 0232",
        'g' => "42473818 4332120305163645",
        'h' => "0006 0312324346",
        'i' | 'í' | 'î' => "0206 0000",
        'j' => "12171808 1010",
        'k' => "0006 3205 1436",
        'l' => "0006",
        'm' => "0206 03122326 23324346",
        'n' | 'ñ' => "0206 0312324346",
        'o' | 'ó' | 'ô' | 'õ' => "123243453616050312",
        'p' => "0208 0312324345361605",
        'q' => "4248 4332120305163645",
        'r' => "0206 031232",
        's' | 'ș' => "43321203143445361605",
        't' | 'ț' => "10152636 0232",
        'u' | 'ú' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216243642",
        'x' | '×' => "0246 4206",
        'y' => "0226 4218",
        'z' => "02420646",
        '0' => "103041453616050110 1531",
        '1' => "021016 0626",
        '2' => "01103041420646",
        '3' => "01103041423313 334445361605",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "4130100105163645443303",
        '7' => "004016",
        '8' => "130201103041423313 1304051636454433",
        '9' => "0516364541301001021343",
        ' ' => "",
        '.' => "0606",
        ',' => "1607",
        ':' => "0303 0606",
        ';' => "1313 1607",
        '!' => "0004 0606",
        '?' => "01103041422324 2626",
        '-' => "0333",
        '−' | '–' | '—' => "0343",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '/' => "0640",
        '\\' => "0046",
        '(' | '{' => "20020426",
        ')' | '}' => "00222406",
        '[' => "20000626",
        ']' => "00202606",
        '\'' | '`' | '’' => "0002",
        '"' => "0002 2022",
        '#' => "1016 3036 0242 0444",
        '*' => "2125 0244 4204",
        '%' => "4006 0101 4545",
        '&' => "460201102031320405162644",
        '@' => "453616050110304144342313",
        '<' => "400346",
        '>' => "004306",
        '_' => "0646",
        '|' => "0007",
        '^' => "022042",
        '~' => "03123443",
        '$' => "413010010213334445361605 2026",
        '·' => "0303",
        '…' => "0606 2626 4646",
        '→' => "0343 214325",
        '↔' => "0343 110315 315335",
        '≥' => "004204 0646",
        '≤' => "400244 0646",
        _ => "0040460600",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_character_has_its_own_glyph() {
        let unknown = glyph('\u{1}');
        for letter in ' '..='~' {
            assert_ne!(glyph(letter), unknown, "{letter}");
        }
        let drawn: Vec<&str> = ('!'..='~').filter(|letter| !"{}`".contains(*letter)).map(glyph).collect();
        let mut distinct = drawn.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), drawn.len());
    }

    #[test]
    fn every_glyph_is_pairs_of_digits() {
        for letter in (' '..='~').chain("áéíóúñçãõăâîșțÁÉÍÓÚ×→↔…−≥≤·".chars()) {
            for stroke in glyph(letter).split(' ') {
                assert!(stroke.len().is_multiple_of(2) && stroke.bytes().all(|byte| byte.is_ascii_digit()), "{letter}");
            }
        }
    }
}
