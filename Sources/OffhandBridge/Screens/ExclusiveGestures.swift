import Offhand
import OffhandService

extension ServiceConfiguration.ListenedGesture {
  /// Whether programs lose the touches of `event` to this gesture. One that counts when it ends takes them when it begins.
  func takes(_ event: GestureEvent) -> Bool {
    guard exclusive else { return false }
    switch kind {
    case .pinch: return event.state == .began && event.name == .pinch && event.gesture.fingers == fingers
    case .holdSwipe: return event.state == .began && event.name.description == "press-\(fingers)"
    case .tap, .press, .swipe, .palm: return matches(event)
    }
  }
}
