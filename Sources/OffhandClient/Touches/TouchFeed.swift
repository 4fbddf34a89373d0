import Offhand

/// Drives one touch source: lets it speak when there is something to say, and makes whole frames of it.
final class TouchFeed<Source: TouchSource>: EventSource {
  let source: Source
  private var assembler: TouchFrameAssembler
  private unowned let receiver: any TouchReceiver

  /// Feeds `receiver`, which must outlive it, with what `source` says.
  init(_ source: Source, habits: TouchFrameAssembler.Habits = .init(), receiver: any TouchReceiver) {
    self.source = source
    self.receiver = receiver
    assembler = TouchFrameAssembler(habits: habits)
  }

  var diagnostics: TouchDiagnostics { assembler.diagnostics }

  var descriptor: Int32? { source.descriptor }
  var deadline: Timestamp? { source.deadline }

  func dispatch(at now: Timestamp) throws {
    try source.dispatch(at: now) { event in
      // A device must be known before its first frame, and its last frame comes before it goes.
      if case .deviceAdded(let device) = event { receiver.receive(added: device) }
      assembler.add(event) { receiver.receive($0) }
      if case .deviceRemoved(let device, _) = event { receiver.receive(removed: device) }
    }
    assembler.endBatch { receiver.receive($0) }
  }
}
