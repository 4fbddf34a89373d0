/// One contact of a finger with the glass, as one frame shows it.
public struct Touch: Sendable, Hashable, Identifiable {
  /// Names one contact from landing to lifting; an assembler never gives the same one twice.
  public struct ID: Sendable, Hashable, Comparable {
    /// The number behind the name; later landings have larger ones.
    public var rawValue: UInt64

    /// The contact numbered `rawValue`.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether `a` landed before `b`.
    @inlinable
    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
  }

  /// What happened to the contact in this frame.
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

  /// What touches the glass.
  public enum Tool: UInt8, Sendable {
    /// A finger, or what the device takes for one. The sources of this package report nothing else.
    case finger
    /// The tip of a pen, named so by a program that reads its pen itself: no finger is near it, and the hand begins further off.
    case pen
  }

  /// Which contact this is.
  public var id: ID
  /// The device it was felt by.
  public var device: DeviceID
  /// The device's own number for the contact; used again after it ended.
  public var slot: Int32
  /// What happened in this frame.
  public var phase: Phase
  /// What touches.
  public var tool = Tool.finger
  /// Where it is, in millimetres on the output plane.
  public var position: Point
  /// Where it was in the frame before; equal to `position` where it landed in this one.
  public var previousPosition: Point
  /// Where it landed.
  public var landingPosition: Point
  /// When it landed.
  public var landingTime: Timestamp
  /// The contact ellipse, where the hardware reports one.
  public var shape: ContactShape?

  /// A contact that lands at `position`.
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

/// Names one touch device for as long as the process runs; given out by the source, never used twice.
public struct DeviceID: Sendable, Hashable {
  /// The number behind the name.
  public var rawValue: UInt32

  /// The device numbered `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The ellipse that a fingertip leaves on the glass, where the hardware reports one.
public struct ContactShape: Sendable, Hashable {
  /// The long axis in millimetres.
  public var major: Float
  /// The short axis in millimetres; the long one where the device has no other.
  public var minor: Float
  /// The long axis, radians clockwise from straight up; `nil` where the device does not say.
  public var orientationRadians: Float?
  /// Pressure in the device's own units; `nil` where the device does not say.
  public var pressure: Float?

  /// An ellipse of `major` by `minor` millimetres.
  public init(major: Float, minor: Float, orientationRadians: Float? = nil, pressure: Float? = nil) {
    self.major = major
    self.minor = minor
    self.orientationRadians = orientationRadians
    self.pressure = pressure
  }

  /// Whether the ellipse is long enough that its direction says something: an eccentricity above 0.6.
  var isElongated: Bool {
    guard major > 0 else { return false }
    let ratio = minor / major
    return 1 - ratio * ratio > 0.36
  }
}
