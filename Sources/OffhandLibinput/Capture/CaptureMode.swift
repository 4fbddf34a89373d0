/// Who else gets the touches that a source reads.
public enum CaptureMode: Sendable, Hashable {
  /// Everyone who reads the device, above all the compositor.
  case shared
  /// Nobody: the compositor sees no touch of the device, moves no cursor for it and does not know that the user is there.
  case exclusive
}

/// How far a device is on the way to the wanted mode.
public enum CaptureState: Sendable, Hashable, CustomStringConvertible {
  /// Everyone gets its touches.
  case shared
  /// The mode changes as soon as no finger is on the glass: in mid-touch the other readers would keep a finger that never
  /// lifts, or get a lift without a landing (platform.md §2.1).
  case awaitingLift
  /// Nobody else gets its touches.
  case exclusive
  /// It cannot be captured.
  case refused(LibinputError)

  /// The state in words, of a device that was named before.
  public var description: String {
    switch self {
    case .shared: "is shared: other programs get its touches too"
    case .awaitingLift: "changes hands as soon as no finger is on it"
    case .exclusive: "is captured: no other program gets its touches"
    case .refused(let reason): "cannot be captured: \(reason)"
    }
  }
}
