/// Why a view cannot be shown as it was wished; one plain line that says what to do.
public enum ViewDisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor has no output of that name; those that it has.
  case noOutput(name: String, present: [String])
  /// An overlay lets all touches through, so none can come from the compositor.
  case overlayWithoutTouches

  /// One plain line: what, and what to do.
  public var description: String {
    switch self {
    case .noOutput(let name, let present):
      "there is no output \(name); the compositor has \(present.isEmpty ? "none" : present.joined(separator: ", "))"
    case .overlayWithoutTouches:
      "an overlay lets all touches through to other programs: take them from libinput or from a recording with --source"
    }
  }
}
