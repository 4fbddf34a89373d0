import ArgumentParser
import Offhand
import OffhandClient
import OffhandService

/// The options about the panel's own properties.
struct PanelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What 'offhand panel --write' found out about the touch screen: its latency, size, calibration and filters.",
      valueName: "file"))
  var panel: String?

  @Option(
    help: ArgumentHelp(
      "The delay from a finger's motion to the time stamp of its touch. It is predicted too: at most 40 ms with the time until the picture is seen.",
      valueName: "ms"))
  var panelLatency: Double?

  func validate() throws {
    if let panelLatency, !(0...200).contains(panelLatency) {
      throw ValidationError("'--panel-latency' takes 0 to 200 ms.")
    }
  }

  /// Makes a program's settings those of the panel. Throws if the file has faults or is of another touch screen.
  func apply(to input: inout TouchInput, _ display: inout ViewDisplay) throws {
    if let panel {
      let profile = try PanelProfile(file: panel)
      try profile.apply(to: &input)
      display.panelLatency = profile.latency ?? .zero
    }
    if let panelLatency { display.panelLatency = .milliseconds(panelLatency) }
  }
}
