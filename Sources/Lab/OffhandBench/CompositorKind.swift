import ArgumentParser
import HeadlessCompositors
import OffhandBenchmarks
import OffhandPlatform

/// A compositor and its refresh rate.
struct CompositorKind: Hashable, ExpressibleByArgument {
  enum Program: String {
    case weston
    case sway
    /// Sway in a window of weston: it both reports presentations and allows reading the screen back.
    case nested
  }

  var program: Program
  /// Refresh rate of its output, in Hz.
  var rate: Int

  static let weston = CompositorKind(program: .weston, rate: 60)
  static let sway60 = CompositorKind(program: .sway, rate: 60)
  static let nested = CompositorKind(program: .nested, rate: 60)
  static let sway1000 = CompositorKind(program: .sway, rate: 1000)

  /// Reads `weston`, `sway`, `nested` or `sway-1000`.
  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let program = Program(rawValue: String(parts[0])) else { return nil }
    let rate = parts.count == 2 ? Int(parts[1]) ?? 0 : 60
    // Headless weston has only one mode, and so has a compositor in its window.
    guard program == .sway ? (1...1000).contains(rate) : rate == 60 else { return nil }
    (self.program, self.rate) = (program, rate)
  }

  private init(program: Program, rate: Int) { (self.program, self.rate) = (program, rate) }

  var command: String { program == .nested ? "sway" : program.rawValue }

  var name: String { program == .sway && rate != 60 ? "sway-\(rate)" : program.rawValue }

  /// Throws if a program that it needs is not installed.
  func check() throws {
    for program in program == .nested ? ["weston", "sway"] : [command] where !Environment.isInstalled(program) {
      throw BenchFault(
        "\(program) is not installed, and '--compositor \(name)' needs it; scripts/setup compositors installs it")
    }
  }

  /// Starts it with an output of that size in logical pixels, and waits until it listens.
  func start(width: Int = 1920, height: Int = 1080) throws -> any HeadlessCompositor {
    try check()
    switch program {
    case .weston: return try Weston(shell: .desktop, width: width, height: height, touch: nil)
    case .sway: return try Sway(width: width, height: height, rate: rate)
    case .nested: return try Sway(in: Weston(shell: .desktop, width: width, height: height, touch: nil))
    }
  }

  var version: String {
    let program = try? HeadlessCompositors.Program([command, "--version"])
    _ = try? program?.wait(within: .seconds(5))
    let line = program?.standardOutput.split(whereSeparator: \.isNewline).first
    return line?.split(separator: " ").last.map(String.init) ?? "unknown"
  }
}
