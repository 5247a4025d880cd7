use crate::Point;

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointSet([u64; 3]);

impl PointSet {
    pub(crate) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes the point out; says whether it was in.
    pub(crate) fn remove(&mut self, point: Point) -> bool {
        let was_in = self.contains(point);
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
        was_in
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(Point) -> bool) {
        for point in (0..Point::COUNT).filter_map(Point::from_index) {
            if self.contains(point) && !keep(point) {
                self.remove(point);
            }
        }
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }
}
