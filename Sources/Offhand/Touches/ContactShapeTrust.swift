/// Decides whether the contact ellipses of a device mean anything.
///
/// Many touch screens announce the axes and send a constant, or a number that has nothing to do with the finger. Shapes are
/// passed on only after enough of them were seen to vary within what a fingertip leaves on glass; no shape is the normal case
/// that everything behind must live with (recognizers.md LI13).
public struct ContactShapeTrust: Sendable {
  /// Long axes that a finger, thumb or knuckle leaves, in millimetres: a fingertip 5 to 15, a flat thumb 25; a little more on
  /// both sides.
  public static let plausible: ClosedRange<Float> = 2...40
  /// Samples to see before a judgement: some four touches at 60 to 120 reports a second.
  public static let samplesNeeded = 64
  /// Different values to see: a constant, or on and off, is no measurement.
  public static let valuesNeeded = 4
  /// The share of plausible samples to see.
  public static let shareNeeded = 0.95

  private var samples = 0
  private var plausibleSamples = 0
  private var values = InlineArray<4, Float>(repeating: 0)
  private var valueCount = 0

  /// Nothing seen, nothing trusted.
  public init() {}

  /// Whether shapes may be passed on.
  public var isEarned: Bool {
    samples >= ContactShapeTrust.samplesNeeded && valueCount >= ContactShapeTrust.valuesNeeded
      && Double(plausibleSamples) >= ContactShapeTrust.shareNeeded * Double(samples)
  }

  /// Takes in a long axis of `major` millimetres. Old samples weigh less and less, so that trust can be lost again.
  public mutating func note(major: Float) {
    samples += 1
    if ContactShapeTrust.plausible.contains(major) { plausibleSamples += 1 }
    if samples > 4096 {
      samples /= 2
      plausibleSamples /= 2
    }
    guard valueCount < ContactShapeTrust.valuesNeeded else { return }
    for index in 0..<valueCount where values[index] == major { return }
    values[valueCount] = major
    valueCount += 1
  }
}
