//! Comments in plain characters: the `escape` and `unescape` of old browsers, which fumens are written with.

/// Every character that is not plain as `%XX`, or `%uXXXX` beyond Latin-1; pairs of these beyond the first plane.
pub(super) fn escaped(text: &str) -> String {
    text.encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => char::from(byte).to_string(),
            Ok(byte) => format!("%{byte:02X}"),
            Err(_) => format!("%u{unit:04X}"),
        })
        .collect()
}

/// The text that was escaped; what is no escape stays as it is.
pub(super) fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let hexadecimal = |from: usize, length: usize| {
        let digits = bytes.get(from..from + length)?;
        digits.iter().try_fold(0_u16, |value, digit| Some(value * 16 + char::from(*digit).to_digit(16)? as u16))
    };
    let (mut units, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        let (unit, length) = match (byte, bytes.get(at + 1)) {
            (b'%', Some(b'u')) => hexadecimal(at + 2, 4).map_or((byte.into(), 1), |unit| (unit, 6)),
            (b'%', _) => hexadecimal(at + 1, 2).map_or((byte.into(), 1), |unit| (unit, 3)),
            _ => (byte.into(), 1),
        };
        units.push(unit);
        at += length;
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_comes_back() {
        for text in ["", "plain@*_+-./", "a b%c", "é ü", "テト譜 ミノ", "😀 x", "100% %u12"] {
            assert_eq!(unescaped(&escaped(text)), text);
        }
        assert_eq!(escaped("é%譜"), "%E9%25%u8B5C");
        assert_eq!(unescaped("50% %u8B5 %4"), "50% %u8B5 %4");
    }
}
