import Offhand

/// The time from the making of a twin to the moment at which a compositor has it: a touch that is captured before is lost.
struct TwinArrival {
  /// For how long it stays open before it counts: udev, and this process too, open each new device for a moment to look at it.
  private static let settling = Duration.milliseconds(100)
  /// The longest wait.
  static let patience = Duration.seconds(2)

  private var opens = 0
  private let limit: Timestamp
  /// When the wait is over, if nothing else happens.
  private(set) var deadline: Timestamp

  /// A twin that was made at `now`.
  init(at now: Timestamp) {
    limit = now + TwinArrival.patience
    deadline = limit
  }

  /// Whether a program has it open.
  var isOpen: Bool { opens > 0 }

  /// Notes that a program has opened it (1), or closed it (-1).
  mutating func note(_ change: Int, at now: Timestamp) {
    opens += change
    deadline = isOpen ? min(limit, now + TwinArrival.settling) : limit
  }
}
