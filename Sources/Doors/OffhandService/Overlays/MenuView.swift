package import Offhand
package import OffhandClient

/// A menu beside the hand that opened it, on an otherwise transparent surface that covers the output.
///
/// A finger chooses a row by a tap, or by being dragged to it and lifted, in one stroke with the gesture that opened the menu. A touch
/// beside the menu closes it, and no program receives it.
package struct MenuView: TouchView {
  /// The time in seconds after the last touch after which a menu closes.
  package static let defaultTimeout = 15.0

  private let rows: [MenuRequest.Row]
  private var strategy: any PlacementStrategy
  private var menu: OverlayMenu

  /// A menu of `rows` that belongs to the point `anchor`, or to the touches that `strategy` knows. It opens at `time`, and closes if it
  /// is not touched for `timeout` seconds.
  package init(
    rows: [MenuRequest.Row], anchor: Point?, strategy: any PlacementStrategy,
    timeout: Double = MenuView.defaultTimeout, at time: Timestamp
  ) {
    self.rows = rows
    self.strategy = strategy
    menu = OverlayMenu(
      rows.map(\.label), beside: anchor.map { Rect(origin: $0, size: .zero) }, timeout: .seconds(timeout), at: time)
  }

  /// The rectangle of the menu in millimetres; `nil` before the surface has a size.
  package var rect: Rect? { menu.rect }

  /// How it ended; `nil` while it is open.
  package var outcome: MenuOutcome? {
    switch menu.outcome {
    case .chosen(let row): .chosen(rows[row].id)
    case .dismissed: .dismissed(.touch)
    case .timedOut: .dismissed(.timeout)
    case nil: nil
    }
  }

  package mutating func layout(in environment: ViewEnvironment) {
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    menu.layout(in: environment, by: &strategy)
  }

  package mutating func process(_ frame: borrowing TouchFrame) { menu.process(frame, by: &strategy) }

  /// Follows the finger that opened the menu, of which the menu's own surface receives nothing; `frame` is in the coordinates of the
  /// output. Lifted on a row after a drag it chooses; lifted elsewhere it leaves the menu open.
  package mutating func follow(_ frame: borrowing TouchFrame) { menu.follow(frame) }

  package var deadline: Timestamp? { menu.deadline }

  package mutating func advance(to time: Timestamp) { menu.advance(to: time, by: &strategy) }

  package func isAnimating(at time: Timestamp) -> Bool { menu.isAnimating(at: time) }

  package func draw(for frame: FrameTime, into list: inout DisplayList) { menu.draw(for: frame, into: &list) }
}
