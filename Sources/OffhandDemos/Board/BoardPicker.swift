import Offhand

/// The picker's state: whether it is open, how it is scrolled, what a finger is about to choose.
struct BoardPicker: Sendable {
  static let overlay = Overlay.ID(rawValue: 2)

  var isOpen = false
  var grid = PickerGrid()
  /// The picture under the finger, as long as the finger has not begun to scroll.
  var pressed: Int?
  /// Whether the finger scrolls.
  var isScrolling = false
  var velocity = VerticalVelocity()

  /// How far a finger may move before it scrolls, in millimetres: a tap's allowance (recognizers.md §3.1).
  static let slop = 2.6
}

/// How pictures stand in the picker: columns of square cells that scroll with the finger.
struct PickerGrid: Sendable {
  /// The size of the picker in millimetres.
  static let size = Size(width: 98, height: 84)
  private static let columns = 4
  private static let gap = 2.0
  private static let header = 9.0
  private static let footer = 7.0

  /// How many pictures there are.
  var count = 0
  /// How far it is scrolled, in millimetres; beyond the ends while a finger pulls there.
  private var offset = 0.0
  private var glide: (glide: Glide, start: Timestamp)?

  /// The part of the picker in which cells are seen.
  func window(in rect: Rect) -> Rect {
    rect.inset(by: Insets(top: PickerGrid.header, left: 3, bottom: PickerGrid.footer, right: 3))
  }

  /// The line below the cells, for the progress.
  func footer(in rect: Rect) -> Rect {
    Rect(x: rect.minX + 3, y: rect.maxY - PickerGrid.footer, width: rect.width - 6, height: PickerGrid.footer)
  }

  /// Where picture `index` stands in a picker that fills `rect`.
  func cell(_ index: Int, in rect: Rect, at time: Timestamp) -> Rect {
    let window = window(in: rect)
    let side = PickerGrid.side(in: window)
    return Rect(
      x: window.minX + Double(index % PickerGrid.columns) * (side + PickerGrid.gap),
      y: window.minY + Double(index / PickerGrid.columns) * (side + PickerGrid.gap) - position(at: time), width: side,
      height: side)
  }

  /// The picture at `point`; `nil` where there is none.
  func picture(at point: Point, in rect: Rect, at time: Timestamp) -> Int? {
    guard window(in: rect).contains(point) else { return nil }
    return (0..<count).first { cell($0, in: rect, at: time).contains(point) }
  }

  /// Goes along with a finger by `distance`, against a rubber band past the ends.
  mutating func drag(by distance: Double, in rect: Rect, at time: Timestamp) {
    stop(at: time)
    let range = range(in: rect)
    let band = RubberBand(extent: window(in: rect).height)
    offset = band.position(for: band.finger(at: offset, within: range) - distance, within: range)
  }

  /// Slides on with `velocity` in millimetres a second.
  mutating func release(velocity: Double, in rect: Rect, at time: Timestamp) {
    stop(at: time)
    let glide = Glide(from: offset, velocity: -velocity, within: range(in: rect))
    self.glide = (glide, time)
    offset = glide.rest
  }

  /// Stops where it is.
  mutating func stop(at time: Timestamp) {
    offset = position(at: time)
    glide = nil
  }

  /// Whether it slides.
  func isAnimating(at time: Timestamp) -> Bool {
    glide.map { time.seconds(since: $0.start) < $0.glide.duration } ?? false
  }

  private func position(at time: Timestamp) -> Double {
    glide.map { $0.glide.position(after: time.seconds(since: $0.start)) } ?? offset
  }

  private func range(in rect: Rect) -> ClosedRange<Double> {
    let window = window(in: rect)
    let rows = Double((count + PickerGrid.columns - 1) / PickerGrid.columns)
    let height = rows * (PickerGrid.side(in: window) + PickerGrid.gap) - PickerGrid.gap
    return 0...max(0, height - window.height)
  }

  private static func side(in window: Rect) -> Double {
    (window.width - gap * Double(columns - 1)) / Double(columns)
  }
}

/// How fast a finger moves up or down, from its last tenth of a second.
struct VerticalVelocity: Sendable {
  private var samples: [(time: Timestamp, y: Double)] = []

  init() {}

  /// Forgets the finger before.
  mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  /// The finger is at `y` at `time`.
  mutating func add(_ y: Double, at time: Timestamp) {
    samples.removeAll { time - $0.time > .milliseconds(100) }
    samples.append((time, y))
  }

  /// Millimetres a second, downwards; 0 for a finger that has come to rest.
  func velocity(at time: Timestamp) -> Double {
    guard let first = samples.first, let last = samples.last, time - last.time < .milliseconds(50) else { return 0 }
    let seconds = last.time.seconds(since: first.time)
    return seconds > 0.004 ? (last.y - first.y) / seconds : 0
  }
}
