public import Offhand
import OffhandLibinput

/// Drives one touch source: lets it speak when there is something to say, and makes whole frames of it.
final class TouchFeed<Source: TouchSource>: EventSource {
  let source: Source
  private var assembler: TouchFrameAssembler
  private var devices: [DeviceID] = []
  private unowned let receiver: any TouchReceiver
  private weak var witness: (any TouchWitness)?

  /// Feeds `receiver`, which must outlive it, with what `source` says; `witness` sees it first.
  init(
    _ source: Source, habits: TouchFrameAssembler.Habits = .init(), receiver: any TouchReceiver,
    witness: (any TouchWitness)? = nil
  ) {
    self.source = source
    self.receiver = receiver
    self.witness = witness
    assembler = TouchFrameAssembler(habits: habits)
  }

  var diagnostics: TouchDiagnostics { assembler.diagnostics }

  var descriptor: Int32? { source.descriptor }
  var deadline: Timestamp? { source.deadline }

  func dispatch(at now: Timestamp) throws {
    try follow { (body) throws(Source.Failure) in try source.dispatch(at: now, body) }
  }

  /// Takes in everything that the source says while `speak` runs.
  func follow<Failure: Error>(_ speak: ((TouchSourceEvent) -> Void) throws(Failure) -> Void) throws(Failure) {
    // What was said before a failure happened all the same.
    defer {
      assembler.endBatch { receiver.receive($0) }
      witness?.endBatch()
    }
    try speak { take($0) }
  }

  /// Takes all contacts away and all touch screens with them, because the source is lost.
  func abandon(at now: Timestamp) {
    assembler.add(.cancelled(nil, now)) { receiver.receive($0) }
    for device in devices { receiver.receive(removed: device) }
    devices = []
  }

  private func take(_ event: TouchSourceEvent) {
    witness?.see(event)
    // A device must be known before its first frame, and its last frame comes before it goes or changes.
    if case .deviceAdded(let device) = event {
      devices.append(device.id)
      receiver.receive(added: device)
    }
    assembler.add(event) { receiver.receive($0) }
    switch event {
    case .deviceRemoved(let device, _):
      devices.removeAll { $0 == device }
      receiver.receive(removed: device)
    case .deviceChanged(let device): receiver.receive(changed: device)
    case .deviceAdded, .touch, .frame, .cancelled: break
    }
  }
}

/// Takes what a touch feed delivers.
protocol TouchReceiver: AnyObject {
  /// A touch screen is there.
  func receive(added device: TouchDevice)
  /// A touch screen lies elsewhere, or has another size.
  func receive(changed device: TouchDevice)
  /// A touch screen is gone; its contacts were cancelled in a frame before.
  func receive(removed device: DeviceID)
  /// One whole frame.
  func receive(_ frame: borrowing TouchFrame)
}

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

/// A feed whose source reads touch screens itself, whichever source that is.
protocol TouchScreenFeed: EventSource {
  /// The source.
  var screens: any DeviceTouchSource { get }

  /// Tells the source which outputs there are, and takes in what follows from that.
  func place(on outputs: [OutputDescription], at now: Timestamp)

  /// Lets go of the touch screens, as when the session goes to the background; contacts are cancelled.
  func suspend(at now: Timestamp)

  /// Takes the touch screens up again. Throws where one that was named cannot be opened any more.
  func resume(at now: Timestamp) throws
}

extension TouchFeed: TouchScreenFeed where Source: DeviceTouchSource {
  var screens: any DeviceTouchSource { source }

  func place(on outputs: [OutputDescription], at now: Timestamp) {
    follow { source.place(on: outputs, at: now, $0) }
  }

  func suspend(at now: Timestamp) {
    follow { source.suspend(at: now, $0) }
  }

  func resume(at now: Timestamp) throws {
    try follow { (body) throws(LibinputError) in try source.resume(at: now, body) }
  }
}
