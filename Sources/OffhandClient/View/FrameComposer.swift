import Offhand

/// Makes the next frame of a view and finds what in it differs from the one before.
///
/// Two display lists take turns, so that nothing is allocated once both have grown.
struct FrameComposer {
  /// The latest frame.
  private(set) var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?

  init() {}

  /// Writes what `view` shows at `time`, and answers what differs from the frame before; everything on a new grid.
  mutating func compose(_ view: borrowing some TouchView, at time: Timestamp, on grid: PixelGrid) -> Damage {
    swap(&list, &before)
    list.removeAll()
    view.draw(at: time, into: &list)
    guard grid == self.grid else {
      self.grid = grid
      return Damage(grid.bounds)
    }
    return Damage(from: before, to: list, on: grid)
  }

  /// The next frame is seen by somebody who has not seen the one before.
  mutating func forget() { grid = nil }
}
