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
  /// Changes `frame`. It must not add touches, except for those of which it withholds something.
  mutating func filter(_ frame: inout TouchFrame)

  /// The lifts and landings that the filter withholds for the time being; `nil`, the default, if there are none.
  var withheld: WithheldTouches? { get }

  /// Makes `frame` the one in which the first of what is withheld happens, when no frame has come in time. Nothing by default.
  mutating func release(into frame: inout TouchFrame)

  /// Drops the landings that it withholds, as nothing more comes. Nothing by default.
  mutating func dropLandings()

  /// Forgets the touches, which were all cancelled; what was learned about devices stays.
  mutating func reset()
}

/// Lifts that a filter withholds, because the touches may come back, and landings, because they may not count.
public struct WithheldTouches: Sendable, Hashable {
  /// The time of the frame from which the last of the lifts was taken: until another frame the receiver waits.
  public var since: Timestamp
  /// The time at which the first of them is certain.
  public var until: Timestamp

  /// Lifts that are withheld since `since` and until `until`.
  public init(since: Timestamp, until: Timestamp) {
    self.since = since
    self.until = until
  }
}

extension TouchFilter {
  /// `nil`.
  public var withheld: WithheldTouches? { nil }

  /// Does nothing.
  public mutating func release(into frame: inout TouchFrame) {}

  /// Does nothing.
  public mutating func dropLandings() {}
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
    TouchFilterPair(first: accumulated, second: next)
  }
}

/// Two filters, one after the other.
public struct TouchFilterPair<First: TouchFilter, Second: TouchFilter>: TouchFilter {
  /// The filter that frames pass first.
  public var first: First
  /// The filter that frames pass second.
  public var second: Second

  /// Filters `frame` by both.
  public mutating func filter(_ frame: inout TouchFrame) {
    first.filter(&frame)
    second.filter(&frame)
  }

  /// What both withhold.
  public var withheld: WithheldTouches? {
    guard let first = first.withheld, let second = second.withheld else { return first.withheld ?? second.withheld }
    return WithheldTouches(since: max(first.since, second.since), until: min(first.until, second.until))
  }

  /// Releases what is certain first; what `first` releases passes `second`.
  public mutating func release(into frame: inout TouchFrame) {
    if let first = first.withheld, first.until == withheld?.until {
      self.first.release(into: &frame)
      second.filter(&frame)
    } else {
      second.release(into: &frame)
    }
  }

  /// Drops the landings that both withhold.
  public mutating func dropLandings() {
    first.dropLandings()
    second.dropLandings()
  }

  /// Forgets the touches.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}

/// The package's filters, each in use or not: for programs whose user chooses. Without any, frames are not even copied.
public struct ChosenFilters: TouchFilter {
  /// A filter, by its name.
  public enum Kind: String, Sendable, CaseIterable {
    /// ``GlitchFilter``.
    case glitch
    /// ``DespikeFilter``.
    case despike
    /// ``PalmFilter``.
    case palm
    /// ``PenFilter``.
    case pen
    /// ``NoiseFilter``.
    case noise
    /// ``JitterFilter``.
    case jitter
  }

  private var glitch: GlitchFilter?
  private var despike: DespikeFilter?
  private var palm: PalmFilter?
  private var pen: PenFilter?
  private var noise: NoiseFilter?
  private var jitter: JitterFilter?

  /// The filters of these kinds, in the order of ``Kind``.
  public init(_ kinds: Set<Kind> = []) {
    if kinds.contains(.despike) { despike = DespikeFilter() }
    if kinds.contains(.glitch) { glitch = GlitchFilter() }
    if kinds.contains(.palm) { palm = PalmFilter() }
    if kinds.contains(.pen) { pen = PenFilter() }
    if kinds.contains(.noise) { noise = NoiseFilter() }
    if kinds.contains(.jitter) { jitter = JitterFilter() }
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool {
    glitch == nil && despike == nil && palm == nil && pen == nil && noise == nil && jitter == nil
  }

  /// Whether frames have to keep jumps, of which the ``TeleportGuard`` would make other touches.
  package var takesJumps: Bool { despike != nil }

  /// Filters `frame` by all of them.
  public mutating func filter(_ frame: inout TouchFrame) {
    glitch?.filter(&frame)
    filterPositions(&frame)
  }

  /// What the glitch filter withholds.
  public var withheld: WithheldTouches? { glitch?.withheld }

  /// Releases what is withheld.
  public mutating func release(into frame: inout TouchFrame) {
    glitch?.release(into: &frame)
    filterPositions(&frame)
  }

  /// Forgets the touches.
  public mutating func reset() {
    glitch?.reset()
    despike?.reset()
    palm?.reset()
    pen?.reset()
    noise?.reset()
    jitter?.reset()
  }

  @inline(never)
  private mutating func filterPositions(_ frame: inout TouchFrame) {
    despike?.filter(&frame)
    palm?.filter(&frame)
    pen?.filter(&frame)
    noise?.filter(&frame)
    jitter?.filter(&frame)
  }
}

/// The filters that a user chooses, and what the touches that pass them count as.
package typealias UserFilters = TouchFilterPair<ChosenFilters, AccommodatedTouches>

extension UserFilters {
  /// These filters, without those accommodations that change nothing.
  package init(_ chosen: ChosenFilters, _ accommodations: Accommodations = Accommodations()) {
    self.init(first: chosen, second: AccommodatedTouches(accommodations))
  }

