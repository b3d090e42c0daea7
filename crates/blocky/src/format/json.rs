//! Boards in JSON as a machine reads and writes them: at once, checked, with a schema. What people type goes through
//! [`super::scan()`], which knows lines and columns.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Board, Color, MAX_DEPTH, Path, Tree};

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Solid(color) => color.serialize(serializer),
            Self::Divided(children) => children.serialize(serializer),
        }
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Board", 2)?;
        fields.serialize_field("max_depth", &self.depth())?;
        fields.serialize_field("board", &self.to_tree())?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            max_depth: u8,
            board: Tree,
        }
        let Members { max_depth, board } = Members::deserialize(deserializer)?;
        Self::from_tree(max_depth, &board).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Place(Path::ROOT).deserialize(deserializer)
    }
}

/// Where the next block lies.
struct Place(Path);

impl<'de> DeserializeSeed<'de> for Place {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place {
    type Value = Tree;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "for block {} a colour from 0 to 3 or a list of four blocks", self.0)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Tree, E> {
        let bad = || E::invalid_value(serde::de::Unexpected::Unsigned(number), &self);
        Color::from_index(number).map(Tree::Solid).ok_or_else(bad)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut blocks: A) -> Result<Tree, A::Error> {
        let Self(path) = self;
        let mut child = |step: usize| {
            let below = path.child(step).ok_or_else(|| {
                A::Error::custom(format!("block {path} is divided, though no block lies deeper than level {MAX_DEPTH}"))
            })?;
            blocks.next_element_seed(Place(below))?.ok_or_else(|| A::Error::invalid_length(step, &self))
        };
        let children = [child(0)?, child(1)?, child(2)?, child(3)?];
        if blocks.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(5, &self));
        }
        Ok(Tree::Divided(Box::new(children)))
    }
}

impl JsonSchema for Tree {
    fn schema_name() -> Cow<'static, str> {
        "Block".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A colour, or four blocks: upper right, upper left, lower left, lower right.",
            "oneOf": [
                generator.subschema_for::<Color>(),
                { "type": "array", "items": generator.subschema_for::<Self>(), "minItems": 4, "maxItems": 4 },
            ],
        })
    }
}

impl JsonSchema for Board {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "max_depth": {
                    "description": "The deepest level of a block.",
                    "type": "integer", "minimum": 0, "maximum": MAX_DEPTH,
                },
                "board": generator.subschema_for::<Tree>(),
            },
            "required": ["max_depth", "board"],
        })
    }
}
