/// The fingers of a pipeline, each at a place that it keeps from its landing until nobody remembers it.
///
/// A `TouchFrame` orders its contacts by landing, so a contact's index changes when an earlier one lifts. Recognizers and
/// the arbiter speak of sets of fingers, so each contact gets a bit that stays its own. A contact that is unknown and did
/// not land in the frame is left out (it was down before the pipeline looked); one that is missing without having ended
/// counts as cancelled.
public struct ContactTable: ~Copyable, Sendable {
  /// How many fingers can be told apart at once, those that lifted but are remembered included.
  public static let capacity = 64

  private var contacts: InPlace<TrackedContacts>

  init() { contacts = InPlace(TrackedContacts()) }

  /// The same fingers.
  init(copying other: borrowing ContactTable) {
    contacts = InPlace(TrackedContacts(copying: other.contacts.value))
  }

  /// The moment of the frame, or of the deadline that is being served.
  public var timestamp: Timestamp { contacts.value.timestamp }
  /// Whether the hardware's stamp ran backwards, so that the frame says nothing about speed.
  public var isLate: Bool { contacts.value.isLate }
  /// What is noise and no motion on the devices of the last frame, in millimetres; 0 where nobody found out.
  public var noiseFloor: Double { contacts.value.noiseFloor }
  /// The fingers on the glass after this frame.
  public var down: FingerSet { contacts.value.down }
  /// The fingers that landed in this frame.
  public internal(set) var landed: FingerSet {
    get { contacts.value.landed }
    set { contacts.value.landed = newValue }
  }
  /// The fingers that moved in this frame, the lifted ones included.
  public var moved: FingerSet { contacts.value.moved }
  /// The fingers that lifted in this frame.
  public var lifted: FingerSet { contacts.value.lifted }
  /// The fingers that were taken away in this frame.
  public var cancelled: FingerSet { contacts.value.cancelled }
  /// Contacts that found no place.
  public var overflows: Int { contacts.value.overflows }

  /// The finger at `place`, which is below ``capacity``; any other, such as `first` of an empty set, counts from the beginning
  /// again.
  public subscript(place: Int) -> Touch {
    // One instruction keeps a place that is none from being foreign memory.
    @inline(__always) unsafeAddress {
      UnsafePointer(contacts.value.touches.address(of: place & (ContactTable.capacity - 1)))
    }
  }

  /// The place of the contact named `id`, as a set; none where it is not known.
  func places(of id: Touch.ID) -> FingerSet {
    for place in 0..<ContactTable.capacity where self[place].id == id { return FingerSet(place: place) }
    return .none
  }

  /// Whether the frame changed which fingers are down.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// How far fingers go before it counts, in millimetres, where `base` is enough on a panel without noise: no less than
  /// the noise, and no more than three times the base (recognizers.md §3.0.2).
  public func slop(_ base: Double) -> Double { noiseFloor > base ? min(noiseFloor, 3 * base) : base }

  /// Takes a frame in. The places of `remembered` fingers are not given to fingers that land.
  mutating func take(_ frame: borrowing TouchFrame, remembered: FingerSet) {
    contacts.value.take(frame, remembered: remembered)
  }

  /// A frame in which nothing moved: a deadline.
  mutating func settle(at time: Timestamp) { contacts.value.settle(at: time) }

  /// Takes every finger away at `time`.
  mutating func cancelAll(at time: Timestamp) { contacts.value.cancelAll(at: time) }
}
