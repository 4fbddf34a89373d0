import Offhand
import Yams

extension EvdevDescription {
  /// The device that `node` describes, as `libinput record` writes it; unknown keys are ignored. `chunk` is the part of the
  /// file in which it stands.
  init(libinputRecord node: Node, in chunk: YAMLChunk) throws(YAMLFault) {
    self.init()
    guard let evdev = node["evdev"] else {
      throw YAMLFault(line: chunk.line(of: node), reason: "the device has no \"evdev\"")
    }
    name = evdev["name"]?.scalar?.string ?? ""
    ids = evdev["id"]?.sequence?.compactMap(\.int) ?? []
    properties = Set(evdev["properties"]?.sequence?.compactMap(\.int) ?? [])
    for (type, codes) in evdev["codes"]?.mapping ?? [:] where type.int == Int(EvdevCode.key) {
      keys = Set((codes.sequence ?? []).compactMap { $0.int.flatMap(UInt16.init(exactly:)) })
    }
    for (key, values) in evdev["absinfo"]?.mapping ?? [:] {
      let numbers = (values.sequence ?? []).compactMap { $0.int.flatMap(Int32.init(exactly:)) }.map(Int.init)
      guard let code = key.int.flatMap(UInt16.init(exactly:)), numbers.count == 5, values.sequence?.count == 5 else {
        throw YAMLFault(
          line: chunk.line(of: key),
          reason: "expected an axis as \"code: [minimum, maximum, fuzz, flat, resolution]\"")
      }
      absoluteAxes[code] = RecordedAxis(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
    }
  }
}
