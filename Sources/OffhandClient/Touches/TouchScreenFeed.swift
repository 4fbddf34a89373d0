import Offhand
import OffhandLibinput

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
