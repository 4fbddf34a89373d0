package import Offhand

/// A flat palm that rests on the glass, by the size of its contact.
///
/// Only devices that measure contacts show it, read by evdev: libinput, and most compositors, pass no shapes on, and take palms away.
package struct PalmRecognizer: GestureRecognizer {
  /// `palm`.
  package static var name: GestureName { "palm" }
  package var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: 1, maximum: TouchFrame.capacity)
  }
  /// When a contact has been as large for long enough.
  package private(set) var deadline: Timestamp?

  /// The least long axis in millimetres, that of a `PalmFilter`: a flat thumb leaves 25.
  private static let length: Float = 30
  /// The least short axis in millimetres: of 5,596 fingers of capfingerid none leaves more than 18.6, at any time.
  private static let width: Float = 20
  /// For how long, since a contact is blurred while it lands: of those fingers one is as long as a palm for 143 ms.
  private static let duration = Duration.milliseconds(200)

  package init() {}

  package mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    guard group.lifted.isEmpty else { return .failed }
    guard PalmRecognizer.hasPalm(group, in: table) else {
      deadline = nil
      return .unchanged
    }
    guard let deadline else {
      self.deadline = table.timestamp + PalmRecognizer.duration
      return .unchanged
    }
    return table.timestamp >= deadline ? .recognized : .unchanged
  }

  private static func hasPalm(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Bool {
    var remaining = group.touches
    while let touch = remaining.popFirst() {
      if let shape = table[touch].shape, shape.major >= length, shape.minor >= width { return true }
    }
    return false
  }

  package func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.location = group.centroid
    gesture.fingers = group.count
    return gesture
  }

  package mutating func reset() { deadline = nil }
}
