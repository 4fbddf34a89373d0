import ArgumentParser
import OffhandBenchmarks

/// Which compositor shows the frames, and how often.
struct CompositorKind: Hashable, ExpressibleByArgument {
  /// The program.
  enum Program: String, CaseIterable {
    case weston
    case sway
    /// Sway in a window of weston: the one that both says when frames are seen and lets them be read back.
    case nested
  }

  /// The program.
  var program: Program
  /// Frames a second of its output.
  var rate: Int

  static let weston = CompositorKind(program: .weston, rate: 60)
  static let sway60 = CompositorKind(program: .sway, rate: 60)
  static let nested = CompositorKind(program: .nested, rate: 60)
  static let sway1000 = CompositorKind(program: .sway, rate: 1000)

  init(program: Program, rate: Int) {
    self.program = program
    self.rate = rate
  }

  /// Reads `weston`, `sway`, `nested` or `sway-1000`.
  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let program = Program(rawValue: String(parts[0])) else { return nil }
    let rate = parts.count == 2 ? Int(parts[1]) ?? 0 : 60
    // Headless weston has no mode to choose, nor has what is in it.
    guard program == .sway ? (1...1000).contains(rate) : rate == 60 else { return nil }
    self.init(program: program, rate: rate)
  }

  /// The command whose version counts.
  var command: String { program == .nested ? "sway" : program.rawValue }

  /// As it is written on the command line.
  var name: String { program == .sway && rate != 60 ? "sway-\(rate)" : program.rawValue }

  /// The programs that must be installed for it.
  var needs: [String] {
    (program == .nested ? ["weston", "sway"] : [program.rawValue]) + ["timeout"]
      + (BenchEnvironment.compositorUser == nil ? [] : ["setpriv"])
  }

  /// Throws where one of them is not installed.
  func check() throws {
    for program in needs where !BenchEnvironment.isInstalled(program) {
      throw BenchFault(
        "\(program) is not installed, and '--compositor \(name)' needs it; scripts/setup compositors installs it")
    }
  }
}
