//! What never changes during a search: who touches whom, who has which colour, and who lies within which distance.

use super::bits::Bits;
use super::part::Part;

/// The fixed facts of one connected part, as bit sets.
pub(crate) struct Atlas<const W: usize> {
    pub(crate) regions: usize,
    pub(crate) colors: Vec<u8>,
    pub(crate) touching: Vec<Bits<W>>,
    /// For each colour, its regions.
    pub(crate) class: Vec<Bits<W>>,
    /// For each region, the regions within distance 0, 1, 2 and so on; the last holds all.
    pub(crate) ball: Vec<Vec<Bits<W>>>,
    pub(crate) all: Bits<W>,
    /// A bit for each colour that may be painted with.
    pub(crate) open: u64,
    /// The regions of all other colours.
    pub(crate) locked: Bits<W>,
    pub(crate) radius: usize,
}

impl<const W: usize> Atlas<W> {
    pub(crate) fn of(part: &Part) -> Self {
        let regions = part.len();
        let mut touching = vec![Bits::EMPTY; regions];
        let mut class = vec![Bits::EMPTY; part.palette.len()];
        let mut all = Bits::EMPTY;
        let mut locked = Bits::EMPTY;
        for region in 0..regions {
            all.insert(region);
            if !part.is_open(part.colors[region]) {
                locked.insert(region);
            }
            class[usize::from(part.colors[region])].insert(region);
            for &neighbor in &part.neighbors[region] {
                touching[region].insert(neighbor as usize);
            }
        }
        let (colors, open) = (part.colors.clone(), part.open);
        let mut atlas = Self { regions, colors, touching, class, ball: vec![], all, open, locked, radius: 0 };
        atlas.ball = (0..regions).map(|region| atlas.layers(Bits::single(region), usize::MAX)).collect();
        atlas.radius = atlas.ball.iter().map(|layers| layers.len() - 1).min().unwrap_or(0);
        atlas
    }

    /// The regions within distance 0, 1, ... of a set, up to the distance that holds all or to `most`.
    pub(crate) fn layers(&self, set: Bits<W>, most: usize) -> Vec<Bits<W>> {
        let mut layers = Vec::new();
        self.layers_into(set, most, &mut layers);
        layers
    }

    /// The same into a list that is used again and again.
    #[inline]
    pub(crate) fn layers_into(&self, set: Bits<W>, most: usize, layers: &mut Vec<Bits<W>>) {
        layers.clear();
        layers.push(set);
        let mut frontier = set;
        let mut reached = set;
        while reached != self.all && layers.len() <= most {
            frontier = self.around(&frontier).without(&reached);
            if frontier.is_empty() {
                break;
            }
            reached = reached.union(&frontier);
            layers.push(reached);
        }
    }

    /// All regions that touch a region of the set; may include regions of the set.
    #[inline]
    pub(crate) fn around(&self, set: &Bits<W>) -> Bits<W> {
        let mut around = Bits::EMPTY;
        for region in set.iter() {
            around = around.union(&self.touching[region]);
        }
        around
    }

    /// The regions within this distance of a region.
    #[inline]
    pub(crate) fn within(&self, region: usize, distance: usize) -> &Bits<W> {
        let layers = &self.ball[region];
        &layers[distance.min(layers.len() - 1)]
    }

    /// Whether a colour may be painted with.
    #[inline]
    pub(crate) fn is_open(&self, color: u8) -> bool {
        self.open >> color & 1 == 1
    }

    /// The colours found outside a set, as a mask.
    #[inline]
    pub(crate) fn outside(&self, set: &Bits<W>) -> u64 {
        let mut mask = 0;
        for (color, class) in self.class.iter().enumerate() {
            mask |= u64::from(!class.within(set)) << color;
        }
        mask
    }
}
