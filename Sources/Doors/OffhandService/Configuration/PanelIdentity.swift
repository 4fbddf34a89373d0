package import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

/// A type of touch screen.
package struct PanelIdentity: Sendable, Hashable, CustomStringConvertible {
  /// The kernel's name.
  package var name: String
  /// Bus, vendor and product as the kernel numbers them, hexadecimal: `0018:04f3:2a1d`; `nil` if unknown.
  package var id: String?

  package init(name: String, id: String? = nil) { (self.name, self.id) = (name, id) }

  package var description: String { "\"\(name)\"" + (id.map { " (\($0))" } ?? "") }

  /// Whether both are one type: by their IDs where both have them, because two types may share a name.
  package func matches(_ other: PanelIdentity) -> Bool {
    if let id, let otherID = other.id { id == otherID } else { name == other.name }
  }

  /// The touch screens that `input` reads, or may read; those of the machine if its touches come from the compositor. Throws if the
  /// recording that it plays cannot be read.
  package static func all(of input: TouchInput) throws -> [PanelIdentity] {
    var nodes: [String]?
    switch input.origin {
    case .custom: return []
    case .recording(let path):
      var reader = try RecordingReader(path: path)
      return try reader.next().map { [PanelIdentity($0.device)] } ?? []
    case .libinput(.nodes(let paths)), .evdev(.nodes(let paths)): nodes = paths.map { Files.resolved($0) ?? $0 }
    case .automatic, .libinput, .evdev, .wayland: break
    }
    // Without udev nothing is known, and opening the touch screens says why.
    return ((try? InputDeviceReport.all()) ?? []).filter {
      $0.kind == .touchScreen && nodes?.contains($0.path) != false
    }
    .map { PanelIdentity(name: $0.name, id: text($0.screen?.identity.map { String($0, radix: 16) } ?? [])) }
  }

  private init(_ device: RecordedDevice) {
    let ids = ["bus", "vendor", "product"].compactMap { device.ids[$0] }
    self.init(name: device.name, id: PanelIdentity.text(ids))
  }

  /// Hexadecimal numbers as one text of four digits each; `nil` if there are fewer than three.
  private static func text(_ numbers: [String]) -> String? {
    guard numbers.count >= 3 else { return nil }
    return numbers.prefix(3).map { String(repeating: "0", count: max(0, 4 - $0.count)) + $0.lowercased() }
      .joined(separator: ":")
  }
}
