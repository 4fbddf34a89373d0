package import Offhand

/// A touch source that reads the touch screens of this machine itself: lists them, assigns them to outputs, and closes them
/// while the session is in the background. `LibinputTouchSource` and `EvdevTouchSource` conform to it.
///
/// Every touch that began ends: by a lift, or by a cancel if the touch, its device, its output or the session is lost.
package protocol DeviceTouchSource: TouchSource where Failure == TouchDeviceError {
  /// The user's configuration of outputs and sizes; takes effect with the next call of `place`.
  var preferences: MappingPreferences { get set }

  /// The touch screens.
  var devices: [TouchDevice] { get }

  /// The number of times the kernel dropped events because they were read too late. libinput limits the log lines that are
  /// counted to five per device in 30 s, so with libinput it is a lower bound.
  var drops: Int { get }

  /// The panel of a touch screen; `nil` if there is none with this ID.
  func panel(of id: DeviceID) -> TouchPanel?

  /// The mapping of a touch screen; `nil` if there is none with this ID.
  func mapping(of id: DeviceID) -> OutputMapping?

  /// All names by which the user may refer to a connected touch screen: its bus path first, then the links to its node, its
  /// node, and the kernel's name.
  func names(of id: DeviceID) -> [String]

  /// Assigns `outputs` to the touch screens; must be called whenever outputs are added, removed, rotated or resized.
  /// Touches on a touch screen whose mapping changed are cancelled, because a still finger would seem to jump.
  func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void)

  /// Closes all devices, as when the session goes to the background: touches are cancelled, the devices removed.
  func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void)

  /// Opens the devices again. A finger that is on the glass at that time is not reported before it lifts and lands again.
  ///
  /// Throws if a named node can no longer be opened; the others are still opened.
  func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError)

  /// Captures the touches of all devices, or shares them again; each device follows once no finger is on it. Captured devices
  /// are shared again if the event loop leaves touches unread for two seconds.
  func capture(_ mode: CaptureMode)

  /// Called whenever the capture state of a touch screen changes.
  var onCapture: (TouchDevice, CaptureState) -> Void { get set }

  /// The capture state of a touch screen.
  func captureState(of id: DeviceID) -> CaptureState

  /// Called once for a touch screen whose positions show that it states wrong ranges; transposed ones are put right.
  var onRangeFault: (TouchDevice, RangeEvidence.Fault) -> Void { get set }
}

/// Which devices a source reads.
public enum DeviceSelection: Sendable, Hashable {
  /// Every touch screen of a seat, including those connected later.
  case seat(String)
  /// The touch screens at these device nodes.
  case nodes([String])

  /// Every touch screen of the default seat.
  public static let defaultSeat = DeviceSelection.seat("seat0")
}

/// The behaviour if there is no touch screen when a source starts.
public enum Absence: Sendable, Hashable {
  /// The source cannot start.
  case isAnError
  /// One may be plugged in later.
  case isAwaited
}
