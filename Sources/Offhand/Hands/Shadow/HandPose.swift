/// A hand of one side on the glass, as far as a shadow needs it: a reading of its contacts, turned and scaled.
public struct HandPose: Sendable {
  /// 1 for a right hand, -1 for a left one.
  public var sign: Double
  /// What the contacts mean, as of a right hand.
  public var reading: ChordReading
  /// The forearm's direction from straight below, degrees, positive from the little finger's side.
  public var azimuth: Double
  /// The hand's size; 1 is a large man's, 0.97 the mean.
  public var scale: Double
  /// How high the hand stands over the glass; 1 is as high as the fitted one.
  public var lift: Double
  /// How far the hand goes along with its thumb; 1 is as far as the fitted one.
  public var pull: Double
  /// Millimetres by which every part is thicker: where exactly a finger bends, nobody knows.
  public var swelling: Double
  /// Millimetres by which fingertips reach further beyond their contacts than bare ones do.
  public var overhang = 0.0
  /// Half the width of a fingertip, where its contact tells; `nil` takes the fitted one.
  public var fingertip: Double?
}
