package import Offhand
package import OffhandClient

/// A menu beside the hand that opened it, on an otherwise transparent surface that covers the output.
///
/// A finger chooses a row by a tap, or by being dragged to it and lifted, in one stroke with the gesture that opened the menu. A touch
/// beside the menu closes it, and no program receives it. Before the rows it may want a PIN, and after the choice of one that asks, another.
package struct MenuView: TouchView {
  /// The time in seconds after the last touch after which a menu closes.
  package static let defaultTimeout = 15.0

  /// The time after the choice of a row that asks for which touches do nothing: the second of two taps is no answer.
  private static let pause = Duration.milliseconds(400)

  private let anchor: Point?
  private let timeout: Duration
  private let words: ServiceWords
  private let title: String?
  private var strategy: any PlacementStrategy
  private var environment: ViewEnvironment?
  /// The rows as they lie.
  private var rows: [MenuRequest.Row]
  private var menu: OverlayMenu
  /// What is shown in place of the menu until the PIN is right.
  private var pad: PinPad?
  /// The PIN that was entered and waits for a verdict.
  private(set) var attempt: String?
  /// Whether the rows are the question about one, and until when touches do nothing then.
  private var isAsking = false
  private var quietEnd = Timestamp.zero
  /// The time of the latest touch or change.
  private var latest: Timestamp
  /// How it ended; `nil` while it is open.
  package private(set) var outcome: MenuOutcome?

  /// A menu of `rows` that belongs to the point `anchor`, or to the touches that `strategy` knows. It opens at `time`, and closes if it
  /// is not touched for `timeout` seconds. With `pinWait` it wants a PIN first, of which none counts until then.
  package init(
    rows: [MenuRequest.Row], title: String? = nil, anchor: Point?, strategy: any PlacementStrategy,
    timeout: Double = MenuView.defaultTimeout, words: ServiceWords = ServiceWords(), pinWait: Timestamp? = nil,
    at time: Timestamp
  ) {
    (self.anchor, self.strategy, self.words, self.title, latest) = (anchor, strategy, words, title, time)
    self.timeout = .seconds(timeout)
    // As the menu lays them.
    self.rows = rows.filter { !$0.isDestructive } + rows.filter(\.isDestructive)
    menu = MenuView.menu(of: self.rows, title, anchor, self.timeout, at: time)
    pad = pinWait.map { PinPad(words, waitEnd: $0) }
  }

  private static func menu(
    of rows: [MenuRequest.Row], _ title: String?, _ anchor: Point?, _ timeout: Duration, at time: Timestamp
  ) -> OverlayMenu {
    OverlayMenu(
      rows.filter { !$0.isDestructive }.map(\.label), destructive: rows.filter(\.isDestructive).map(\.label),
      title: title, beside: anchor.map { Rect(origin: $0, size: .zero) }, timeout: timeout, at: time)
  }

  /// The rectangle of the menu in millimetres; `nil` before the surface has a size.
  package var rect: Rect? { pad == nil ? menu.rect : pad?.rect }

  package mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    guard var pad else { return menu.layout(in: environment, by: &strategy) }
    pad.layout(in: environment, beside: anchor, by: &strategy, at: latest)
    self.pad = pad
  }

  package mutating func process(_ frame: borrowing TouchFrame) {
    guard outcome == nil, frame.timestamp >= quietEnd else { return }
    guard pad != nil else {
      menu.process(frame, by: &strategy)
      return conclude(at: frame.timestamp)
    }
    latest = frame.timestamp
    for index in frame.indices where frame[index].phase == .began && rect?.contains(frame[index].position) == false {
      outcome = .dismissed(.touch)
    }
    attempt = pad?.process(frame) ?? attempt
  }

  /// Says whether the PIN that waits is right; if it is not, none counts until `end`.
  mutating func answer(isRight: Bool, until end: Timestamp, at time: Timestamp) {
    attempt = nil
    guard isRight else { return pad?.refuse(until: end) ?? () }
    (pad, latest) = (nil, time)
    strategy.remove(OverlayMenu.id)
    menu = MenuView.menu(of: rows, title, anchor, timeout, at: time)
    if let environment { layout(in: environment) }
  }

  /// Follows the finger that opened the menu, of which the menu's own surface receives nothing; `frame` is in the coordinates of the
  /// output. Lifted on a row after a drag it chooses; lifted elsewhere it leaves the menu open.
  package mutating func follow(_ frame: borrowing TouchFrame) {
    guard pad == nil, frame.timestamp >= quietEnd else { return }
    menu.follow(frame)
    conclude(at: frame.timestamp)
  }

  /// Takes over how the menu ended.
  private mutating func conclude(at time: Timestamp) {
    switch menu.outcome {
    case .chosen(let index) where rows[index].asks: ask(about: rows[index], at: time)
    case .chosen(let index):
      let isCancelled = isAsking && rows[index].id.isEmpty
      outcome = isCancelled ? .dismissed(.touch) : .chosen(rows[index].id)
    case .dismissed: outcome = .dismissed(.touch)
    case .timedOut: outcome = .dismissed(.timeout)
    case nil: break
    }
  }

  private mutating func ask(about row: MenuRequest.Row, at time: Timestamp) {
    (isAsking, latest, quietEnd) = (true, time, time + MenuView.pause)
    var answer = row
    answer.asks = false
    let none = MenuRequest.Row(id: "", label: words[.cancel])
    rows = row.isDestructive ? [none, answer] : [answer, none]
    menu = MenuView.menu(of: rows, words[.confirm], anchor, timeout, at: time)
    if let environment { layout(in: environment) }
  }

  package var deadline: Timestamp? {
    guard outcome == nil else { return nil }
    return pad == nil ? menu.deadline : latest + timeout
  }

  package mutating func advance(to time: Timestamp) {
    guard outcome == nil else { return }
    if pad != nil {
      if let deadline, deadline <= time { outcome = .dismissed(.timeout) }
    } else {
      menu.advance(to: time, by: &strategy)
      conclude(at: time)
    }
  }

  package func isAnimating(at time: Timestamp) -> Bool { pad?.isAnimating(at: time) ?? menu.isAnimating(at: time) }

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    if let pad { pad.draw(for: frame, into: &list) } else { menu.draw(for: frame, into: &list) }
  }
}
