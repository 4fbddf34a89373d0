package import Offhand
package import OffhandClient

/// A menu beside the hand that opened it: rows to choose from on an otherwise transparent surface that covers the output.
///
/// A finger chooses a row by a tap, or by being dragged to it and lifted, in one stroke with the gesture that opened the menu. A touch
/// beside the menu closes it, and no program receives it.
package struct MenuView: TouchView {
  /// The time in seconds after the last touch after which a menu closes.
  package static let defaultTimeout = 15.0
  private static let overlay = Overlay.ID(rawValue: 1)
  /// The distance in millimetres that a finger must be dragged from where the menu opened before lifting it chooses: a menu that
  /// opens under a finger must not choose the row that happens to be there.
  private static let dragSlop = 4.0
  /// The space between the menu and the edges of the output, in millimetres.
  private static let margin = 3.0

  private let rows: [MenuRequest.Row]
  private let anchor: Point?
  private let timeout: Duration
  private var strategy: any PlacementStrategy
  private var menu: Menu
  private var scene = OverlayScene()
  private var grid: PixelGrid?
  /// The rectangle of the menu in millimetres; `nil` before the surface has a size.
  package private(set) var rect: Rect?
  /// How it ended; `nil` while it is open.
  package private(set) var outcome: MenuOutcome?
  /// The time of the last touch, or that of the opening.
  private var lastTouch: Timestamp

  /// A menu of `rows` that belongs to the point `anchor`, or to the touches that `strategy` knows. It opens at `time`, and closes if it
  /// is not touched for `timeout` seconds.
  package init(
    rows: [MenuRequest.Row], anchor: Point?, strategy: any PlacementStrategy,
    timeout: Double = MenuView.defaultTimeout, at time: Timestamp
  ) {
    self.rows = rows
    self.anchor = anchor
    self.strategy = strategy
    self.timeout = .seconds(timeout)
    menu = Menu(items: rows.map(\.label))
    lastTouch = time
  }

  package mutating func layout(in environment: ViewEnvironment) {
    grid = environment.grid
    let content = OverlayContent.menu(menu)
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    let placement = strategy.place(
      OverlayRequest(
        id: MenuView.overlay, role: .menu, anchor: anchor.map { Rect(origin: $0, size: .zero) },
        size: content.size(measuredBy: environment.measure),
        bounds: environment.bounds.inset(by: Insets(all: MenuView.margin)), gesture: GestureHint(.press)))
    rect = placement.rect
    scene.show(Overlay(id: MenuView.overlay, rect: placement.rect, content: content), at: lastTouch)
  }

  package mutating func process(_ frame: borrowing TouchFrame) {
    for index in frame.indices {
      let touch = frame[index]
      lastTouch = max(lastTouch, frame.timestamp)
      switch touch.phase {
      case .began, .moved, .stationary: highlight(row(at: touch.position))
      case .ended:
        if let row = row(at: touch.position) {
          finish(.chosen(rows[row].id))
        } else if !isInside(touch.landingPosition) {
          finish(.dismissed(.touch))
        }
        highlight(nil)
      case .cancelled: highlight(nil)
      }
    }
  }

  /// Follows the finger that opened the menu, of which the menu's own surface receives nothing; `frame` is in the coordinates of the
  /// output. Lifted on a row after a drag it chooses; lifted elsewhere it leaves the menu open.
  package mutating func follow(_ frame: borrowing TouchFrame) {
    guard let anchor else { return }
    for index in frame.indices {
      let touch = frame[index]
      lastTouch = max(lastTouch, frame.timestamp)
      let isDragged = touch.position.distance(to: anchor) > MenuView.dragSlop
      let row = isDragged ? row(at: touch.position) : nil
      highlight(touch.isDown ? row : nil)
      if touch.phase == .ended, let row { finish(.chosen(rows[row].id)) }
    }
  }

  /// Closes it without a choice.
  package mutating func dismiss(_ reason: MenuOutcome.Reason) { finish(.dismissed(reason)) }

  package var deadline: Timestamp? { outcome == nil ? lastTouch + timeout : nil }

  package mutating func advance(to time: Timestamp) {
    if let deadline, deadline <= time { finish(.dismissed(.timeout)) }
  }

  package func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    if let grid { scene.draw(at: frame.presentation, on: grid, into: &list) }
  }

  private mutating func finish(_ outcome: MenuOutcome) { if self.outcome == nil { self.outcome = outcome } }

  private mutating func highlight(_ row: Int?) {
    guard row != menu.highlighted else { return }
    menu.highlighted = row
    scene.update(MenuView.overlay, content: .menu(menu))
  }

  private func row(at point: Point) -> Int? { rect.flatMap { menu.row(at: point, in: $0) } }

  private func isInside(_ point: Point) -> Bool { rect?.contains(point) ?? false }
}
