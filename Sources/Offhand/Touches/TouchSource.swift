/// A source of touches: libinput, `wl_touch`, a recording. It reports what happened, in order.
///
/// A source is driven by the event loop: when `descriptor` is readable, or when `deadline` has come, `dispatch` is called
/// and delivers everything that is there. Sources are bound to the thread that made them.
public protocol TouchSource: AnyObject {
  /// The error of this kind of source; its description says what, where and what to do.
  associatedtype Failure: Error

  /// The file descriptor whose readability means that there is something to dispatch; `nil` if there is none.
  var descriptor: Int32? { get }

  /// The time at which there is something to dispatch without the descriptor; `nil` if there never is.
  var deadline: Timestamp? { get }

  /// Delivers everything that has happened up to `now`, without blocking.
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(Failure)
}

/// An event of a touch source.
public enum TouchSourceEvent: Sendable, Hashable {
  /// A touch screen appeared.
  case deviceAdded(TouchDevice)
  /// A touch screen's output or size changed. Its touches were cancelled before.
  case deviceChanged(TouchDevice)
  /// A touch screen is gone; its touches are cancelled.
  case deviceRemoved(DeviceID, Timestamp)
  /// One touch changed.
  case touch(TouchEvent)
  /// The hardware report is complete.
  case frame(DeviceID, Timestamp)
  /// All touches of a device, or of every device, were cancelled: seat or session lost, `wl_touch.cancel`.
  case cancelled(DeviceID?, Timestamp)
}

/// A change of one touch, as a source reports it before frames are assembled; positions in millimetres on the output plane.
public struct TouchEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The finger landed.
    case down(Point)
    /// The finger moved.
    case motion(Point)
    /// The contact ellipse changed.
    case shape(ContactShape)
    /// The finger lifted.
    case up
    /// The touch was cancelled; not a lift.
    case cancel
  }

  /// The device that reported it.
  public var device: DeviceID
  /// The device's own number for the touch; reused after it ended.
  public var slot: Int32
  /// The time at which the hardware reported it.
  public var timestamp: Timestamp
  /// What happened.
  public var kind: Kind
  /// The tool; only that of the landing counts.
  public var tool: Touch.Tool

  /// A change of one touch.
  public init(device: DeviceID, slot: Int32, timestamp: Timestamp, kind: Kind, tool: Touch.Tool = .finger) {
    self.device = device
    self.slot = slot
    self.timestamp = timestamp
    self.kind = kind
    self.tool = tool
  }
}

/// A touch screen as its source describes it.
public struct TouchDevice: Sendable, Hashable, Identifiable {
  /// The identity in events.
  public var id: DeviceID
  /// The kernel's or the compositor's name for it.
  public var name: String
  /// Where it can be opened, such as a device node; empty if that has no meaning.
  public var path: String
  /// The size of the glass, and where it comes from.
  public var surface: SurfaceGeometry

  /// The output that it belongs to, and why; `nil` if none is known.
  package var output: OutputAssignment?

  /// A touch screen.
  public init(id: DeviceID, name: String, path: String = "", surface: SurfaceGeometry) {
    self.id = id
    self.name = name
    self.path = path
    self.surface = surface
  }
}
