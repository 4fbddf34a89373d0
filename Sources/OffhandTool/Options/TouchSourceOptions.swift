import ArgumentParser
import OffhandClient

/// Where a command takes its touches from.
struct TouchSourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Where touches come from; device:PATH may be given several times.",
      discussion: "Without it, libinput is taken where a touch screen can be read, else wayland.",
      valueName: "source"))
  var sources: [TouchSourceArgument] = []

  func validate() throws {
    guard sources.count > 1 else { return }
    guard devices.count == sources.count else {
      throw ValidationError("Only '--source device:PATH' may be given several times.")
    }
  }

  /// What the options mean.
  var input: TouchInput {
    switch sources.first {
    case nil: .automatic
    case .libinput(let seat): .libinput(seat: seat)
    case .device: .devices(devices)
    case .wayland: .wayland
    case .recording(let path): .recording(path)
    }
  }

  private var devices: [String] {
    sources.compactMap { source in
      if case .device(let path) = source { path } else { nil }
    }
  }
}
