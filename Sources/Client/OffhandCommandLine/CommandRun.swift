public import ArgumentParser
public import Offhand
import OffhandPlatform
package import OffhandWayland

extension ParsableCommand {
  /// Runs the command line that the program was started with.
  ///
  /// Wrong usage ends the program with exit code 64 and a pointer to the help; a command that fails ends it with exit code 1 and
  /// one line.
  package static func start() {
    // The failed write is reported; the signals would end the program without a word, and the second one when only its log is not read.
    Files.failAtSizeLimit()
    Descriptor.failWithoutReader()
    // The argument parser shows its whole help where the topic is no command.
    if let missing = UsageFailure.missingTopic(in: self) {
      StandardError.write(missing + "\n", in: .red)
      exit(withError: ExitCode.validationFailure)
    }
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      UsageFailure.exit(with: error, in: self)
    }
    do {
      try command.run()
    } catch {
      RunFailure.exit(with: error, in: type(of: command))
    }
  }
}

/// How a command that fails ends.
package enum RunFailure {
  /// The exit code of everything that goes wrong while a command runs.
  package static let exitCode: Int32 = 1

  /// Ends the program: usage errors and clean exits as the argument parser does, other errors with one line.
  static func exit(with error: any Error, in command: any ParsableCommand.Type) -> Never {
    // The parser knows which of its own errors ask for help and which are wrong usage; everything else it calls a failure.
    guard command.exitCode(for: error) == .failure, !(error is ExitCode) else {
      UsageFailure.exit(with: error, in: command)
    }
    StandardError.write("offhand: \(line(for: error))\n", in: .red)
    command.exit(withError: ExitCode(exitCode))
  }

  /// The error's description on one line, whatever the names in it.
  package static func line(for error: any Error) -> String {
    TerminalText.name("\(error)".split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}

/// The argument of `--commit`: when frames are committed.
package enum CommitArgument: String, ExpressibleByArgument, CaseIterable {
  case automatic
  case immediate
  case frameCallback = "frame-callback"
  case lateLatch = "late-latch"

  /// All that are not chosen by the compositor.
  package static let fixed: [CommitArgument] = [.immediate, .frameCallback, .lateLatch]

  /// The policy of that name.
  package var policy: PresentationPolicy {
    switch self {
    case .automatic: .automatic
    case .immediate: .immediate
    case .frameCallback: .frameCallback
    case .lateLatch: .lateLatch
    }
  }
}

extension PlacementPreset: ExpressibleByArgument {}

extension PredictionRule: ExpressibleByArgument {}
