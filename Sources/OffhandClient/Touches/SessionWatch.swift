public import Offhand
import OffhandPlatform

/// Lets go of what belongs to the session while another one is in front: nobody takes an open touch screen away from us, so
/// after a change of the virtual terminal we would see the touches of the next user.
public final class SessionWatch: EventSource {
  /// Where the session is.
  public enum Place: Sendable, Hashable {
    /// The user sees it.
    case foreground
    /// Another one is in front.
    case background
  }

  private let terminal: VirtualTerminal
  private let onChange: (Place, Timestamp) throws -> Void
  private var place = Place.foreground

  /// Watches the session of this process, and calls `onChange` whenever it comes to the front or goes to the background; `nil`
  /// where the session has no virtual terminal.
  public init?(onChange: @escaping (Place, Timestamp) throws -> Void) {
    guard let terminal = VirtualTerminal.ofSession() else { return nil }
    self.terminal = terminal
    self.onChange = onChange
  }

  /// Readable when it may have changed.
  public var descriptor: Int32? { terminal.descriptor }

  /// Looks where the session is.
  public func dispatch(at now: Timestamp) throws {
    let found: Place = terminal.isInFront() ? .foreground : .background
    guard found != place else { return }
    place = found
    try onChange(found, now)
  }
}

/// Tells from a compositor's seats whether its session is in front, where nobody says which virtual terminal it has.
///
/// A session that goes to the background has its input devices taken away, and so the compositor's seats lose their touch
/// screens. A touch screen that is unplugged looks the same, and then there is nothing to be let go of.
struct SeatWatch {
  private var hadTouch = false
  private var place = SessionWatch.Place.foreground

  /// Takes in whether a seat has a touch screen now; answers where the session is if that has changed.
  mutating func change(offersTouch: Bool) -> SessionWatch.Place? {
    hadTouch = hadTouch || offersTouch
    // A compositor that never had one says nothing by having none.
    let found: SessionWatch.Place = hadTouch && !offersTouch ? .background : .foreground
    guard found != place else { return nil }
    place = found
    return found
  }

  /// The compositor is another.
  mutating func forgetCompositor() { hadTouch = place == .background }
}
