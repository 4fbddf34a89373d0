import Offhand
import OffhandClient

/// A pad of numbers beside the hand, for the PIN of staff.
///
/// Its digits lie in another order each time: neither a recording of the touches nor traces on the glass tell them.
package struct PinPad {
  /// The most digits of a PIN, and the fewest.
  package static let lengths = 4...16
  private static let gap = 1.5
  private static let (delete, enter) = ("←", "OK")

  private let words: ServiceWords
  private let labels: [String]
  private var keys = [PressableTarget](repeating: PressableTarget(), count: 12)
  private var theme = Theme.standard
  private var header = Rect(origin: .origin, size: .zero)
  /// Its rectangle in millimetres; `nil` before the surface has a size.
  private(set) var rect: Rect?
  private var digits = ""
  private var isWrong = false
  /// Until when no PIN counts.
  private var waitEnd: Timestamp

  /// A pad on which no PIN counts until `waitEnd`.
  init(_ words: ServiceWords, waitEnd: Timestamp) {
    (self.words, self.waitEnd) = (words, waitEnd)
    let digits = (0...9).map(String.init).shuffled()
    labels = digits[..<9] + [PinPad.delete, digits[9], PinPad.enter]
  }

  /// Finds its place beside `anchor`, or the touches that the strategy knows.
  mutating func layout(
    in environment: ViewEnvironment, beside anchor: Point?, by strategy: inout any PlacementStrategy, at time: Timestamp
  ) {
    theme = environment.theme
    let bounds = environment.bounds.inset(by: Insets(all: 3))
    let line = [Phrase.pin, .wrong, .wait].map { environment.measure.width(of: words.text($0, "3600 s"), style: style) }
    let (key, frame) = (1.1 * theme.rowHeight, theme.padding + 2 * PinPad.gap)
    let size = Size(
      width: min(max(3.6 * key, (line.max() ?? 0) + 2) + frame, bounds.width),
      height: min(4 * key + 2 * theme.textSize + 4 * PinPad.gap + frame, bounds.height))
    let request = OverlayRequest(
      id: OverlayMenu.id, role: .menu, anchor: anchor.map { Rect(origin: $0, size: .zero) }, size: size,
      bounds: bounds, gesture: GestureHint(.press), time: time)
    let rect = strategy.place(request).rect
    self.rect = rect
    let rows = rect.inset(by: Insets(all: frame / 2)).rows([2 * theme.textSize, nil, nil, nil, nil], gap: PinPad.gap)
    header = rows[0]
    let places = rows[1...].flatMap { $0.columns([nil, nil, nil], gap: PinPad.gap) }
    for (index, place) in places.enumerated() { keys[index].layout(place, in: environment) }
  }

  /// Takes a frame of touches. Returns the PIN that was entered in it.
  mutating func process(_ frame: borrowing TouchFrame) -> String? {
    var entered: String?
    for index in keys.indices where keys[index].process(frame) && frame.timestamp >= waitEnd {
      isWrong = false
      switch labels[index] {
      case PinPad.delete: _ = digits.popLast()
      case PinPad.enter: if PinPad.lengths.contains(digits.count) { (entered, digits) = (digits, "") }
      case let digit: if digits.count < PinPad.lengths.upperBound { digits += digit }
      }
    }
    return entered
  }

  /// Says that the PIN was wrong, and takes no other until `end`.
  mutating func refuse(until end: Timestamp) { (isWrong, waitEnd, digits) = (true, end, "") }

  func isAnimating(at time: Timestamp) -> Bool { time < waitEnd || keys.contains { $0.isAnimating(at: time) } }

  private var style: TextStyle {
    TextStyle(size: 1.125 * theme.textSize, weight: .bold, color: theme.text, alignment: .center)
  }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let rect else { return }
    list.shadow(under: rect, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(rect, theme.controlPanel, cornerRadius: theme.cornerRadius)
    list.stroke(rect, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
    let wait = waitEnd.seconds(since: frame.presentation)
    let line =
      wait > 0
      ? words.text(.wait, "\(Int(wait.rounded(.up))) s")
      : isWrong ? words[.wrong] : digits.isEmpty ? words[.pin] : String(repeating: "•", count: digits.count)
    list.text(line, in: header, style: style)
    for (key, label) in zip(keys, labels) { key.draw(label, for: frame, into: &list) }
  }
}

/// Counts wrong PINs: after the fifth in a row each makes the next one wait, twice as long as the one before.
struct PinLock {
  private static let free = 5
  private static let (shortest, longest) = (30.0, 3600.0)

  private(set) var wrong = 0
  /// Until when no PIN counts.
  private(set) var waitEnd = Timestamp.zero

  /// Notes whether a PIN was right.
  mutating func note(isRight: Bool, at time: Timestamp) {
    wrong = isRight ? 0 : wrong + 1
    guard wrong >= PinLock.free else { return }
    let wait = PinLock.shortest * Double(1 << min(wrong - PinLock.free, 10))
    waitEnd = time + .seconds(min(wait, PinLock.longest))
  }
}
