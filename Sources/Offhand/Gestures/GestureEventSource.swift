/// What answers are read from: whoever holds it keeps it as it is, because its owner changes it only while nobody else does.
@usableFromInline
class GestureEventSource: @unchecked Sendable {
  /// The answer at an index. A closure and no method to be overridden: of those the compiler makes none for the recognizers
  /// of a pipeline whose type is known, and what it makes for all of them costs twice as much.
  @usableFromInline final let read: @Sendable (GestureEventSource, Int) -> GestureEvent

  init(count: Int = 0, read: @escaping @Sendable (GestureEventSource, Int) -> GestureEvent) {
    self.count = count
    self.read = read
  }

  /// How many answers there are.
  @exclusivity(unchecked) @usableFromInline final var count: Int

  /// What the answer at `index` says.
  func state(at index: Int) -> GestureState { read(self, index).state }
}
