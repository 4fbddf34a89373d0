import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// `offhand bench recognizers`: decision latency, accuracy and cost of pipelines.
struct BenchRecognizersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recognizers",
    abstract: "Measure how late and how accurately pipelines decide, and what a frame costs.",
    discussion: """
      Decision latency is the time from the moment at which the gesture could be known to the event of the verdict: exact, in \
      virtual time. Compute latency is the processor time of a frame: hot, in a loop, and paced, with a pause before each frame. \
      Each start is a separate process that measures everything once, and figures are medians over starts. Wrong and missing \
      verdicts are reported beside both. What each figure means: Offhand.docc/Benchmarks.md.
      """)

  @Option(
    name: .customLong("pipeline"), parsing: .singleValue,
    help: ArgumentHelp(
      "A pipeline; may be given several times. Without it: null, standard and handed.", valueName: "name"))
  var pipelines: [String] = []

  @Option(help: ArgumentHelp("Compare every pipeline with this one, alternating.", valueName: "name"))
  var against: String?

  @Option(
    name: .customLong("rate"), parsing: .singleValue,
    help: ArgumentHelp("Frames per second; may be given several times. Without it: 120 and 240.", valueName: "Hz"))
  var rates: [Double] = []

  @Option(help: ArgumentHelp("How often each start runs each workload hot.", valueName: "number"))
  var passes = 200

  @Option(help: ArgumentHelp("How many gestures of each kind are decided.", valueName: "number"))
  var repetitions = 20

  @Option(help: ArgumentHelp("The pause before each paced frame; 0 leaves the paced frames out.", valueName: "ms"))
  var pace = 2.0

  @Option(
    name: .customLong("recording"), parsing: .singleValue,
    help: ArgumentHelp("Measure on the recordings of this file as well.", valueName: "file"))
  var recordings: [String] = []

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  @Option(
    name: .customLong("count-passes"),
    help: ArgumentHelp(
      "Only run each workload so often, without a clock, for instruction counters.", valueName: "number",
      visibility: .hidden))
  var countedPasses: Int?

  func validate() throws {
    for name in pipelines + [against].compactMap({ $0 }) where BenchmarkSubject.named(name) == nil {
      let known = PipelineCatalog.entries.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no pipeline '\(name)'; there are null, hands, handed, predictor, \(known).")
    }
    // Touch screens deliver 60 to 500 frames a second.
    guard rates.allSatisfy((10...4000).contains) else { throw ValidationError("'--rate' takes 10 to 4000 Hz.") }
    guard (1...1_000_000).contains(passes) else { throw ValidationError("'--passes' takes 1 to 1000000.") }
    guard (1...10_000).contains(repetitions) else { throw ValidationError("'--repetitions' takes 1 to 10000.") }
    guard (0...1000).contains(pace) else { throw ValidationError("'--pace' takes 0 to 1000 ms.") }
    if let countedPasses, !(1...10_000).contains(countedPasses) {
      throw ValidationError("'--count-passes' takes 1 to 10000.")
    }
  }

  func run() throws {
    let named = pipelines.compactMap(BenchmarkSubject.named)
    let subjects = named.isEmpty ? [.null, .standard, .handed] : named
    if let countedPasses { return count(countedPasses, of: subjects) }
    var benchmark = RecognizerBenchmark(subjects: subjects)
    benchmark.baseline = against.flatMap(BenchmarkSubject.named)
    if !rates.isEmpty { benchmark.rates = rates }
    benchmark.passes = passes
    benchmark.repetitions = repetitions
    benchmark.starts = starting.starts
    benchmark.pace = pace > 0 ? .microseconds(Int64(pace * 1000)) : nil
    benchmark.workloads = try recordings.flatMap(Workload.recorded)
    try output.write { interruption in
      try benchmark.run { step in
        if interruption.isAsked { return false }
        StandardError.write("offhand: \(step)\n")
        return true
      }
    }
  }

  /// Runs the four workloads and that of two hands for an instruction counter, subject by subject, and prints one line per run.
  private func count(_ passes: Int, of subjects: [BenchmarkSubject]) {
    for subject in subjects {
      let rate = rates.first ?? 120
      for workload in Workload.all(rate: rate) + [.twoHands(rate: rate)] {
        for delivery in EventDelivery.allCases {
          let frames = count(subject.make(RecognizerBenchmark.bounds), workload, delivery, passes)
          print("\(subject.name) \(workload.name) \(delivery.rawValue) \(frames)")
        }
      }
    }
  }

  private func count(
    _ pipeline: some GesturePipeline, _ workload: Workload, _ delivery: EventDelivery, _ passes: Int
  ) -> Int {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: delivery)
    // The first passes let every buffer grow to its final size.
    _ = benchmark.hot(passes: 2, clockCost: 0)
    for pass in 0..<passes {
      if pass > 0 { benchmark.prepareNextPass() }
      benchmark.countedPass()
    }
    return workload.frames.count
  }
}
