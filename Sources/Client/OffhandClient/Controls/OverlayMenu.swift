public import Offhand

/// A menu beside the hand that opened it, from its opening to a choice: its rows, its place, and the fingers on it.
///
/// A touch that lands on a row, or is dragged to it, chooses it by lifting there; so does the touch that opened the menu, once it has been
/// dragged away from where it opened. A touch beside the menu closes it. A view that has one passes it every frame of touches, and
/// keeps the touches that it takes from everything else:
///
/// ```swift
/// if event.state == .began { menu = OverlayMenu(["Copy", "Share"], destructive: ["Delete"], title: name, openedBy: event) }
/// menu?.layout(in: environment, by: &placer)
/// …
/// if menu?.isGone(at: frame.timestamp) ?? false { menu = nil }
/// if let row = menu?.process(frame, by: &placer) { … }
/// ```
public struct OverlayMenu: Sendable {
  /// How it ended.
  public enum Outcome: Sendable, Hashable {
    /// A touch chose the row of this index.
    case chosen(Int)
    /// A touch beside it, or the program, closed it.
    case dismissed
    /// Nothing touched it for the length of its timeout.
    case timedOut
  }

  /// The touches beside it that close it.
  public enum Reach: Sendable, Hashable {
    /// All touches on the surface; they do nothing else.
    case surface
    /// The touches of the hand that opened it, by their distance; they also do what they do without a menu. For a table with several people.
    case hand
  }

  /// A touch of the same hand is within this distance in mm of where the menu was opened: the length of a hand, and some of its travel.
  private static let handReach = 120.0
  /// Or within this distance of the menu.
  private static let handMargin = 20.0
  /// The distance in mm that the finger that opened it must be dragged before lifting it chooses: a menu that opens under a finger must
  /// not choose the row that happens to be there.
  private static let dragSlop = 4.0
  /// The space between the menu and the edges of the surface, in mm: that of its drop shadow.
  private static let margin = 3.0

  /// The overlay that it is for a placement strategy.
  public let id: Overlay.ID
  /// How it ended; `nil` while it is open.
  public private(set) var outcome: Outcome?
  /// Its place, and the reason for it; `nil` before it has one.
  public private(set) var placement: Placement?
  private let anchor: Rect?
  private let gesture: GestureHint
  private let reach: Reach
  private let timeout: Duration?
  private var menu: Menu
  private var scene = OverlayScene()
  private var theme = Theme.standard
  private var grid: PixelGrid?
  /// The touches that landed while it was open and that it takes.
  private var touches: [Touch.ID] = []
  /// The time of the last touch, or that of the opening.
  private var lastTouch: Timestamp

  /// A menu of `items` that opens at `time` and belongs to `anchor`, or, if that is `nil`, to the touches that the strategy knows. Without a
  /// touch it closes after `timeout`, if that is given. It has no place yet: ``layout(in:by:)``. Rows that destroy something, `destructive`,
  /// follow the others; the title names what the menu is for, and a line leads to `subject`, where that is.
  public init(
    _ items: [String], destructive: [String] = [], title: String? = nil, for subject: Rect? = nil,
    beside anchor: Rect?, gesture: GestureHint = GestureHint(.press),
    id: Overlay.ID = OverlayMenu.id,
    reach: Reach = .surface, timeout: Duration? = nil, at time: Timestamp
  ) {
    menu = Menu(items: items, destructive: destructive, title: title, subject: subject)
    self.anchor = anchor
    self.gesture = gesture
    self.id = id
    self.reach = reach
    self.timeout = timeout
    lastTouch = time
  }

  /// A menu of `items` beside the touch of a gesture, a long press for instance. It has no place yet: ``layout(in:by:)``.
  public init(
    _ items: [String], destructive: [String] = [], title: String? = nil, for subject: Rect? = nil,
    openedBy event: GestureEvent, id: Overlay.ID = OverlayMenu.id, reach: Reach = .surface
  ) {
    let location = event.gesture.location
    self.init(
      items, destructive: destructive, title: title, for: subject,
      beside: Rect(center: location, size: Size(width: 8, height: 8)),
      gesture: GestureHint(.press, state: event.state, location: location), id: id, reach: reach, at: event.timestamp)
  }

  /// The overlay of a menu that is the only one on its surface.
  public static let id = Overlay.ID(rawValue: 1 << 20)

  /// Finds its place on a surface.
  public mutating func layout(in environment: ViewEnvironment, by strategy: inout some PlacementStrategy) {
    grid = environment.grid
    theme = environment.theme
    guard isOpen else { return }
    strategy.complete(from: environment)
    let content = OverlayContent.menu(menu)
    let bounds = environment.bounds.inset(by: Insets(all: OverlayMenu.margin))
    var size = content.size(measuredBy: environment.measure, theme: theme)
    // Rows share its height: where there is little they are lower, and all of them are seen.
    size = Size(width: min(size.width, bounds.width), height: min(size.height, bounds.height))
    let placement = strategy.place(
      OverlayRequest(
        id: id, role: .menu, anchor: anchor, size: size, bounds: bounds, gesture: gesture, time: lastTouch))
    self.placement = placement
    scene.show(Overlay(id: id, rect: placement.rect, content: content), at: lastTouch)
  }

  /// Whether it is open: shown, and without an outcome.
  public var isOpen: Bool { outcome == nil }

