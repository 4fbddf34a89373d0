import ArgumentParser
import Offhand

/// The options about touch screens and their outputs.
struct MappingOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "The output of a touch screen, which is given by name, node or bus path ('offhand devices' lists them).",
      valueName: "device=output"))
  var outputs: [DeviceSetting<OutputName>] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "The size of a touch screen in millimetres, 20 to 3000 each way, in the orientation of its picture; without a device, the size of all others.",
      valueName: "[device=]WxH"))
  var sizes: [SizeSetting] = []

  /// Whether none of the options was given.
  var isEmpty: Bool { outputs.isEmpty && sizes.isEmpty }

  /// The value of the options; of two for one device the last counts.
  var preferences: MappingPreferences {
    MappingPreferences(
      outputs: Dictionary(outputs.map { ($0.device, $0.value.name) }, uniquingKeysWith: { $1 }),
      sizes: Dictionary(
        sizes.compactMap { setting in setting.device.map { ($0, setting.size) } }, uniquingKeysWith: { $1 }),
      defaultSize: sizes.last { $0.device == nil }?.size)
  }
}

/// A setting for one device, written `DEVICE=VALUE`; the last `=` separates, so a device's name may contain others.
struct DeviceSetting<Value: ExpressibleByArgument>: ExpressibleByArgument {
  let device: String
  let value: Value

  init?(argument: String) {
    guard let separator = argument.lastIndex(of: "="), separator != argument.startIndex,
      let value = Value(argument: String(argument[argument.index(after: separator)...]))
    else { return nil }
    device = String(argument[..<separator])
    self.value = value
  }
}

/// The name of an output, such as `eDP-1`.
struct OutputName: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    name = argument
  }
}

/// A size written `300x190` for every touch screen, or `DEVICE=300x190` for one; 20 to 3000 mm a side, the range of touch
/// screens.
struct SizeSetting: ExpressibleByArgument {
  /// `nil` for every touch screen that has no size of its own.
  let device: String?
  let size: Size

  init?(argument: String) {
    if let setting = DeviceSetting<MillimetreSize>(argument: argument) {
      (device, size) = (setting.device, setting.value.size)
    } else if let size = MillimetreSize(argument: argument)?.size {
      (device, self.size) = (nil, size)
    } else {
      return nil
    }
  }
}

/// A size written `300x190`, in millimetres.
struct MillimetreSize: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    size = Size(width: width, height: height)
    guard Size.isPlausible(size) else { return nil }
  }
}
