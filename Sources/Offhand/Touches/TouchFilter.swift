/// Changes frames before a pipeline sees them: takes noise out of positions, contacts out of frames.
///
/// A value with one job. It reads no clock and allocates nothing once it has seen its devices; the same frames give the same
/// frames. A contact's life stays whole: one that a filter takes away mid-way is `cancelled` in one frame and missing from then
/// on, one that it never lets in never begins.
///
///     let pipeline = StandardPipeline(outputs: outputs).filtered {
///       PalmFilter()
///       NoiseFilter()
///       JitterFilter()
///     }
///
/// The `TeleportGuard` is no filter of frames: what it tells apart are two contacts, and only the `TouchFrameAssembler`
/// can give the second one a name of its own.
public protocol TouchFilter: Sendable {
  /// Changes `frame`. It must not make a contact that the frame has not.
  mutating func filter(_ frame: inout TouchFrame)

  /// Forgets the fingers, because they were all taken away; what was learned about devices stays.
  mutating func reset()
}

/// Strings filters together, in the order in which frames pass them.
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
  /// Sees frames as they come.
  public var first: First
  /// Sees what the first leaves.
  public var second: Second

  /// First one, then the other.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Changes `frame`, twice.
  public mutating func filter(_ frame: inout TouchFrame) {
    first.filter(&frame)
    second.filter(&frame)
  }

  /// Forgets the fingers.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}

/// What a filter remembers about each contact that is down: no more than a frame holds, in storage of its own.
struct ContactMemory<Element: ContactMemorable>: Sendable {
  private(set) var elements: [Element] = []

  init() { elements.reserveCapacity(TouchFrame.capacity) }

  /// The place of the contact named `id`; `nil` where it is not remembered.
  func place(of id: Touch.ID) -> Int? {
    for place in elements.indices where elements[place].id == id { return place }
    return nil
  }

  /// What is remembered at `place`.
  subscript(place: Int) -> Element {
    get { elements[place] }
    set { elements[place] = newValue }
  }

  /// Remembers one more.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Forgets the contacts that `frame` does not hold.
  mutating func keep(idsOf frame: borrowing TouchFrame) {
    var place = 0
    while place < elements.count {
      if frame.holds(elements[place].id) { place += 1 } else { elements.remove(at: place) }
    }
  }

  /// Forgets all.
  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// Something that is remembered about one contact.
protocol ContactMemorable: Sendable {
  /// Which contact.
  var id: Touch.ID { get }
}

/// Takes contacts away that are too large for a finger: palms, sleeves, the heel of a writing hand.
///
/// One that lands so never lands; one that grows so is cancelled. Either way nothing more is heard of it until it has lifted,
/// even if it shrinks again, as libinput does with `MT_TOOL_PALM` (recognizers.md LI8). Contacts without a shape pass: no shape is
/// the normal case, and devices whose shapes mean nothing pass none on (`ContactShapeTrust`).
public struct PalmFilter: TouchFilter {
  /// The long axis from which on a contact is a palm, in millimetres. Fingertips leave 5 to 15, a flat thumb 25; the heel of
  /// a hand starts at about 30.
  public var palmSize: Float

  private var palms = ContactMemory<Palm>()

  private struct Palm: ContactMemorable {
    var id = Touch.ID(rawValue: 0)
  }

  /// A filter for contacts whose long axis is `palmSize` millimetres or more.
  public init(palmSize: Float = 30) { self.palmSize = palmSize }

  /// Takes palms out of `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    palms.keep(idsOf: frame)
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if palms.place(of: touch.id) != nil {
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
