import Foundation

/// What the fingers on weston's synthetic touch screen do; places in logical pixels of the compositor's space, stamps in
/// nanoseconds of CLOCK_MONOTONIC (nil: now).
public enum TouchCommand: Sendable {
  /// A finger lands.
  case down(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A finger moves.
  case motion(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A finger leaves.
  case up(id: Int, at: Int64? = nil)
  /// What came since the last frame belongs together.
  case frame
  /// Tells the compositor that the touches are cancelled.
  case cancel
  /// The touch screen is plugged in.
  case touchAdd
  /// The touch screen is unplugged.
  case touchRemove

  /// The line that the touch module understands.
  var line: String {
    func stamp(_ time: Int64?) -> String { time.map { " \($0)" } ?? "" }
    return switch self {
    case .down(let id, let x, let y, let at): "down \(id) \(x) \(y)\(stamp(at))"
    case .motion(let id, let x, let y, let at): "motion \(id) \(x) \(y)\(stamp(at))"
    case .up(let id, let at): "up \(id)\(stamp(at))"
    case .frame: "frame"
    case .cancel: "cancel"
    case .touchAdd: "touch-add"
    case .touchRemove: "touch-remove"
    }
  }
}

/// The module that gives weston a touch screen; built from source once per test run.
enum TouchModule {
  /// Where the built module lies, or nil where it cannot be built: the headers of weston 10 are missing.
  static let path: String? = {
    let source = RepositoryFile.path("Tests/Rigs/weston-touch/build")
    let output = Program.built("offhand-weston-touch.so")
    guard let build = try? Program([source, output]), (try? build.wait()) == .exited(0) else {
      return nil
    }
    return output
  }()
}
