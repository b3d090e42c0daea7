//! Hands: what a person does to what is drawn, before a game has said what it means.
//!
//! Doors forward gestures on handles (a cell's name, or whatever a scene's things are called); the game's crate turns them
//! into moves and keeps in its `Ui` the little that undo does not restore: a cursor, a drag, a chosen card.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::Message;

/// What a pointer or a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Pressed and released in one place, or entered by a key: on a cell, a thing or a control.
    Tap,
    /// The pointer went down, on a board that is dragged over.
    Press,
    /// The pressed pointer came to another place.
    Drag,
    /// The pressed pointer was released.
    Release,
    /// The pointer is over this place without being pressed.
    Hover,
    /// The pointer has left, or the gesture was broken off.
    Leave,
}

/// One act on one handle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gesture {
    /// What was done.
    pub act: Act,
    /// The handle it was done to; empty when there is none
    #[serde(default)]
    pub on: String,
    /// Where the keyboard's cursor stands, for controls that act there
    #[serde(default)]
    pub at: Option<String>,
}

impl Gesture {
    /// An act on a handle.
    pub fn new(act: Act, on: impl Into<String>) -> Self {
        Self { act, on: on.into(), at: None }
    }

    /// A tap on a handle.
    pub fn tap(on: impl Into<String>) -> Self {
        Self::new(Act::Tap, on)
    }

    /// The same with the keyboard's cursor at a place.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        Self { at: Some(place.into()), ..self }
    }
}

/// Something that can be done now, beside touching what is drawn: a button with its keys, or a key alone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Control {
    /// The handle that a tap goes to.
    pub handle: String,
    /// Keys that tap it too, as browsers name them: `e`, `ArrowLeft`, ` `, `Delete`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<&'static str>,
    /// What it does, for a person.
    pub label: Message,
    /// How it shows.
    pub show: Show,
    /// Why nothing can be done with it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Message>,
}

/// How a control shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    /// As a button.
    Button,
    /// As the button one most likely wants next.
    Main,
    /// As a button that does nothing now.
    Off,
    /// By its keys alone; it may be drawn as a thing of a scene.
    Keys,
}

impl Control {
    /// A button with a handle and a label.
    pub fn button(handle: impl Into<String>, label: Message) -> Self {
        Self { handle: handle.into(), keys: Vec::new(), label, show: Show::Button, why: None }
    }

    /// A control without a button: a key, or a thing of a scene that has a key.
    pub fn key(handle: impl Into<String>, keys: impl Into<Vec<&'static str>>, label: Message) -> Self {
        Self { handle: handle.into(), keys: keys.into(), label, show: Show::Keys, why: None }
    }

    /// The same by these keys.
    #[must_use]
    pub fn by(self, keys: impl Into<Vec<&'static str>>) -> Self {
        Self { keys: keys.into(), ..self }
    }

    /// The same, shown in this way.
    #[must_use]
    pub fn shown(self, show: Show) -> Self {
        Self { show, ..self }
    }

    /// The same, which does nothing now where there is a reason for that.
    #[must_use]
    pub fn unless(self, why: Option<Message>) -> Self {
        let show = if why.is_some() { Show::Off } else { self.show };
        Self { show, why, ..self }
    }
}

/// For games that remember nothing between gestures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoUi {}