  /// Its rectangle in mm; `nil` before it has a place, and once it has faded out.
  public var rect: Rect? { scene.overlay(id)?.rect }

  // MARK: Touches

  /// Takes a frame of touches. Returns the index of the row that one of them chooses in it; `nil` if none does.
  @discardableResult
  public mutating func process(_ frame: borrowing TouchFrame, by strategy: inout some PlacementStrategy) -> Int? {
    let wasOpen = isOpen
    for index in frame.indices {
      let touch = frame[index]
      if touch.phase == .began, isOpen { land(touch) }
      if takes(touch.id) {
        follow(touch, isRow: true, isTaken: true)
      } else if touch.phase != .began, isOpener(touch) {
        follow(touch, isRow: isDragged(touch), isTaken: false)
      }
      lastTouch = max(lastTouch, frame.timestamp)
    }
    for index in touches.indices.reversed() where !(frame.touch(touches[index])?.isDown ?? false) {
      touches.remove(at: index)
    }
    if !isOpen { vanish(by: &strategy, at: frame.timestamp) }
    if wasOpen, case .chosen(let row) = outcome { return row }
    return nil
  }

  /// Follows the touches that opened it on another surface, in the coordinates of this one. Lifted on a row after a drag they choose;
  /// lifted elsewhere they leave the menu open.
  public mutating func follow(_ frame: borrowing TouchFrame) {
    guard anchor != nil else { return }
    for index in frame.indices {
      // Its ID may be that of another touch here.
      follow(frame[index], isRow: isDragged(frame[index]), isTaken: false)
      lastTouch = max(lastTouch, frame.timestamp)
    }
  }

  /// Whether it takes a touch, until that lifts: what is below must not have it.
  public func takes(_ touch: Touch.ID) -> Bool { touches.contains(touch) }

  /// Closes it without a choice.
  public mutating func close(by strategy: inout some PlacementStrategy, at time: Timestamp) {
    finish(.dismissed)
    vanish(by: &strategy, at: time)
  }

  // MARK: Time

  /// When it closes if nothing touches it; `nil` if it stays, is touched, or is closed.
  public var deadline: Timestamp? { isOpen && touches.isEmpty ? timeout.map { lastTouch + $0 } : nil }

  /// Serves the deadline, if it is due.
  public mutating func advance(to time: Timestamp, by strategy: inout some PlacementStrategy) {
    guard let deadline, deadline <= time else { return scene.advance(to: time) }
    finish(.timedOut)
    vanish(by: &strategy, at: time)
  }

  /// Whether it fades in or out.
  public func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  /// Whether it has closed and faded out, and has no touches left: it is not needed any more.
  public func isGone(at time: Timestamp) -> Bool { !isOpen && touches.isEmpty && scene.opacity(of: id, at: time) <= 0 }

  /// Draws it.
  public func draw(for frame: FrameTime, into list: inout DisplayList) {
    if let grid { scene.draw(at: frame.presentation, on: grid, into: &list, theme: theme) }
  }

  // MARK: Inside

  private mutating func land(_ touch: Touch) {
    let isInside = rect?.contains(touch.position) ?? false
    if isInside || reach == .surface { touches.append(touch.id) }
    guard !isInside, reach == .hand else { return }
    let isOfHand =
      (anchor?.center.distance(to: touch.position) ?? 0) < OverlayMenu.handReach
      || rect?.grown(by: OverlayMenu.handMargin).contains(touch.position) ?? true
    if isOfHand { finish(.dismissed) }
  }

  /// Whether a touch that was down before it opened is the one that opened it.
  private func isOpener(_ touch: Touch) -> Bool {
    anchor?.grown(by: OverlayMenu.dragSlop).contains(touch.landingPosition) ?? false
  }

  private func isDragged(_ touch: Touch) -> Bool {
    anchor.map { touch.position.distance(to: $0.center) > OverlayMenu.dragSlop } ?? false
  }

  /// Highlights the row under a touch, if it may choose one, and lets it choose. One that the menu has not taken itself, which opened it,
  /// changes nothing for those that it has, unless it is on a row.
  private mutating func follow(_ touch: Touch, isRow: Bool, isTaken: Bool) {
    let row = isRow ? rect.flatMap { menu.row(at: touch.position, in: $0, theme: theme) } : nil
    let counts = isTaken || row != nil || touches.isEmpty
    switch touch.phase {
    case .began, .moved, .stationary: if counts { highlight(row) }
    case .ended:
      if let row {
        finish(.chosen(row))
      } else if isTaken, !(rect?.contains(touch.landingPosition) ?? true) {
        finish(.dismissed)
      }
      if counts { highlight(nil) }
    case .cancelled: if counts { highlight(nil) }
    }
  }

  private mutating func highlight(_ row: Int?) {
    guard isOpen, row != menu.highlighted else { return }
    menu.highlighted = row
    scene.update(id, content: .menu(menu))
  }

  private mutating func finish(_ outcome: Outcome) { if isOpen { self.outcome = outcome } }

  /// Fades out, and frees the place.
  private mutating func vanish(by strategy: inout some PlacementStrategy, at time: Timestamp) {
    guard scene.isShown(id) else { return }
    scene.hide(id, at: time)
    strategy.remove(id)
  }
}
