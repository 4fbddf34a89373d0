import ArgumentParser
import OffhandClient

/// One `--source` as it is written.
enum TouchSourceArgument: ExpressibleByArgument, Equatable {
  case libinput(seat: String)
  case device(path: String)
  case wayland
  case recording(path: String)

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first, rest) {
    case ("libinput", nil): self = .libinput(seat: TouchInput.defaultSeat)
    case ("libinput", let seat?) where !seat.isEmpty: self = .libinput(seat: seat)
    case ("device", let path?) where !path.isEmpty: self = .device(path: path)
    case ("wayland", nil): self = .wayland
    case ("recording", let path?) where !path.isEmpty: self = .recording(path: path)
    default: return nil
    }
  }

  static var allValueStrings: [String] { ["libinput[:SEAT]", "device:PATH", "wayland", "recording:FILE"] }
}
