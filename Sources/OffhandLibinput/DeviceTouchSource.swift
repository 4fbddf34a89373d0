public import Offhand

/// A touch source that reads the touch screens of this machine itself: which there are, where they lie, and what happens when
/// the session goes to the background. One contract, kept by `LibinputTouchSource` and `EvdevTouchSource`.
///
/// Every contact that began ends: by a lift, or by a cancel when it, its device, its place or the session is lost.
public protocol DeviceTouchSource: TouchSource where Failure == LibinputError {
  /// What the user said about outputs and sizes; takes effect with the next call of `place`.
  var preferences: MappingPreferences { get set }

  /// The touch screens that are there.
  var devices: [TouchDevice] { get }

  /// The input devices that were found and are not read.
  var ignoredDevices: [IgnoredDevice] { get }

  /// What was noticed so far that ought not to happen.
  var diagnostics: LibinputDiagnostics { get }

  /// What is known of a touch screen that is there.
  func panel(of id: DeviceID) -> TouchPanel?

  /// How the coordinates of a touch screen that is there lead to the output plane.
  func mapping(of id: DeviceID) -> OutputMapping?

  /// All names by which the user may speak of a touch screen that is there: its place on the bus first, then the links to its
  /// node, its node, and what the kernel calls it.
  func names(of id: DeviceID) -> [String]

  /// Finds the place of every touch screen on `outputs`; to be called whenever outputs come, go, turn or change size.
  ///
  /// Contacts on a touch screen whose place changed are cancelled, because a finger that rests would seem to jump.
  func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void)

  /// Closes all devices, as when the session goes to the background: contacts are cancelled, the devices removed.
  func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void)

  /// Opens the devices again. A finger that rests on the glass meanwhile is not seen before it lifts and lands anew.
  ///
  /// Throws if a named node cannot be opened any more; the others are opened all the same.
  func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError)

  /// Wants the touches of all devices for itself alone, or shares them again; each device follows as soon as no finger is on
  /// it. Captured devices are given back when the loop leaves touches unread for two seconds.
  func capture(_ mode: CaptureMode)

  /// Told whenever a touch screen is another step on the way to the wanted mode.
  var onCapture: (TouchDevice, CaptureState) -> Void { get set }

  /// How far a touch screen is on the way to the wanted mode.
  func captureState(of id: DeviceID) -> CaptureState
}

/// Which devices a source reads.
public enum DeviceSelection: Sendable, Hashable {
  /// Every touch screen of a seat, as they come and go.
  case seat(String)
  /// The touch screens at these device nodes.
  case nodes([String])

  /// Every touch screen of the seat that there is without configuration.
  public static let defaultSeat = DeviceSelection.seat("seat0")
}

/// What it means that no touch screen is there when a source starts.
public enum Absence: Sendable, Hashable {
  /// The source cannot start.
  case isAnError
  /// One may be plugged in later.
  case isAwaited
}

/// An input device that a source does not read, and why.
public struct IgnoredDevice: Sendable, Hashable {
  /// Why a device is not read.
  public enum Reason: Sendable, Hashable {
    /// It is no touch screen; it was not opened.
    case kind(InputDeviceKind)
    /// It may not be read.
    case permission(NodePermission)
    /// It could not be opened, for a reason of the kernel.
    case failure(String)
  }

  /// Its device node.
  public var path: String
  /// What the kernel calls it.
  public var name: String
  /// Why it is not read.
  public var reason: Reason

  /// A device that is not read.
  public init(path: String, name: String, reason: Reason) {
    self.path = path
    self.name = name
    self.reason = reason
  }
}

/// What a libinput source noticed that ought not to happen.
public struct LibinputDiagnostics: Sendable, Hashable {
  /// How often libinput told that the kernel dropped events because they were read too late. libinput limits these lines to
  /// five in 30 s and device, so it is a lower bound.
  public var droppedEvents = 0
  /// How often libinput told that events were old when they were handled; limited likewise.
  public var lags = 0
  /// How often captured devices were given back because the loop left touches unread.
  public var stalls = 0

  /// Nothing noticed.
  public init() {}
}
