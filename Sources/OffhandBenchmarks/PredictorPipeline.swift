import Offhand

/// A pipeline that recognizes nothing and predicts every touch of every frame, to measure what prediction adds to a frame.
struct PredictorPipeline: GesturePipeline {
  /// A frame of a screen of 60 Hz.
  private static let ahead = Duration.microseconds(16_667)

  private var predictor: SteadyMotionPredictor
  private var null = NullPipeline()
  /// The sum of all predicted positions, so that none is left out by the compiler.
  private(set) var sum = Vector.zero

  init(panel: Rect) { predictor = SteadyMotionPredictor(panel: panel) }

  var events: GestureEvents { null.events }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var hand = Hand.unknown

  mutating func process(_ frame: borrowing TouchFrame) {
    predictor.record(frame)
    let time = frame.timestamp + PredictorPipeline.ahead
    for index in 0..<frame.count {
      guard let place = predictor.position(of: frame[index].id, at: time, asOf: frame.timestamp) else { continue }
      sum += place.position - .origin
    }
  }

  mutating func advance(to time: Timestamp) {}
  mutating func cancel(at time: Timestamp) { predictor.reset() }
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}
