import Offhand

/// The time from the making of a twin to the moment at which a program has it open: a touch that is captured before a compositor has it is
/// lost. Which program it is the kernel does not say, so a client that reads twins too says so, and then two are awaited.
struct TwinArrival {
  /// For how long it stays open before it counts: udev opens each new device for a moment to look at it.
  private static let settling = Duration.milliseconds(100)
  /// The longest wait: sway has a new device after a second, and after three where the machine is busy.
  private static let patience = Duration.seconds(5)

  private var opens = 0
  private var programs = 1
  private var limit: Timestamp?
  /// When the wait is over, if nothing else happens; at first when it begins.
  private(set) var deadline = Timestamp.zero

  /// Whether as many programs as are awaited have it open.
  var isOpen: Bool { opens >= programs }

  /// Notes how often programs have opened it more than closed it by `now`. Returns whether the wait for as many `programs` is over.
  mutating func note(_ change: Int, awaiting programs: Int = 1, at now: Timestamp) -> Bool {
    let limit = self.limit ?? now + TwinArrival.patience
    if change != 0 || self.limit == nil || programs != self.programs {
      self.programs = programs
      // The kernel tells once of two openings in a row.
      opens = max(opens + change, 0)
      deadline = isOpen ? min(limit, now + TwinArrival.settling) : limit
    }
    self.limit = limit
    return deadline <= now
  }
}

extension TwinArrival? {
  /// Notes which nodes programs have opened (1) or closed (-1) by `now`, of which `node` is this one. Returns whether as many `programs` as
  /// are awaited have it open when the wait is over, and ends it; `nil` before and after.
  mutating func note(
    _ openings: [(node: String, change: Int)], of node: String, awaiting programs: Int = 1, at now: Timestamp
  ) -> Bool? {
    guard var arrival = self else { return nil }
    var isOver = arrival.note(0, awaiting: programs, at: now)
    // One by one: the kernel tells once of two in a row, so that a sum may be too small.
    for opening in openings where opening.node == node {
      isOver = arrival.note(opening.change, awaiting: programs, at: now)
    }
    self = isOver ? nil : arrival
    return isOver ? arrival.isOpen : nil
  }
}
