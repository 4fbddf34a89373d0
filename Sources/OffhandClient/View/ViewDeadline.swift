import Offhand

/// Lets the loop wake for what a view plans; the view itself is served once in every round.
final class ViewDeadline<View: TouchView>: EventSource {
  private let host: ViewHost<View>

  init(_ host: ViewHost<View>) { self.host = host }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { host.deadline }

  func dispatch(at now: Timestamp) { host.advance(to: now) }
}
