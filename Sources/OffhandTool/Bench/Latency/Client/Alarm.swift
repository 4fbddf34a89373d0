import OffhandClient
import Offhand

/// Wakes a loop once.
final class Alarm: EventSource {
  /// When; `nil` never.
  var time: Timestamp?

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { time }
  func dispatch(at now: Timestamp) {}
}
