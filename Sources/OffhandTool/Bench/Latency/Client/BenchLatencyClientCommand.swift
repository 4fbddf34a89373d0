import ArgumentParser
import Foundation
import OffhandBenchmarks

/// `offhand bench latency-client`: one run of `offhand bench latency`, in a process of its own.
struct BenchLatencyClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency-client", abstract: "One run of 'bench latency', as it starts it.", shouldDisplay: false)

  @Option var socket: String
  @Option var commit: CommitArgument
  @Option var inputs: Int
  @Option var rate: Double
  @Option var pipeline: String
  @Option var touchSocket: String?
  @Option var photodiode: PhotodiodeArgument

  func run() throws {
    guard let subject = BenchmarkSubject.named(pipeline) else {
      throw ValidationError("There is no pipeline '\(pipeline)'.")
    }
    let client = LatencyClient(
      socket: socket, policy: commit, inputs: inputs, rate: rate, pipeline: subject, touchSocket: touchSocket,
      photodiode: photodiode)
    var output = StandardOutput()
    try output.write([UInt8](JSONEncoder().encode(client.run())))
    try output.flush()
  }
}
