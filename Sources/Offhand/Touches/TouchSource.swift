/// Where touches come from: libinput, `wl_touch`, a recording. One job: say what happened, in order.
///
/// A source is driven by the event loop: when `descriptor` is readable, or when `deadline` has come, `dispatch` is called
/// and hands over everything that is there. Sources are bound to the thread that made them.
public protocol TouchSource: AnyObject {
  /// What goes wrong with this kind of source; it says what, where and what to do.
  associatedtype Failure: Error

  /// The file descriptor whose readability means that there is something to dispatch; `nil` where there is none.
  var descriptor: Int32? { get }

  /// When there will be something to dispatch without the descriptor; `nil` where that never happens.
  var deadline: Timestamp? { get }

  /// Hands over everything that has happened up to `now`, without blocking.
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(Failure)
}

/// Everything a touch source can say, in the order in which it happened.
public enum TouchSourceEvent: Sendable, Hashable {
  /// A touch screen is there.
  case deviceAdded(TouchDevice)
  /// A touch screen's place changed: another output, another size. Its contacts were cancelled before.
  case deviceChanged(TouchDevice)
  /// A touch screen is gone; its contacts are cancelled.
  case deviceRemoved(DeviceID, Timestamp)
  /// One contact did something.
  case touch(TouchEvent)
  /// The hardware report is complete.
  case frame(DeviceID, Timestamp)
  /// All contacts of a device, or of every device, were taken away: seat or session lost, `wl_touch.cancel`.
  case cancelled(DeviceID?, Timestamp)
}

/// What one contact did, as a source reports it before frames are made; positions in millimetres on the output plane.
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
    /// The contact was taken away; not a lift.
    case cancel
  }

  /// The device that felt it.
  public var device: DeviceID
  /// The device's own number for the contact; used again after it ended.
  public var slot: Int32
  /// When the hardware reported it.
  public var timestamp: Timestamp
  /// What happened.
  public var kind: Kind

  /// One report of one contact.
  public init(device: DeviceID, slot: Int32, timestamp: Timestamp, kind: Kind) {
    self.device = device
    self.slot = slot
    self.timestamp = timestamp
    self.kind = kind
  }
}

/// A touch screen as its source describes it.
public struct TouchDevice: Sendable, Hashable, Identifiable {
  /// How it is named in events.
  public var id: DeviceID
  /// The kernel's or the compositor's name for it.
  public var name: String
  /// Where it can be opened, such as a device node; empty where that has no meaning.
  public var path: String
  /// The glass in millimetres, and where the figure comes from.
  public var surface: SurfaceGeometry

  /// The output that it belongs to, and why; `nil` where none is known.
  public var output: OutputAssignment?

  /// A touch screen.
  public init(
    id: DeviceID, name: String, path: String = "", surface: SurfaceGeometry, output: OutputAssignment? = nil
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.surface = surface
    self.output = output
  }
}
