import ArgumentParser
import OffhandCommandLine
import Offhand
import OffhandLibinput
import OffhandRecordings
import OffhandWayland

/// `offhand devices`: the touch screens, their size, output and permission.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the touch screens with size, output and permission, and the input devices that are never opened.",
    discussion: """
      Examples:

        offhand devices
        offhand devices --json
      """)

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var color: ColorOptions
  @OptionGroup var mapping: MappingOptions

  func run() throws {
    let compositor = CompositorProbe(stated: mapping.preferences)
    let list = DeviceList(
      devices: try InputDeviceReport.all(), outputs: compositor.outputs, preferences: mapping.preferences)
    var output = StandardOutput()
    if json {
      try output.writeLine { list.write(to: &$0) }
    } else {
      try OutputDrawing(compositor, touched: list.names).write(to: &output)
      for (text, color) in list.lines { try output.write(TerminalText.name(text) + "\n", in: color) }
    }
    try output.flush()
  }
}

/// The input devices of this machine, as text and as JSON.
struct DeviceList {
  var devices: [InputDeviceReport]
  var outputs: [OutputDescription]
  var preferences: MappingPreferences

  /// The output that a touch screen lies on, and its surface.
  func mapping(of device: InputDeviceReport, _ facts: TouchScreenFacts) -> (OutputAssignment?, SurfaceGeometry) {
    let names = facts.places + [device.path, device.name]
    let output = OutputAssignment.assign(facts.panel, to: outputs, configured: preferences.output(for: names))
    let mapped = OutputMapping(
      panel: facts.panel, output: outputs.first { $0.name == output?.name },
      configured: preferences.size(for: names + [output?.name ?? ""]))
    return (output, mapped.surface)
  }

  /// The names of the touch screens on each output.
  var names: [String: [String]] {
    let pairs = devices.compactMap { device in
      device.screen.flatMap { mapping(of: device, $0).0 }.map { ($0.name, [device.name]) }
    }
    return Dictionary(pairs, uniquingKeysWith: +)
  }

  /// A paragraph for every touch screen, a line for everything else, each with the colour of how good that is.
  var lines: [(text: String, color: TerminalColor?)] {
    let screens = devices.filter { $0.kind == .touchScreen }
    let others = devices.filter { $0.kind != .touchScreen }
    var lines = screens.flatMap { paragraph(on: $0) }
    if screens.isEmpty { lines.append(("no touch screen: 'offhand doctor' says why", .yellow)) }
    if !others.isEmpty { lines.append(("left alone, never opened:", nil)) }
    return lines
      + others.map { ("  \($0.path)  \($0.kind.rawValue)\($0.name.isEmpty ? "" : "  \($0.name)")", nil) }
  }

  private func paragraph(on device: InputDeviceReport) -> [(text: String, color: TerminalColor?)] {
    var lines: [(String, TerminalColor?)] = [
      ("\(device.path)  \(device.name)", .bold), ("  seat: \(device.seat)", nil),
    ]
    if let problem = device.problem { return lines + [("  not readable: \(problem)", .red)] }
    guard let facts = device.screen else { return lines }
    let (output, surface) = mapping(of: device, facts)
    let size = "  size: \(DeviceList.size(surface.size)) (\(surface.provenance.explanation))"
    lines.append((size, surface.provenance == .assumed ? .yellow : .green))
    let (across, down) = (facts.x?.unitsPerMillimetre ?? 0, facts.y?.unitsPerMillimetre ?? 0)
    lines.append(("  resolution: \(across > 0 ? "\(across) x \(down) units/mm" : "none")", nil))
    lines.append(("  contacts: \(facts.contacts > 0 ? "\(facts.contacts)" : "no multitouch protocol B")", nil))
    lines.append(("  shape: \(facts.announcesShape ? "announced, used once it proves true" : "none")", nil))
    if let output {
      lines.append(("  output: \(output.name) (\(output.reason.explanation))", .green))
    } else {
      lines.append(("  output: \(outputs.isEmpty ? "unknown, no compositor" : "unknown: name it with --map")", .yellow))
    }
    if let path = facts.places.first { lines.append(("  place: \(path)", nil)) }
    return lines
  }

  /// One object with the touch screens, the other devices and the outputs.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.array("touchScreens") { writer in
        for device in devices where device.kind == .touchScreen { write(device, to: &writer) }
      }
      writer.array("leftAlone") { writer in
        for device in devices where device.kind != .touchScreen {
          writer.object { writer in
            writer.field("path", device.path)
            writer.field("name", device.name)
            writer.field("kind", device.kind.rawValue)
          }
        }
      }
      writer.array("outputs", outputs.map(\.name))
    }
  }

  private func write(_ device: InputDeviceReport, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("path", device.path)
      writer.field("name", device.name)
      writer.field("seat", device.seat)
      writer.field("readable", device.screen != nil)
      writer.field("problem", device.problem.map { "\($0)" })
      guard let facts = device.screen else { return }
      let (output, surface) = mapping(of: device, facts)
      writer.field("provenance", surface.provenance.rawValue)
      writer.field("widthMillimetres", surface.size.width, roundedTo: 2)
      writer.field("heightMillimetres", surface.size.height, roundedTo: 2)
      writer.field("unitsPerMillimetreX", facts.x?.unitsPerMillimetre ?? 0)
      writer.field("unitsPerMillimetreY", facts.y?.unitsPerMillimetre ?? 0)
      writer.field("contacts", facts.contacts)
      writer.field("shape", facts.announcesShape)
      writer.field("pressure", facts.announcesPressure)
      writer.array("places", facts.places)
      writer.field("output", output?.name)
      writer.field("outputReason", output?.reason.rawValue)
    }
  }

  private static func size(_ size: Size) -> String {
    "\((size.width * 10).rounded() / 10) x \((size.height * 10).rounded() / 10) mm"
  }
}

extension SurfaceGeometry.Provenance {
  /// The source of the millimetres, in words.
  var explanation: String {
    switch self {
    case .configured: "you said so"
    case .device: "the device says so"
    case .output: "the output says so; the device has no usable size"
    case .assumed: "assumed, 96 pixels to the inch; give the size with --size"
    }
  }
}

extension OutputAssignment.Reason {
  /// The reason for the output, in words.
  var explanation: String {
    switch self {
    case .configured: "you said so"
    case .udev: "udev's WL_OUTPUT"
    case .soleOutput: "the only output"
    case .physicalSize: "the only output of its size"
    case .internalPanel: "built in, as the device is"
    }
  }
}
