import ArgumentParser
import Offhand
import OffhandLibinput
import OffhandRecordings
import OffhandWayland

/// `offhand devices`: what there is to touch, how large it is, where it lies and why, and whether it may be read.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List touch screens: size, place, permission; and what is left alone.")

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var mapping: MappingOptions

  func run() throws {
    let list = DeviceList(
      devices: try InputDeviceReport.all(), outputs: CompositorProbe().outputs, preferences: mapping.preferences)
    if json {
      var writer = JSONWriter()
      list.write(to: &writer)
      print(String(decoding: writer.bytes, as: UTF8.self))
    } else {
      print(list.text, terminator: "")
    }
  }
}
