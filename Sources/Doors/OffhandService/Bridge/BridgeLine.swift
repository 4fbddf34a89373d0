package import Offhand
import OffhandPlatform
package import OffhandRecordings

/// A line that the bridge sends: a JSON object.
package enum BridgeLine: Sendable {
  /// The version of the lines of both sides.
  package static let version = 2
  /// The path of the bridge's socket, unless `$OFFHAND_BRIDGE` names another.
  package static let socket = "/run/offhand-bridge/socket"

  /// The longest line in bytes.
  package static let lengthLimit = 1 << 16

  /// The first line: the touch screens.
  case hello(version: Int, [BridgedPanel])
  /// The touch screens after some were added or removed.
  case screens([BridgedPanel])
  case gesture(BridgedGesture)
  /// What became of a touch by the accommodations that were asked for.
  case mark(TouchMark)
  /// Four fingers in a corner of this touch screen have ended the bridge.
  case letGo(screen: String)
  /// A check was refused; or, as the last line, why the connection ends.
  case error(String)

  /// Why a client's gestures are recognized no longer, though it is connected.
  package static let replaced = "another client of the same user asked for its gestures"

  /// Why a bridge of another `version` cannot be used.
  package static func mismatch(with version: Int) -> String {
    let older = version < BridgeLine.version ? "restart the bridge" : "restart 'offhand serve'"
    return "it speaks version \(version), this program \(BridgeLine.version): upgrade both to one version, and \(older)"
  }

  /// The line as it is sent.
  package var bytes: [UInt8] {
    JSONWriter.line { writer in
      switch self {
      case .hello(let version, let screens):
        writer.field("hello", "offhand-bridge")
        writer.field("version", version)
        BridgeLine.write(screens, to: &writer)
      case .screens(let screens): BridgeLine.write(screens, to: &writer)
      case .gesture(let gesture): gesture.write(to: &writer)
      case .mark(let mark): mark.write(to: &writer)
      case .letGo(let screen): writer.field("letgo", screen)
      case .error(let reason): writer.field("error", reason)
      }
    }
  }

  private static func write(_ screens: [BridgedPanel], to writer: inout JSONWriter) {
    writer.array("screens") { writer in
      for screen in screens {
        writer.object { writer in
          writer.field("id", screen.id)
          writer.field("name", screen.name)
          writer.field("path", screen.path)
          writer.field("twin", screen.twin)
          writer.array("size_mm", [screen.size.width, screen.size.height], roundedTo: 6)
        }
      }
    }
  }

  /// Reads a line; fields of later versions are passed over. Throws the reason if it is none of these.
  package init(_ line: [UInt8]) throws(JSONFault) {
    self = try JSONScanner.read(line) { (scanner) throws(JSONFault) in
      guard let fields = try scanner.value().object, let line = BridgeLine(fields) else {
        throw scanner.fault("is no line of the bridge")
      }
      return line
    }
  }

  private init?(_ fields: [String: JSONValue]) {
    if let reason = fields["error"]?.string {
      self = .error(reason)
    } else if let screen = fields["letgo"]?.string {
      self = .letGo(screen: screen)
    } else if case .array(let values)? = fields["screens"] {
      var version: Int?
      if let hello = fields["hello"] {
        version = fields["version"]?.integer
        guard hello.string == "offhand-bridge", let version else { return nil }
        // Those of another version may be described in another way.
        if version != BridgeLine.version {
          self = .hello(version: version, [])
          return
        }
      }
      let screens = values.compactMap { BridgedPanel($0.object ?? [:]) }
      guard screens.count == values.count else { return nil }
      self = version.map { .hello(version: $0, screens) } ?? .screens(screens)
    } else if let mark = TouchMark(fields) {
      self = .mark(mark)
    } else if let gesture = BridgedGesture(fields) {
      self = .gesture(gesture)
    } else {
      return nil
    }
  }
}

