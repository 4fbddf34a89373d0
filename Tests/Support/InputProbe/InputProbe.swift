import Glibc
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform

/// Writes down everything that a touch source says, for the tests that cannot look at it themselves:
/// `InputProbe libinput|evdev NODE|SEAT OUTPUT [NAME=WIDTHxHEIGHT]`.
///
/// One JSON object a line. The standard input takes commands, one a line: `grab`, `share`, `suspend`, `resume`, `end`.
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
    let log = try ProbeLog(path: arguments[3])
    let source: any DeviceTouchSource =
      arguments[1] == "evdev"
      ? try EvdevTouchSource(selection, absence: .isAwaited, preferences: preferences)
      : try LibinputTouchSource(selection, absence: .isAwaited, preferences: preferences)
    let loop = try EventLoop()
    let feed = ProbeFeed(source, log)
    loop.add(feed)
    loop.add(ProbeCommands(feed) { loop.stop() })
    try loop.run { _ in log.flush() }
    feed.summarize()
    log.flush()
  }
}
