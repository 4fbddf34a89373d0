import Offhand

/// A delegate of a pipeline that answers as a closure does.
final class Answers: GestureDelegate {
  private let body: @Sendable (GestureQuestion) -> Bool?

  init(_ body: @escaping @Sendable (GestureQuestion) -> Bool?) { self.body = body }

  /// Answers only which touches a recognizer receives.
  convenience init(receives: @escaping @Sendable (GestureName, Touch) -> Bool) {
    self.init { if case .receives(let recognizer, let touch) = $0 { receives(recognizer, touch) } else { nil } }
  }

  /// Answers only which gestures may begin.
  convenience init(begins: @escaping @Sendable (GestureName, Gesture) -> Bool) {
    self.init { if case .begins(let recognizer, let gesture) = $0 { begins(recognizer, gesture) } else { nil } }
  }

  func answer(_ question: GestureQuestion) -> Bool? { body(question) }
}
