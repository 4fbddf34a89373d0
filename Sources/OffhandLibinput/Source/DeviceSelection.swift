/// Which devices a source reads.
public enum DeviceSelection: Sendable, Hashable {
  /// Every touch screen of a seat, as they come and go.
  case seat(String)
  /// The touch screens at these device nodes.
  case nodes([String])

  /// Every touch screen of the seat that there is without configuration.
  public static let defaultSeat = DeviceSelection.seat("seat0")
}

/// What it means that no touch screen is there when a source starts.
public enum Absence: Sendable, Hashable {
  /// The source cannot start.
  case isAnError
  /// One may be plugged in later.
  case isAwaited
}