  /// Whether it changes nothing, now and for fingers that are down.
  package var isEmpty: Bool { first.isEmpty && second.isEmpty }
}

/// Frames on their way through filters, with the lifts that these withhold until they are certain.
///
/// Until then time stands still for the receiver, unless other touches move: a finger whose lift is withheld presses no longer.
public struct FilteredFrames<Filters: TouchFilter>: Sendable {
  /// The filters.
  public var filters: Filters
  /// The frame for the receiver.
  public private(set) var frame = TouchFrame()

  /// Frames after `filters`.
  public init(_ filters: Filters) {
    self.filters = filters
    frame.reserveCapacity()
  }

  /// Makes `frame` a filtered copy of `original`. Lifts that are certain before must have been released.
  public mutating func filter(_ original: borrowing TouchFrame) {
    frame.assume(original)
    filters.filter(&frame)
  }

  /// Makes `frame` the first of what is withheld and certain before `time`; at the end of time, when nothing more comes, no touch lands.
  /// Returns whether there is any; call it until there is none.
  public mutating func release(before time: Timestamp) -> Bool {
    if time.nanoseconds == .max { filters.dropLandings() }
    guard let withheld = filters.withheld, withheld.until < time else { return false }
    filters.release(into: &frame)
    return true
  }

  /// The next time at which lifts are certain or the receiver's `deadline` is due.
  public func deadline(beside deadline: Timestamp?) -> Timestamp? {
    guard let withheld = filters.withheld else { return deadline }
    guard !isPaused, let deadline else { return withheld.until }
    return min(withheld.until, deadline)
  }

  /// Whether a lift is withheld and nothing has happened since: the receiver must not be advanced.
  public var isPaused: Bool { filters.withheld.map { $0.since >= frame.timestamp } ?? false }
}

/// A filter's state for each touch that is down: no more elements than a frame holds, in storage reserved once.
struct TouchMemory<Element: RememberedTouch>: Sendable {
  private(set) var elements: [Element] = []

  init() { elements.reserveCapacity(TouchFrame.capacity) }

  /// The index of the touch with the ID `id`; `nil` if it is not stored.
  func index(of id: Touch.ID) -> Int? { elements.firstIndex { $0.id == id } }

  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func remove(at index: Int) { elements.remove(at: index) }

  mutating func keep(idsOf frame: borrowing TouchFrame) {
    var index = 0
    while index < elements.count {
      if frame.holds(elements[index].id) { index += 1 } else { elements.remove(at: index) }
    }
  }

  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// A filter's state for one touch.
protocol RememberedTouch: Sendable {
  var id: Touch.ID { get }
}

/// Touches that a filter keeps out until they lift: one that lands never begins, one that is down is cancelled.
struct RemovedTouches: Sendable {
  private struct Removed: RememberedTouch {
    var id = Touch.ID(rawValue: 0)
  }

  private var touches = TouchMemory<Removed>()

  var isEmpty: Bool { touches.elements.isEmpty }

  /// Removes those that were removed before, and those that are down and unwanted.
  @inline(__always)
  mutating func remove(from frame: inout TouchFrame, where isUnwanted: (Touch) -> Bool) {
    touches.keep(idsOf: frame)
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if touches.index(of: touch.id) != nil {
        frame.remove(at: index)
      } else if touch.isDown, isUnwanted(touch) {
        touches.append(Removed(id: touch.id))
        if touch.phase == .began {
          frame.remove(at: index)
        } else {
          frame[index].phase = .cancelled
          index += 1
        }
      } else {
        index += 1
      }
    }
  }

  mutating func removeAll() { touches.removeAll() }
}

/// Removes touches that are too large for a finger: palms, sleeves, the heel of a writing hand.
///
/// A touch that is too large when it lands is left out; one that grows too large is cancelled. Either stays out until it lifts,
/// even if it shrinks again, as libinput does with `MT_TOOL_PALM` (Design/Recognizing.md LI8). Contacts without a shape pass: no shape is
/// the normal case, and devices whose shapes mean nothing pass none on (`ContactShapeTrust`).
public struct PalmFilter: TouchFilter {
  /// The smallest long axis of a palm, in millimetres. Fingertips leave 5 to 15, a flat thumb 25; the heel of a hand starts at about 30.
  public var palmSize: Float

  private static let usualSize: Float = 30

  private var palms = RemovedTouches()

  /// A filter for touches whose long axis is `palmSize` millimetres or more.
  public init(palmSize: Float = 30) { self.palmSize = palmSize }

  var isEmpty: Bool { palms.isEmpty }

  /// Whether `touch` is a palm of the default size.
  static func isPalm(_ touch: Touch) -> Bool { touch.shape.map { $0.major >= PalmFilter.usualSize } ?? false }

  /// Removes palms from `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    palms.remove(from: &frame) { [palmSize] in $0.shape.map { $0.major >= palmSize } ?? false }
  }

  /// Forgets the palms.
  public mutating func reset() { palms.removeAll() }
}
