/// A line that libinput logged; it names the device it speaks of.
public struct LibinputLogLine: Sendable, Hashable {
  /// How grave it is.
  public enum Priority: Int, Sendable, Comparable {
    /// For those who look for a bug.
    case debug = 10
    /// Worth knowing.
    case info = 20
    /// Something is wrong.
    case error = 30

    /// Whether `a` is less grave than `b`.
    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// How grave it is.
  public var priority: Priority
  /// What it says, without a line end.
  public var message: String

  /// A line.
  public init(priority: Priority, message: String) {
    self.priority = priority
    self.message = message
  }

  /// Whether it tells that the kernel dropped events because they were not read in time.
  var tellsOfDroppedEvents: Bool { message.contains("SYN_DROPPED") }

  /// Whether it tells that events were old when they were handled.
  var tellsOfLag: Bool { message.contains("lagging behind") }
}
