/// One axis of a device, as the kernel describes it (`struct input_absinfo`).
public struct RecordedAxis: Sendable, Hashable {
  /// The smallest value, in the device's units.
  public var minimum: Int
  /// The largest value, in the device's units.
  public var maximum: Int
  /// Changes up to this size are noise that the kernel filters out, in the device's units.
  public var fuzz: Int
  /// Values this close to zero count as zero, in the device's units.
  public var flat: Int
  /// Units a millimetre; units a radian for an orientation; 0 where the device does not say.
  public var resolution: Int

  /// An axis from `minimum` to `maximum`.
  public init(minimum: Int, maximum: Int, fuzz: Int = 0, flat: Int = 0, resolution: Int = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// How many units the axis is long; never negative.
  public var extent: Double { max(0, Double(maximum) - Double(minimum)) }

  /// The length in millimetres; `nil` where the device does not say.
  public var millimetres: Double? { resolution > 0 && extent > 0 ? extent / Double(resolution) : nil }
}
