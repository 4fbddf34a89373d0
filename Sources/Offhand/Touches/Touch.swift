/// The contact of one finger with the glass, in one frame.
public struct Touch: Sendable, Hashable, Identifiable {
  /// The identity of one touch from landing to lifting; an assembler never uses one twice.
  public struct ID: Sendable, Hashable, Comparable {
    /// The number; later landings have larger ones.
    public var rawValue: UInt64

    /// The touch numbered `rawValue`.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether `a` landed before `b`.
    @inlinable
    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
  }

  /// What happened to the touch in this frame.
  public enum Phase: UInt8, Sendable {
    /// It landed.
    case began
    /// It moved.
    case moved
    /// It is down and did not move.
    case stationary
    /// It lifted.
    case ended
    /// It was taken away: palm, pen, lost device or session. Never a lift.
    case cancelled
  }

  /// The tool that touches the glass.
  public enum Tool: UInt8, Sendable {
    /// A finger, or what the device takes for one.
    case finger
    /// The tip of a pen, from the compositor or set by a program that reads its pen itself: no finger is near it, and the hand is further
    /// away.
    case pen
    /// The pointer of a mouse or a touchpad, whose pressed button acts as a finger. Gestures and places beside a hand can be tried with
    /// it, but it says nothing about whose hand that would be.
    case pointer
  }

  /// The identity.
  public var id: ID
  /// The device that reported it.
  public var device: DeviceID
  /// The device's own number for the touch; reused after it ended.
  public var slot: Int32
  /// What happened to it in this frame.
  public var phase: Phase
  /// The tool.
  public var tool = Tool.finger
  /// The position in millimetres on the output plane.
  public var position: Point
  /// The position in the frame before; equal to `position` in the frame in which it landed.
  public var previousPosition: Point
  /// The position at which it landed.
  public var landingPosition: Point
  /// The time at which it landed.
  public var landingTime: Timestamp
  /// The contact ellipse, if the hardware reports one.
  public var shape: ContactShape?

  /// A touch that lands at `position`.
  public init(
    id: ID, device: DeviceID = DeviceID(rawValue: 0), slot: Int32 = 0, phase: Phase = .began, position: Point,
    landingTime: Timestamp = .zero, shape: ContactShape? = nil
  ) {
    self.id = id
    self.device = device
    self.slot = slot
    self.phase = phase
    self.position = position
    self.previousPosition = position
    self.landingPosition = position
    self.landingTime = landingTime
    self.shape = shape
  }

  /// Whether the finger is on the glass after this frame.
  @inlinable public var isDown: Bool { phase.rawValue < Phase.ended.rawValue }
}

/// The identity of one touch device while the process runs; assigned by the source, never used twice.
public struct DeviceID: Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32

  /// The device numbered `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The ellipse that a fingertip leaves on the glass, if the hardware reports one; its size is 0 where only the pressure is known.
public struct ContactShape: Sendable, Hashable {
  /// The long axis in millimetres.
  public var major: Float
  /// The short axis in millimetres; the long one if the device reports one axis.
  public var minor: Float
  /// The direction of the long axis, radians clockwise from straight up; `nil` if the device does not report it.
  public var orientationRadians: Float?
  /// The pressure in the device's own units; `nil` if the device does not report it.
  public var pressure: Float?

  /// An ellipse of `major` by `minor` millimetres.
  public init(major: Float, minor: Float, orientationRadians: Float? = nil, pressure: Float? = nil) {
    self.major = major
    self.minor = minor
    self.orientationRadians = orientationRadians
    self.pressure = pressure
  }

  /// Whether the ellipse is elongated enough for its orientation to mean something: an eccentricity above 0.6.
  var isElongated: Bool {
    guard major > 0 else { return false }
    let ratio = minor / major
    return 1 - ratio * ratio > 0.36
  }
}
