import FoundationEssentials
import OffhandRecordings

/// The reports in one directory; those that are missing are `nil`.
package struct BenchmarkResults: Sendable {
  /// Recognizers.
  package var recognizers: RecognizerReport?
  /// Latency.
  package var latency: LatencyReport?
  /// Drawing.
  package var drawing: DrawingReport?
  /// Input.
  package var input: InputReport?
  /// A whole program.
  package var program: ProgramReport?
  /// The service.
  package var service: ServiceReport?
  /// Peers.
  package var peers: PeerReport?
  /// Instructions and allocations.
  package var counts: InstructionCounts?
  /// Placement.
  package var placement: PlacementReport?
  /// Prediction.
  package var prediction: PredictionReport?

  /// No reports.
  package init() {}

  /// Reads the reports in `directory`, under the names that `--into` and `scripts/bench` give them. Throws `ReportFault` if a file cannot
  /// be understood.
  package init(directory: String) throws {
    func bytes(_ name: String) throws -> [UInt8]? {
      let path = "\(directory)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return try GzipFile.contents(of: path, limit: 256 << 20)
    }
    func report<Report: BenchmarkReport>(_ name: String, _: Report.Type) throws -> Report? {
      try bytes(name).map { try Report(json: $0, file: "\(directory)/\(name)") }
    }
    recognizers = try report("recognizers.json", RecognizerReport.self)
    latency = try report("latency.json", LatencyReport.self)
    drawing = try report("drawing.json", DrawingReport.self)
    input = try report("input.json", InputReport.self)
    program = try report("program.json", ProgramReport.self)
    service = try report("service.json", ServiceReport.self)
    peers = try report("peers.json", PeerReport.self)
    placement = try report("placement.json", PlacementReport.self)
    prediction = try report("prediction.json", PredictionReport.self)
    if let bytes = try bytes("counts.json") {
      do {
        counts = try JSONDecoder().decode(InstructionCounts.self, from: Data(bytes))
      } catch {
        throw ReportFault(file: "\(directory)/counts.json", reason: "these are no counts of scripts/bench")
      }
    }
  }

  /// The machine of the first report.
  package var machine: MachineDescription? {
    recognizers?.machine ?? latency?.machine ?? drawing?.machine ?? input?.machine ?? program?.machine
      ?? service?.machine ?? peers?.machine ?? placement?.machine
  }
}

/// The counts that `scripts/bench` makes with callgrind.
package struct InstructionCounts: Codable, Sendable {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-counts"

  /// One pipeline on one workload.
  package struct Row: Codable, Sendable {
    /// Pipeline, workload and delivery.
    package var name: String
    /// Instructions per frame.
    package var instructions: Double
    /// Allocations per pass.
    package var allocations: Int
  }

  /// Every pipeline on every workload.
  package var rows: [Row]

  /// Returns the row of that name.
  package func row(_ name: String) -> Row? { rows.first { $0.name == name } }
}
