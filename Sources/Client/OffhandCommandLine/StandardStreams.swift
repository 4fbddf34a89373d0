import ArgumentParser
import OffhandPlatform
import Synchronization

/// The standard output: results, buffered and written in large pieces.
package struct StandardOutput: ~Copyable {
  /// A result that could not be written.
  package struct Failure: Error, CustomStringConvertible {
    let cause: KernelError
    package var description: String { "cannot write the result: \(cause.reason)" }
  }

  private static let pieceLength = 1 << 16
  private var pending: [UInt8] = []

  package init() {}

  /// Adds `text`, its control characters escaped, and as far as its first colon in `color`. Throws if the output cannot be written.
  package mutating func write(_ text: String, in color: TerminalColor? = nil) throws(Failure) {
    try write(Array(TerminalText.escaped(text, color, on: 1).utf8))
  }

  /// Adds bytes as they are. Throws if the output cannot be written.
  package mutating func write(_ bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Writes what is buffered. Throws if the output cannot be written; if its reader is gone, `SIGPIPE` ends the program.
  package mutating func flush() throws(Failure) {
    do { try Descriptor.write(pending, to: 1) } catch {
      if error.hasNoReader { Descriptor.endWithoutReader() }
      throw Failure(cause: error)
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// How words stand out on a terminal, whose palette it is.
package enum TerminalColor: String {
  case bold = "1"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

/// The argument of `--color`.
package enum ColorRule: String, ExpressibleByArgument, CaseIterable {
  case automatic = "auto"
  case always
  case never

  /// That of the command line, also where something else in it is wrong.
  private static let stated = allCases.first { rule in
    CommandLine.arguments.joined(separator: "=").contains("--color=\(rule.rawValue)")
  }

  /// Whether what is written to the descriptor `number` is coloured: by default on a terminal, unless `NO_COLOR` is set.
  static func isOn(_ number: Int32) -> Bool {
    switch stated ?? .automatic {
    case .automatic:
      Descriptor.isTerminal(number) && (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
    case .always: true
    case .never: false
    }
  }
}

/// The option of commands that write for people.
package struct ColorOptions: ParsableArguments {
  @Option(help: "Colour errors, and what is good, fair or bad; auto does on a terminal, unless NO_COLOR is set.")
  package var color = ColorRule.automatic

  package init() {}
}

/// A line of progress on the terminal, from two seconds on; none where the standard error is no terminal.
package struct TerminalProgress {
  private let start: ContinuousClock.Instant
  private let descriptor: Int32
  private let isShown: Bool
  private var latest: ContinuousClock.Instant?

  /// The progress of what has run since `start`.
  package init(since start: ContinuousClock.Instant = .now, on descriptor: Int32 = 2) {
    (self.start, self.descriptor, isShown) = (start, descriptor, Descriptor.isTerminal(descriptor))
  }

  /// Shows what has been done, at most five times a second.
  package mutating func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(2), latest.map({ now - $0 > .milliseconds(200) }) ?? true else { return }
    latest = now
    write("\r\u{1B}[K\(TerminalText.name(text()))")
  }

  /// Removes the line, before something else is written.
  package mutating func clear() {
    if latest != nil { write("\r\u{1B}[K") }
    latest = nil
  }

  private func write(_ text: String) { try? Descriptor.write(Array(text.utf8), to: descriptor) }
}

/// The standard error: everything that is not a result.
package enum StandardError {
  /// Writes `text`, its control characters escaped, and as far as its first colon in `color`, until the reader is gone.
  package static func write(_ text: String, in color: TerminalColor? = nil) {
    try? Descriptor.write(Array(TerminalText.escaped(text, color, on: 2).utf8), to: 2)
  }

  /// The number of lines dropped since one was written.
  private static let lost = Atomic(0)

  /// Writes a line of the log, as far as its first colon in `color`; names in it are foreign, and it stays one line. The program never
  /// waits for the reader for long: lines that do not fit are dropped, and their number is logged with the next line that fits.
  package static func log(_ line: String, in color: TerminalColor? = nil, to number: Int32 = 2) {
    let lost = StandardError.lost.load(ordering: .relaxed)
    // A slow reader gets some time; after a line was dropped, none, until a line fits again.
    let patience: Duration = lost == 0 ? .milliseconds(100) : .zero
    let note = lost == 0 ? "" : "offhand: warning: \(lost) log lines were dropped, because the reader was too slow\n"
    let bytes = Array((note + TerminalText.escaped(TerminalText.name(line), color, on: number) + "\n").utf8)
    let isWritten = Descriptor.write(bytes, to: number, within: patience)
    StandardError.lost.store(isWritten ? 0 : lost + 1, ordering: .relaxed)
  }
}

/// Text as a terminal may receive it.
package enum TerminalText {
  /// `text` with control characters other than newline and tab as `\u{1B}`: names in recordings and of devices are foreign,
  /// and could otherwise change the terminal's state or hide what was printed before.
  private static func escaped(_ text: String) -> String { escaped(text, where: isControl) }

  /// The same, and as far as its first colon in `color` if what is written to the descriptor `number` is coloured.
  static func escaped(_ text: String, _ color: TerminalColor?, on number: Int32) -> String {
    guard let color, ColorRule.isOn(number) else { return escaped(text) }
    let end = text.firstIndex(of: ":").map(text.index(after:)) ?? text.endIndex
    return "\u{1B}[\(color.rawValue)m\(escaped(String(text[..<end])))\u{1B}[0m\(escaped(String(text[end...])))"
  }

  /// A name as a part of one line: newlines and tabs are escaped as well, since they would look like lines of the program.
  package static func name(_ text: String) -> String {
    escaped(text, where: ForeignText.isControl)
  }

  private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && ForeignText.isControl(scalar)
  }
}
