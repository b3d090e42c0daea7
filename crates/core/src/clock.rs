//! What a machine gives that is not reckoned: its clock, chance from outside, and whether it has threads.
//!
//! Only [`crate::budget`], the time that an answer says it took, and fresh seeds ask for them. In a browser the standard
//! library's clock panics, threads cannot be begun, and its hash seeds are the same on every visit: there, the browser is
//! asked instead.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod machine {
    pub use std::time::Instant;

    /// Whether threads can be begun.
    pub const THREADS: bool = true;

    /// A number that nobody can guess.
    pub fn chance() -> u64 {
        use std::hash::{BuildHasher as _, RandomState};
        RandomState::new().hash_one(())
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod machine {
    pub use web_time::Instant;

    /// Whether threads can be begun.
    pub const THREADS: bool = false;

    /// A number that nobody can guess.
    pub fn chance() -> u64 {
        // The fraction has 52 bits.
        (js_sys::Math::random() * 2_f64.powi(52)) as u64
    }
}

/// Whether this is built for a browser, where nobody prints, writes files, paints pixels or describes answers: what only
/// other doors ask for stays out of what is fetched.
pub(crate) const BROWSER: bool = cfg!(all(target_arch = "wasm32", target_os = "unknown"));

pub use machine::{Instant, THREADS, chance};
