import ArgumentParser
import HeadlessCompositors
import OffhandBenchmarks
import OffhandPlatform

/// A compositor and its refresh rate.
struct CompositorKind: Hashable, ExpressibleByArgument {
  /// The program.
  enum Program: String, CaseIterable {
    case weston
    case sway
    /// Sway in a window of weston: it both reports presentations and allows reading the screen back.
    case nested
  }

  /// The program.
  var program: Program
  /// Refresh rate of its output, in Hz.
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
    // Headless weston has only one mode, and so has a compositor in its window.
    guard program == .sway ? (1...1000).contains(rate) : rate == 60 else { return nil }
    self.init(program: program, rate: rate)
  }

  /// The command whose version is reported.
  var command: String { program == .nested ? "sway" : program.rawValue }

  /// The name on the command line.
  var name: String { program == .sway && rate != 60 ? "sway-\(rate)" : program.rawValue }

  var defaultValueDescription: String { name }

  /// Throws if a program that it needs is not installed.
  func check() throws {
    for program in program == .nested ? ["weston", "sway"] : [command] where !Environment.isInstalled(program) {
      throw BenchFault(
        "\(program) is not installed, and '--compositor \(name)' needs it; scripts/setup compositors installs it")
    }
  }
}

extension CompositorKind {
  /// The size of the output in logical pixels, unless another is asked for.
  static let standardSize = (width: 1920, height: 1080)

  /// Starts it and waits until it listens.
  func start(width: Int = standardSize.width, height: Int = standardSize.height) throws -> any HeadlessCompositor {
    try check()
    switch program {
    case .weston: return try Weston(shell: .desktop, width: width, height: height, touch: nil)
    case .sway: return try Sway(width: width, height: height, rate: rate)
    case .nested: return try Sway(in: Weston(shell: .desktop, width: width, height: height, touch: nil))
    }
  }

  /// The version that the compositor reports.
  var version: String {
    guard let program = try? HeadlessCompositors.Program([command, "--version"]),
      (try? program.wait(within: .seconds(5))) != nil
    else {
      return "unknown"
    }
    let line = program.standardOutput.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
    return line.split(separator: " ").last.map(String.init) ?? line
  }
}
