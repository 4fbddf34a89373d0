/// The answers of one call of a pipeline, in the order in which they were given.
///
/// Those of a gesture that merely goes on are put together when somebody reads them: to count answers, or to look for one that matters,
/// costs next to nothing. Answers that are kept stay what they were, whatever the pipeline does next; but the pipeline then
/// has to leave to them what it remembers and to go on with a copy. To keep some for long, take them out:
/// `Array(pipeline.events)`.
public struct GestureEvents: RandomAccessCollection, Sendable {
  /// What they are read from. A pipeline keeps it here as well, so that to ask for its answers is to look at a property of it.
  @usableFromInline var source: GestureEventSource

  /// The answers that `source` has.
  init(_ source: GestureEventSource) { self.source = source }

  /// The answers `events`, for a pipeline of one's own.
  public init(_ events: [GestureEvent]) { self.init(CollectedEvents(events)) }

  /// No answer.
  public static let none = GestureEvents([])

  /// The first answer.
  @inlinable public var startIndex: Int { 0 }
  /// Behind the last answer.
  @inlinable public var endIndex: Int { source.count }

  /// The answer at `position`. To be inlined, because an answer is two hundred bytes, which each call that hands it on copies.
  @inlinable public subscript(position: Int) -> GestureEvent {
    precondition(position >= 0 && position < endIndex, "there is no answer \(position) of \(endIndex)")
    return source.read(source, position)
  }

  /// What the answer at `position` says, without the rest of it.
  public func state(at position: Int) -> GestureState {
    precondition(position >= 0 && position < endIndex, "there is no answer \(position) of \(endIndex)")
    return source.state(at: position)
  }
}
