public import Offhand

/// A pipeline under measurement and its name in reports.
///
/// To measure a recognizer of your own beside those of the package:
///
///     let mine = BenchmarkSubject(name: "mine") { _ in Pipeline { TwoFingerHold() } }
///     var benchmark = RecognizerBenchmark(subjects: [.null, .standard, mine])
///     let report = try benchmark.run()
///     print(report.table)
public struct BenchmarkSubject: Sendable {
  /// The name in reports.
  public var name: String
  /// Makes the pipeline for a surface of these bounds, in millimetres.
  public var make: @Sendable (_ bounds: Rect) -> any GesturePipeline

  /// A pipeline under measurement.
  public init(name: String, make: @escaping @Sendable (_ bounds: Rect) -> any GesturePipeline) {
    self.name = name
    self.make = make
  }

  /// A pipeline without recognizers: the cost of measuring itself.
  public static let null = BenchmarkSubject(name: "null") { _ in NullPipeline() }

  /// The standard pipeline.
  public static let standard = BenchmarkSubject(name: "standard") { StandardPipeline(outputs: [$0]) }

  /// The standard pipeline with a copy for each hand on the glass, without inferring which hand it is.
  package static let hands = BenchmarkSubject(name: "hands") { StandardPipeline(outputs: [$0]).byHand() }

  /// The standard pipeline with the hand in every event, as the catalog makes it.
  package static let handed = BenchmarkSubject(name: "handed") { bounds in
    PipelineCatalog.pipeline(named: "standard", bounds: bounds) ?? AnyPipeline(NullPipeline())
  }

  /// Prediction alone: every frame is recorded, and each of its touches asked for where it is a frame of a screen later.
  static let predictor = BenchmarkSubject(name: "predictor") { PredictorPipeline(panel: $0) }

  /// The subject called `name`: one of this module or of `PipelineCatalog`; `nil` if there is none.
  package static func named(_ name: String) -> BenchmarkSubject? {
    let own = [null, standard, hands, handed, predictor]
    if let subject = own.first(where: { $0.name == name }) { return subject }
    return PipelineCatalog.entries.first { $0.name == name }.map { entry in
      BenchmarkSubject(name: name) { entry.make(PanelSetup(panel: $0)) }
    }
  }
}

/// A pipeline that recognizes nothing: it only takes frames.
package protocol SilentPipeline: GesturePipeline {}

extension SilentPipeline {
  package var events: GestureEvents { .none }
  package var deadline: Timestamp? { nil }
  package mutating func advance(to time: Timestamp) {}
  package mutating func cancel(at time: Timestamp) {}
}

/// A pipeline that does nothing; its measured cost is the overhead of measuring.
package struct NullPipeline: SilentPipeline {
  /// A pipeline that does nothing.
  package init() {}

  package mutating func process(_ frame: borrowing TouchFrame) {}
}

/// Predicts every touch of every frame, to measure what prediction adds to a frame.
private struct PredictorPipeline: SilentPipeline {
  /// A frame of a screen of 60 Hz.
  private static let ahead = Duration.microseconds(16_667)

  private var predictor: SteadyMotionPredictor
  /// The sum of all predicted positions, so that none is left out by the compiler.
  private(set) var sum = Vector.zero

  init(panel: Rect) { predictor = SteadyMotionPredictor(panel: panel) }

  mutating func process(_ frame: borrowing TouchFrame) {
    predictor.record(frame)
    let time = frame.timestamp + PredictorPipeline.ahead
    for index in 0..<frame.count {
      guard let place = predictor.position(of: frame[index].id, at: time, asOf: frame.timestamp) else { continue }
      sum += place.position - .origin
    }
  }
}
