//! A client as small as can be, which speaks from any address of the loopback network.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::time::Duration;

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;

/// A connection from one address to another.
pub(crate) fn dial(from: Ipv4Addr, to: SocketAddrV4) -> io::Result<TcpStream> {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
    bind(&socket, &SocketAddrV4::new(from, 0))?;
    connect(&socket, &to)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(90)))?;
    stream.set_write_timeout(Some(Duration::from_secs(30)))?;
    Ok(stream)
}

/// A question to a verb.
pub(crate) fn question(path: &str, body: &Value) -> Vec<u8> {
    sent(path, "", body.to_string().as_bytes())
}

/// The same whose answer is to come as events.
pub(crate) fn followed(path: &str, body: &Value) -> Vec<u8> {
    sent(path, "accept: text/event-stream\r\n", body.to_string().as_bytes())
}

/// Any body, with any headers.
pub(crate) fn sent(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let kind = if headers.contains("content-type") { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    let head = format!(
        "POST /api/v1/games/{path} HTTP/1.1\r\nhost: localhost\r\n{kind}{headers}content-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// A page or a part of the catalogue.
pub(crate) fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n").into_bytes()
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// One connection, made anew when the server has closed it.
pub(crate) struct Client {
    from: Ipv4Addr,
    to: SocketAddrV4,
    stream: Option<TcpStream>,
}

impl Client {
    pub(crate) fn new(from: Ipv4Addr, to: SocketAddrV4) -> Self {
        Self { from, to, stream: None }
    }

    /// Asks, on a new connection where the old one was closed while nothing was asked.
    pub(crate) fn ask(&mut self, request: &[u8]) -> io::Result<Answer> {
        if let Some(stream) = self.stream.take()
            && let Ok(answer) = self.asked(stream, request)
        {
            return Ok(answer);
        }
        let stream = dial(self.from, self.to)?;
        self.asked(stream, request)
    }

    fn asked(&mut self, mut stream: TcpStream, request: &[u8]) -> io::Result<Answer> {
        stream.write_all(request)?;
        let (answer, open) = read(&mut stream)?;
        if open {
            self.stream = Some(stream);
        }
        Ok(answer)
    }

    /// Sends a question and goes away before its answer is there.
    pub(crate) fn leave(&mut self, request: &[u8], after: Duration) -> io::Result<()> {
        let mut stream = dial(self.from, self.to)?;
        stream.write_all(request)?;
        std::thread::sleep(after);
        Ok(())
    }
}

/// Reads one answer; whether the connection may be used again.
fn read(stream: &mut TcpStream) -> io::Result<(Answer, bool)> {
    let early = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (mut bytes, mut part) = (Vec::new(), vec![0; 64 << 10]);
    let mut more = |bytes: &mut Vec<u8>| -> io::Result<usize> {
        let read = stream.read(&mut part)?;
        bytes.extend_from_slice(&part[..read]);
        Ok(read)
    };
    let head = loop {
        if let Some(head) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break head;
        }
        if more(&mut bytes)? == 0 {
            return Err(early());
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(early)?;
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    let whole = |bytes: &[u8]| match length {
        Some(length) => bytes.len() >= head + 4 + length,
        None => status == 304 || bytes.ends_with(b"0\r\n\r\n"),
    };
    while !whole(&bytes) {
        if more(&mut bytes)? == 0 {
            return Err(early());
        }
    }
    let open = !text.contains("connection: close");
    Ok((Answer { status, body: bytes.split_off(head + 4) }, open))
}
