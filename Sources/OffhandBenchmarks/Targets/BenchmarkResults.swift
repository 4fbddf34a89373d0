import FoundationEssentials
import OffhandRecordings

/// Everything that benchmarks have left in one directory; what was not measured is `nil`.
public struct BenchmarkResults: Sendable {
  /// What recognizers cost and how they decide.
  public var recognizers: RecognizerReport?
  /// From the touch to the glass.
  public var latency: LatencyReport?
  /// Drawing and committing.
  public var drawing: DrawingReport?
  /// Taking touches in.
  public var input: InputReport?
  /// Starting and resting.
  public var program: ProgramReport?
  /// Other libraries.
  public var peers: PeerReport?
  /// Instructions and allocations.
  public var counts: InstructionCounts?
  /// What hands hide.
  public var placement: PlacementReport?

  /// Nothing.
  public init() {}

  /// What lies in `directory`, under the names that `--into` and `scripts/bench` give. Throws where a file is there and
  /// cannot be understood.
  public init(directory: String) throws {
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
    peers = try report("peers.json", PeerReport.self)
    placement = try report("placement.json", PlacementReport.self)
    if let bytes = try bytes("counts.json") {
      do {
        counts = try JSONDecoder().decode(InstructionCounts.self, from: Data(bytes))
      } catch {
        throw ReportFault(file: "\(directory)/counts.json", reason: "these are no counts of scripts/bench")
      }
    }
  }

  /// The machine of the first report there is.
  public var machine: MachineDescription? {
    recognizers?.machine ?? latency?.machine ?? drawing?.machine ?? input?.machine ?? program?.machine ?? peers?.machine
      ?? placement?.machine
  }
}

/// What `scripts/bench` counted with callgrind: instructions do not depend on how busy the machine is.
public struct InstructionCounts: Codable, Sendable {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-counts"

  /// One pipeline on one workload.
  public struct Row: Codable, Sendable {
    /// Pipeline, workload and what was done with the answers.
    public var name: String
    /// Instructions a frame.
    public var instructions: Double
    /// Allocations in a whole pass.
    public var allocations: Int
  }

  /// Every pipeline on every workload.
  public var rows: [Row]

  /// The row of that name.
  public func row(_ name: String) -> Row? { rows.first { $0.name == name } }
}
