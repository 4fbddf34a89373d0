import Glibc
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform

/// Writes down everything that a touch source says, for the tests that cannot look at it themselves:
/// `InputProbe libinput|evdev NODE|SEAT OUTPUT [NAME=WIDTHxHEIGHT]`.
///
/// One JSON object a line. The standard input takes commands, one a line: `grab`, `share`, `suspend`, `resume`, `end`, and `open NODE`, which
/// tries to open a node, directly and as the source does.
@main
struct InputProbe {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else {
      print("usage: InputProbe libinput|evdev NODE|SEAT OUTPUT [NAME=WIDTHxHEIGHT]")
      exit(64)
    }
    let selection: DeviceSelection = arguments[2].hasPrefix("/") ? .nodes([arguments[2]]) : .seat(arguments[2])
    let preferences = arguments.dropFirst(4).reduce(into: MappingPreferences()) { preferences, argument in
      let parts = argument.split { $0 == "=" || $0 == "x" }
      guard parts.count == 3, let width = Double(parts[1]), let height = Double(parts[2]) else { return }
      preferences.sizes[String(parts[0])] = Size(width: width, height: height)
    }
    // As the service: what is plugged in is opened by another process, and by no right that this one keeps.
    let opener = try BrokeredOpener()
    let log = try ProbeLog(path: arguments[3])
    let source: any DeviceTouchSource =
      arguments[1] == "evdev"
      ? try EvdevTouchSource(selection, absence: .isAwaited, preferences: preferences, opener: opener)
      : try LibinputTouchSource(selection, absence: .isAwaited, preferences: preferences, opener: opener)
    let loop = try EventLoop()
    let feed = ProbeFeed(source, log)
    loop.add(feed)
    loop.add(ProbeCommands(feed, opener) { loop.stop() })
    _ = Confinement(readable: Confinement.systemFiles).apply()
    try loop.run { _ in log.flush() }
    feed.summarize()
    log.flush()
  }
}

/// Does what the standard input asks for; ends with it.
final class ProbeCommands: EventSource {
  private let feed: ProbeFeed
  private let opener: BrokeredOpener
  private let stop: () -> Void

  init(_ feed: ProbeFeed, _ opener: BrokeredOpener, stop: @escaping () -> Void) {
    self.feed = feed
    self.opener = opener
    self.stop = stop
  }

  var descriptor: Int32? { STDIN_FILENO }

  func dispatch(at now: Timestamp) throws {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return stop() }
    for word in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
      switch word {
      case "grab": feed.source.capture(.exclusive)
      case "share": feed.source.capture(.shared)
      case "suspend": feed.source.suspend(at: now) { feed.take($0) }
      case "resume": try feed.source.resume(at: now) { feed.take($0) }
      case let word where word.hasPrefix("open "): open(String(word.dropFirst(5)))
      default: stop()
      }
    }
  }

  /// Writes down the error numbers of opening the node at `path`; 0 if it was opened.
  private func open(_ path: String) {
    func code(_ opener: any InputDeviceOpener) -> Int {
      let descriptor = opener.open(path)
      if descriptor >= 0 { opener.close(descriptor) }
      return Int(max(0, -descriptor))
    }
    feed.write(opening: path, direct: code(NodeOpener()), brokered: code(opener))
  }
}
