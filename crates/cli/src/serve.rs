//! `azulejo serve`: the page and the API, until Ctrl-C.

use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use azulejo_core::problem::Problem;
use azulejo_web::{HeaderName, Limits, Options};
use clap::Args;
use serde_json::json;

use crate::failure::{Exit, Reply};
use crate::options::Common;
use crate::output;

/// `azulejo serve`
#[derive(Debug, Args)]
#[command(after_help = limits_table())]
pub(crate) struct Arguments {
    /// The address to listen on; only this machine can reach the usual one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// The header in which a proxy in front of the server names its client, such as `x-forwarded-for`: the last address in
    /// it counts. Only behind a proxy that sets it, or anybody could claim to be anybody
    #[arg(long, value_name = "HEADER")]
    client_header: Option<HeaderName>,
    /// How much to log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = ["off", "error", "warn", "info", "debug", "trace"])]
    log: String,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let level: tracing_subscriber::filter::LevelFilter =
        arguments.log.parse().unwrap_or(tracing_subscriber::filter::LevelFilter::WARN);
    // A second subscriber could only be refused, and there is none before this one.
    let _ = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).try_init();
    let mut limits = Limits::default();
    if let Some(time) = common.time_limit() {
        (limits.usual_time, limits.most_time) = (time.min(limits.usual_time), time);
    }
    let client_header = arguments.client_header.clone();
    let options = Options { host: arguments.host, port: arguments.port, client_header, limits };
    let served = azulejo_web::serve(&options, |address| tell(address, arguments, common));
    served.map(|()| Exit::Answered).map_err(|error| {
        let place = SocketAddr::new(arguments.host, arguments.port);
        let problem = Problem::new(format!("cannot listen on {place}: {error}"));
        problem.hint("another port may be free: `--port 0` picks one").into()
    })
}

/// What the server allows, for its help.
fn limits_table() -> String {
    let table = Limits::default().table();
    let wide = table.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    let lines: Vec<String> = table.iter().map(|(what, most)| format!("  {what:wide$}  {most}")).collect();
    format!("Limits (a client is an address, or a /64 of IPv6; more is refused with 429 or 503):\n{}", lines.join("\n"))
}

fn tell(address: SocketAddr, arguments: &Arguments, common: &Common) {
    let page = format!("http://{address}/");
    let text = if common.json {
        format!("{}\n", json!({ "command": "serve", "status": "ok", "url": page }))
    } else {
        format!("azulejo is at {page} (Ctrl-C ends it)\n")
    };
    // A server whose output nobody reads still serves.
    let _ = output::print(&text);
    if arguments.open && !open(&page) {
        tracing::warn!("no browser could be opened");
    }
}

fn open(page: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