/// A touch screen that the bridge holds.
package struct BridgedPanel: Sendable, Hashable {
  /// Another than that of any touch screen before.
  package var id: Int
  /// The kernel's name for it.
  package var name: String
  /// In millimetres, not turned.
  package var size: Size
  /// Its node.
  package var path: String
  /// The node of its twin.
  package var twin: String

  package init(id: Int, name: String, size: Size, path: String = "", twin: String = "") {
    (self.id, self.name, self.size, self.path, self.twin) = (id, name, size, path, twin)
  }

  /// Whether what is read at `node` is this touch screen or its twin.
  func isRead(at node: String) -> Bool { [path, twin].contains(Files.resolved(node) ?? node) }

  fileprivate init?(_ fields: [String: JSONValue]) {
    guard let id = fields["id"]?.integer, let name = fields["name"]?.string, let size = fields["size_mm"]?.vector,
      size.dx > 0, size.dy > 0, let path = fields["path"]?.string, let twin = fields["twin"]?.string
    else { return nil }
    self.init(id: id, name: name, size: Size(width: size.dx, height: size.dy), path: path, twin: twin)
  }
}

/// What became of a touch that is accommodated, for the ring that shows it.
package struct TouchMark: Sendable, Hashable {
  package enum State: String, Sendable {
    /// It counts once its time is over.
    case waits
    /// It counts.
    case counts
    /// It waited, and does not count.
    case ends
    /// It is none: the pointer of the pad is there.
    case points
  }

  /// The touch screen's ID.
  package var screen: Int
  /// Another than that of any touch before.
  package var touch: Int
  /// Where it landed, or counts, in millimetres of the touch screen.
  package var position: Point
  package var state: State

  package init(screen: Int, touch: Int, at position: Point, _ state: State) {
    (self.screen, self.touch, self.position, self.state) = (screen, touch, position, state)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("mark", state.rawValue)
    writer.field("screen", screen)
    writer.field("touch", touch)
    writer.array("at_mm", [position.x, position.y], roundedTo: 6)
  }

  fileprivate init?(_ fields: [String: JSONValue]) {
    guard let state = fields["mark"]?.string.flatMap(State.init), let screen = fields["screen"]?.integer,
      let touch = fields["touch"]?.integer, let place = fields["at_mm"]?.vector
    else { return nil }
    self.init(screen: screen, touch: touch, at: .origin + place, state)
  }
}

/// A gesture that the bridge has recognized, in millimetres of the touch screen.
package struct BridgedGesture: Sendable {
  /// A touch of it: its number and its position.
  package struct Contact: Sendable, Hashable {
    package var number: Int
    package var position: Point

    package init(number: Int, position: Point) { (self.number, self.position) = (number, position) }
  }

  /// The touch screen's ID.
  package var screen: Int
  /// The event, whose touches are the contacts.
  package var event: GestureEvent
  package var contacts: [Contact]

  package init(_ event: GestureEvent, screen: Int, touches: [Touch]) {
    (self.event, self.screen) = (event, screen)
    contacts = touches.map { Contact(number: Int($0.slot), position: $0.position) }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("screen", screen)
    writer.array("contacts_mm") { writer in
      for contact in contacts { writer.array([contact.position.x, contact.position.y], roundedTo: 6) }
    }
    writer.gestureEvent(event, touches: contacts.map(\.number))
  }

  fileprivate init?(_ fields: [String: JSONValue]) {
    func list(_ key: String) -> [JSONValue] { if case .array(let values)? = fields[key] { values } else { [] } }
    guard let screen = fields["screen"]?.integer, let event = GestureEvent(fields) else { return nil }
    (self.screen, self.event) = (screen, event)
    contacts = zip(list("touches"), list("contacts_mm")).compactMap { touch, place in
      guard let number = touch.integer, let vector = place.vector else { return nil }
      return Contact(number: number, position: Point(x: vector.dx, y: vector.dy))
    }
  }
}

extension JSONValue {
  /// Two lengths.
  var vector: Vector? {
    guard case .array(let values) = self, values.count == 2, let x = values[0].number, let y = values[1].number,
      abs(x) <= 1e7, abs(y) <= 1e7
    else { return nil }
    return Vector(dx: x, dy: y)
  }
}
