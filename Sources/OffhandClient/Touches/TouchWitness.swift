public import Offhand

/// Sees everything that the compositor says of touches on a program's window, before whole frames are made of it: for a
/// recording.
public protocol TouchWitness: EventSource {
  /// Whether it has seen enough: the program ends.
  var isSatisfied: Bool { get }

  /// Something was said.
  func see(_ event: TouchSourceEvent)

  /// All that there is for now was said.
  func endBatch()
}
