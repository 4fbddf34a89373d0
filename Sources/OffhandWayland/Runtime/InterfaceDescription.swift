/// What an interface consists of, as the generator took it from the XML; `InterfaceTables` makes libwayland's tables of it.
struct InterfaceDescription: Sendable {
  var name: StaticString
  /// The highest version that the XML describes.
  var version: Int32
  var requests: [MessageDescription]
  var events: [MessageDescription]
}
