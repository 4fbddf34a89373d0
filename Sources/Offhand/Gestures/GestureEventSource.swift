/// What answers are read from: whoever holds it keeps it as it is, because its owner changes it only while nobody else does.
class GestureEventSource: @unchecked Sendable {
  /// The answer at an index. A closure and no method to be overridden: of those the compiler makes none for the recognizers
  /// of a pipeline whose type is known, and what it makes for all of them costs twice as much.
  final let read: @Sendable (GestureEventSource, Int) -> GestureEvent

  init(read: @escaping @Sendable (GestureEventSource, Int) -> GestureEvent) { self.read = read }

  /// What the answer at `index` says.
  func state(at index: Int) -> GestureState { read(self, index).state }
}
