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
