import ArgumentParser
import OffhandClient
import OffhandLibinput

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
