/// Changes frames before a pipeline sees them: takes noise out of positions, contacts out of frames.
///
/// A value with one job. It reads no clock and allocates nothing once it has seen its devices; the same frames give the same
/// frames. A touch still ends: one that a filter removes while it is down is `cancelled` in one frame and missing from then
/// on, one that it never lets in never begins.
///
///     let pipeline = StandardPipeline(outputs: outputs).filtered {
///       PalmFilter()
///       NoiseFilter()
///       JitterFilter()
///     }
///
/// The `TeleportGuard` is not a filter of frames: it distinguishes two contacts, and only the `TouchFrameAssembler`
/// can give the second one an ID of its own.
public protocol TouchFilter: Sendable {
  /// Changes `frame`. It must not add touches.
  mutating func filter(_ frame: inout TouchFrame)

  /// Forgets the touches, which were all cancelled; what was learned about devices stays.
  mutating func reset()
}

/// Joins filters in the order in which frames pass them.
@resultBuilder
public enum TouchFilterBuilder {
  /// The first.
  public static func buildPartialBlock<First: TouchFilter>(first: First) -> First { first }

  /// One more.
  public static func buildPartialBlock<First: TouchFilter, Second: TouchFilter>(
    accumulated: First, next: Second
  ) -> TouchFilterPair<First, Second> {
    TouchFilterPair(accumulated, next)
  }
}

/// Two filters, one after the other.
public struct TouchFilterPair<First: TouchFilter, Second: TouchFilter>: TouchFilter {
  /// The filter that frames pass first.
  public var first: First
  /// The filter that frames pass second.
  public var second: Second

  /// `first`, then `second`.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Filters `frame` by both.
  public mutating func filter(_ frame: inout TouchFrame) {
    first.filter(&frame)
    second.filter(&frame)
  }

  /// Forgets the touches.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}

/// A filter's state for each touch that is down: no more elements than a frame holds, in storage reserved once.
struct TouchMemory<Element: RememberedTouch>: Sendable {
  private(set) var elements: [Element] = []

  init() { elements.reserveCapacity(TouchFrame.capacity) }

  /// The index of the touch with the ID `id`; `nil` if it is not stored.
  func index(of id: Touch.ID) -> Int? {
    for index in elements.indices where elements[index].id == id { return index }
    return nil
  }

  /// The element at `index`.
  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
  }

  /// Adds the state of one more touch.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes the touches that `frame` does not contain.
  mutating func keep(idsOf frame: borrowing TouchFrame) {
    var index = 0
    while index < elements.count {
      if frame.holds(elements[index].id) { index += 1 } else { elements.remove(at: index) }
    }
  }

  /// Removes all.
  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// A filter's state for one touch.
protocol RememberedTouch: Sendable {
  /// The touch.
  var id: Touch.ID { get }
}

/// Removes touches that are too large for a finger: palms, sleeves, the heel of a writing hand.
///
/// A touch that is too large when it lands is left out; one that grows too large is cancelled. Either stays out until it lifts,
/// even if it shrinks again, as libinput does with `MT_TOOL_PALM` (Design/Recognizing.md LI8). Contacts without a shape pass: no shape is
/// the normal case, and devices whose shapes mean nothing pass none on (`ContactShapeTrust`).
public struct PalmFilter: TouchFilter {
  /// The smallest long axis of a palm, in millimetres. Fingertips leave 5 to 15, a flat thumb 25; the heel of
  /// a hand starts at about 30.
  public var palmSize: Float

  private var palms = TouchMemory<Palm>()

  private struct Palm: RememberedTouch {
    var id = Touch.ID(rawValue: 0)
  }

  /// A filter for touches whose long axis is `palmSize` millimetres or more.
  public init(palmSize: Float = 30) { self.palmSize = palmSize }

  /// Removes palms from `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    palms.keep(idsOf: frame)
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if palms.index(of: touch.id) != nil {
        frame.remove(at: index)
        continue
      }
      guard let shape = touch.shape, shape.major >= palmSize, touch.isDown else {
        index += 1
        continue
      }
      palms.append(Palm(id: touch.id))
      if touch.phase == .began {
        frame.remove(at: index)
      } else {
        frame[index].phase = .cancelled
        index += 1
      }
    }
  }

  /// Forgets the palms.
  public mutating func reset() { palms.removeAll() }
}
