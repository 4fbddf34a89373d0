import Offhand

/// Makes the next frame of a view and knows what of it has to be drawn into a buffer that is some frames old.
///
/// Two display lists take turns, so that nothing is allocated once both have grown.
struct FrameComposer {
  /// How old a buffer may be, in frames, to be mended instead of drawn anew; as many as a surface has buffers.
  static let memory = 4

  /// The latest frame.
  private(set) var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?
  /// What changed from frame to frame, the latest first.
  private var history = InlineArray<4, Damage>(repeating: Damage())
  private var depth = 0

  init() {}

  /// Writes what `view` shows at `time`, and answers what differs from the frame before; everything on a new grid.
  mutating func compose(_ view: borrowing some TouchView, at time: Timestamp, on grid: PixelGrid) -> Damage {
    swap(&list, &before)
    list.removeAll()
    view.draw(at: time, into: &list)
    guard grid == self.grid else {
      self.grid = grid
      depth = 0
      return remember(Damage(grid.bounds))
    }
    let damage = Damage(from: before, to: list, on: grid)
    // A frame that nobody sees is none: the buffers' ages count commits.
    if damage.isEmpty { return damage }
    return remember(damage)
  }

  /// What must be drawn of the latest frame into a buffer that shows the frame `age` commits ago; 0 for one that shows none.
  func repair(ofBufferAged age: Int) -> Damage {
    guard let grid else { return Damage() }
    guard age > 0, age <= depth else { return Damage(grid.bounds) }
    var damage = history[0]
    for frame in 1..<max(age, 1) { damage.add(history[frame]) }
    return damage
  }

  private mutating func remember(_ damage: Damage) -> Damage {
    for frame in stride(from: FrameComposer.memory - 1, to: 0, by: -1) { history[frame] = history[frame - 1] }
    history[0] = damage
    depth = min(depth + 1, FrameComposer.memory)
    return damage
  }
}
