import Offhand

/// Asks to touch the output that it is shown on.
struct MapView: TouchView {
  /// What the screen says.
  let title: String
  let detail: String
  private var bounds = Rect(origin: .origin, size: .zero)

  init(title: String, detail: String) {
    self.title = title
    self.detail = detail
  }

  var deadline: Timestamp? { nil }

  mutating func layout(in environment: ViewEnvironment) { bounds = environment.bounds }

  mutating func process(_ frame: borrowing TouchFrame) {}

  mutating func advance(to time: Timestamp) {}

  func isAnimating(at time: Timestamp) -> Bool { false }

  func draw(at time: Timestamp, into list: inout DisplayList) {
    list.fill(bounds, Color(rgb: 0x1D2B3A))
    list.circle(center: bounds.center, radius: 12, Color(rgb: 0xF6B72B))
    let line = Rect(x: bounds.minX, y: bounds.center.y + 18, width: bounds.width, height: 12)
    list.text(
      title, in: line, style: TextStyle(size: 8, weight: .bold, color: Color(white: 1, alpha: 1), alignment: .center))
    list.text(
      detail, in: line.moved(by: Vector(dx: 0, dy: 13)),
      style: TextStyle(size: 4, color: Color(white: 1, alpha: 0.7), alignment: .center))
  }
}
