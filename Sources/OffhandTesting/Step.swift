public import Offhand

/// One thing that one finger does at one moment.
public struct Step: Sendable, Hashable {
  /// When.
  public var time: Timestamp
  /// On which device.
  public var device: DeviceID
  /// Which finger; a number of the test's own, used as the device's slot.
  public var finger: Int32
  /// What.
  public var kind: TouchEvent.Kind?
  /// Whether the hardware report ends with it, though the next step has the same time.
  public var closesFrame = false

  /// One thing; without `kind` the device takes all its fingers away.
  public init(_ finger: Int32, _ kind: TouchEvent.Kind?, at milliseconds: Double, device: UInt32 = 0) {
    self.finger = finger
    self.kind = kind
    time = Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    self.device = DeviceID(rawValue: device)
  }

  /// The step as a source reports it.
  public var event: TouchSourceEvent {
    guard let kind else { return .cancelled(nil, time) }
    return .touch(TouchEvent(device: device, slot: finger, timestamp: time, kind: kind))
  }

  /// The step with its place taken through `map`.
  func mapped(_ map: (Point) -> Point) -> Step {
    var step = self
    switch kind {
    case .down(let place): step.kind = .down(map(place))
    case .motion(let place): step.kind = .motion(map(place))
    case .shape, .up, .cancel, nil: break
    }
    return step
  }
}
