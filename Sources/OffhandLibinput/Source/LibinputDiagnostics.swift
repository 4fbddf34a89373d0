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
