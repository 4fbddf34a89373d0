import ArgumentParser
import OffhandClient
import OffhandLibinput

/// Where a command takes its touches from.
struct TouchSourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Where touches come from; a NODE may be given several times.",
      discussion: "Without it, libinput is taken where a touch screen can be read, else wayland.",
      valueName: "source"))
  var sources: [TouchSourceArgument] = []

  @Flag(help: "Let no other program have the touches meanwhile; waits until no finger is on the glass.")
  var grab = false

  @OptionGroup var mapping: MappingOptions

  func validate() throws {
    guard let origin = joined else {
      throw ValidationError("'--source' may be given several times only for device nodes of one kind.")
    }
    switch origin {
    case .automatic, .libinput, .evdev: break
    case .wayland, .recording:
      if grab { throw ValidationError("'--grab' is for touch screens that are read here: libinput or evdev.") }
      if !mapping.isEmpty {
        throw ValidationError("'--map' and '--size' are for touch screens that are read here: libinput or evdev.")
      }
    }
  }

  /// What the options mean.
  var input: TouchInput {
    TouchInput(
      joined ?? .automatic, capture: grab ? .exclusive : .shared, preferences: mapping.preferences)
  }

  /// All sources as one; `nil` where they cannot be.
  private var joined: TouchInput.Origin? {
    guard let first = sources.first?.origin else { return .automatic }
    return sources.dropFirst().reduce(first) { joined, source in
      switch (joined, source.origin) {
      case (.libinput(.nodes(let some))?, .libinput(.nodes(let more))): .libinput(.nodes(some + more))
      case (.evdev(.nodes(let some))?, .evdev(.nodes(let more))): .evdev(.nodes(some + more))
      default: nil
      }
    }
  }
}

/// One `--source` as it is written.
struct TouchSourceArgument: ExpressibleByArgument, Equatable {
  let origin: TouchInput.Origin

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first, rest) {
    case ("libinput", let place) where place != "": origin = .libinput(TouchSourceArgument.selection(place))
    case ("evdev", let place) where place != "": origin = .evdev(TouchSourceArgument.selection(place))
    case ("device", let path?) where !path.isEmpty: origin = .libinput(.nodes([path]))
    case ("wayland", nil): origin = .wayland
    case ("recording", let path?) where !path.isEmpty: origin = .recording(path)
    // A word with neither a slash nor a dot is more likely a wrong name of a source than the right one of a file.
    case _ where argument.contains("/") || argument.contains("."): origin = .recording(argument)
    default: return nil
    }
  }

  /// A place that begins like a path is a device node, any other the name of a seat.
  private static func selection(_ place: String?) -> DeviceSelection {
    guard let place else { return .defaultSeat }
    return place.hasPrefix("/") ? .nodes([place]) : .seat(place)
  }

  static var allValueStrings: [String] {
    ["libinput[:SEAT|:NODE]", "evdev[:SEAT|:NODE]", "wayland", "FILE", "recording:FILE", "device:NODE"]
  }
}
