import ArgumentParser
import OffhandBenchmarks
import OffhandCommandLine
import OffhandRecordings

/// `offhand bench prediction`: how near predicted positions come to what recorded fingers did.
struct BenchPredictionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prediction",
    abstract: "Measure how close predicted positions are to where recorded fingers went.",
    discussion: """
      In every frame of every recording, each predictor says where each touch will be; that is compared with the rest of the \
      recording. Only moving touches and targets before the lift count. The same files give the same bytes. What each figure \
      means: Offhand.docc/Benchmarks.md.
      """)

  @Argument(help: ArgumentHelp("Recordings, in any format that 'offhand replay' reads.", valueName: "file"))
  var files: [String]

  @Option(
    name: .customLong("predictor"), parsing: .singleValue,
    help: ArgumentHelp(
      "A predictor; may be given several times. Without it all; 'none' is always among them.", valueName: "name"))
  var predictors: [String] = []

  @OptionGroup var output: ReportOptions

  func validate() throws {
    let known = PredictionSubject.all.map(\.name)
    if let name = predictors.first(where: { !known.contains($0) }) {
      throw ValidationError("There is no predictor '\(name)'; there are \(known.joined(separator: ", ")).")
    }
  }

  func run() throws {
    let subjects = PredictionSubject.all.filter {
      predictors.isEmpty || $0.name == "none" || predictors.contains($0.name)
    }
    var benchmark = PredictionBenchmark(subjects: subjects)
    try output.write { interruption in
      for file in files where !interruption.isAsked {
        StandardError.write("offhand: \(file)\n")
        var reader = try RecordingReader(path: file)
        while !interruption.isAsked, let recording = try reader.next() {
          benchmark.add(recording, scale: RecordingScale(recording))
        }
      }
      let report = benchmark.report
      guard interruption.isAsked || !report.rows.isEmpty else {
        throw BenchFault(
          "no recording holds a touch to measure: 5 mm, 80 ms and 6 samples or more, at 22 reports a second or more")
      }
      return report
    }
  }
}
