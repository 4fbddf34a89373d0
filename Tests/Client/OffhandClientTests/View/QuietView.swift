import Offhand
import OffhandClient

/// A view that takes, changes and shows nothing, but for what it says otherwise.
protocol QuietView: TouchView {}

extension QuietView {
  var deadline: Timestamp? { nil }
  mutating func layout(in environment: ViewEnvironment) {}
  mutating func process(_ frame: borrowing TouchFrame) {}
  mutating func advance(to time: Timestamp) {}
  func isAnimating(at time: Timestamp) -> Bool { false }
  func draw(for frame: FrameTime, into list: inout DisplayList) {}
}
