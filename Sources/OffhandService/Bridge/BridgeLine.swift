package import Offhand
package import OffhandRecordings

/// A line that the bridge sends: a JSON object.
package enum BridgeLine: Sendable, Hashable {
  /// The version of the lines of both sides.
  package static let version = 1
  /// The path of the bridge's socket, unless `$OFFHAND_BRIDGE` names another.
  package static let socket = "/run/offhand-bridge/socket"

  /// The longest line in bytes.
  package static let lengthLimit = 1 << 16

  /// The first line: the touch screens.
  case hello(version: Int, [BridgedScreen])
  /// The touch screens after some were added or removed.
  case screens([BridgedScreen])
  case gesture(BridgedGesture)
  /// Four fingers in a corner of this touch screen have ended the bridge.
  case letGo(screen: String)
  /// A check was refused; or, as the last line, why the connection ends.
  case error(String)

  /// The line as it is sent.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      switch self {
      case .hello(let version, let screens):
        writer.key("hello")
        writer.value("offhand-bridge")
        writer.key("version")
        writer.value(version)
        BridgeLine.write(screens, to: &writer)
      case .screens(let screens): BridgeLine.write(screens, to: &writer)
      case .gesture(let gesture): gesture.write(to: &writer)
      case .letGo(let screen):
        writer.key("letgo")
        writer.value(screen)
      case .error(let reason):
        writer.key("error")
        writer.value(reason)
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ screens: [BridgedScreen], to writer: inout JSONWriter) {
    writer.key("screens")
    writer.array { writer in
      for screen in screens {
        writer.object { writer in
          writer.key("id")
          writer.value(screen.id)
          writer.key("name")
          writer.value(screen.name)
          writer.key("size_mm")
          writer.numbers(screen.size.width, screen.size.height)
        }
      }
    }
  }

  /// Reads a line; fields of later versions are passed over. Throws the reason if it is none of these.
  package init(_ line: [UInt8]) throws(JSONFault) { self = try JSONScanner.read(line, BridgeLine.read) }

  private static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> BridgeLine {
    var (hello, version): (String?, Int?)
    var screens: [BridgedScreen]?
    var (letGo, error): (String?, String?)
    var gesture = BridgedGesture.Fields()
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "hello": hello = try scanner.string()
      case "version": version = try scanner.integer()
      case "screens":
        var found: [BridgedScreen] = []
        try scanner.array { (scanner) throws(JSONFault) in found.append(try BridgedScreen(&scanner)) }
        screens = found
      case "letgo": letGo = try scanner.string()
      case "error": error = try scanner.string()
      default: try gesture.read(key, &scanner)
      }
    }
    if let error { return .error(error) }
    if let letGo { return .letGo(screen: letGo) }
    if hello == "offhand-bridge", let version, let screens { return .hello(version: version, screens) }
    if hello == nil, let screens { return .screens(screens) }
    if hello == nil, let found = gesture.gesture { return .gesture(found) }
    throw scanner.fault("is no line of the bridge")
  }
}

/// A touch screen that the bridge holds.
package struct BridgedScreen: Sendable, Hashable {
  /// Another than that of any touch screen before.
  package var id: Int
  /// The kernel's name for it.
  package var name: String
  /// In millimetres, not turned.
  package var size: Size

  package init(id: Int, name: String, size: Size) { (self.id, self.name, self.size) = (id, name, size) }

  fileprivate init(_ scanner: inout JSONScanner) throws(JSONFault) {
    var (id, name): (Int?, String?)
    var size: [Double] = []
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "id": id = try scanner.integer()
      case "name": name = try scanner.string()
      case "size_mm": size = try scanner.numbers()
      default: try scanner.skip()
      }
    }
    guard let id, let name else { throw scanner.fault("is no touch screen") }
    guard size.count == 2, size.allSatisfy({ $0 > 0 && $0 <= 1e6 }) else { throw scanner.fault("has no size") }
    self.init(id: id, name: name, size: Size(width: size[0], height: size[1]))
  }
}

/// A gesture that the bridge has recognized, in millimetres of the touch screen.
package struct BridgedGesture: Sendable, Hashable {
  /// A touch of it: its number and its position.
  package struct Contact: Sendable, Hashable {
    package var number: Int
    package var position: Point

    package init(number: Int, position: Point) { (self.number, self.position) = (number, position) }
  }

  /// The place of the gesture in the list that the bridge was sent.
  package var index: Int
  /// The touch screen's ID.
  package var screen: Int
  package var name: GestureName
  package var state: GestureState
  package var timestamp: Timestamp
  package var gesture: Gesture
  package var contacts: [Contact]

  package init(_ event: GestureEvent, index: Int, screen: Int, touches: [Touch]) {
    (self.index, self.screen) = (index, screen)
    (name, state, timestamp, gesture) = (event.name, event.state, event.timestamp, event.gesture)
    contacts = touches.map { Contact(number: Int($0.slot), position: $0.position) }
  }

  private init(
    index: Int, screen: Int, name: GestureName, state: GestureState, timestamp: Timestamp, gesture: Gesture,
    contacts: [Contact]
  ) {
    (self.index, self.screen, self.name, self.state) = (index, screen, name, state)
    (self.timestamp, self.gesture, self.contacts) = (timestamp, gesture, contacts)
  }

  /// The event of the pipeline.
  package var event: GestureEvent {
    GestureEvent(recognizer: 0, name: name, state: state, timestamp: timestamp, gesture: gesture)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.key("gesture")
    writer.value(index)
    writer.key("screen")
    writer.value(screen)
    writer.key("contacts_mm")
    writer.array { writer in
      for contact in contacts { writer.numbers(contact.position.x, contact.position.y) }
    }
    writer.gestureEvent(event, touches: contacts.map(\.number))
  }

  /// The fields of a line as they are read.
  fileprivate struct Fields {
    private var (index, screen): (Int?, Int?)
    private var name: GestureName?
    private var state: GestureState?
    private var time: Int64?
    private var value = Gesture()
    private var numbers: [Int] = []
    private var positions: [Point] = []

    mutating func read(_ key: String, _ scanner: inout JSONScanner) throws(JSONFault) {
      switch key {
      case "gesture": index = try scanner.integer()
      case "screen": screen = try scanner.integer()
      case "contacts_mm":
        try scanner.array { (scanner) throws(JSONFault) in
          let vector = try scanner.vector()
          positions.append(Point(x: vector.dx, y: vector.dy))
        }
      case "touches":
        try scanner.array { (scanner) throws(JSONFault) in
          let number = try scanner.integer()
          guard Int32(exactly: number) != nil else { throw scanner.fault("is no number of a touch") }
          numbers.append(number)
        }
      case "t": time = try scanner.seconds().nanoseconds
      case "recognizer": name = try? GestureName(try scanner.string())
      case "state":
        let word = try scanner.string()
        state = GestureState.allCases.first { $0.word == word }
      case "x_mm": value.location.x = try scanner.number()
      case "y_mm": value.location.y = try scanner.number()
      case "translation_mm": value.translation = try scanner.vector()
      case "velocity_mm_s": value.velocity = try scanner.vector()
      case "scale": value.scale = try scanner.number()
      case "scale_velocity": value.scaleVelocity = try scanner.number()
      case "rotation_rad": value.rotation = Angle(radians: try scanner.number())
      case "rotation_velocity": value.rotationVelocity = try scanner.number()
      case "direction": value.direction = SwipeDirection(rawValue: try scanner.string())
      case "taps": value.taps = try scanner.integer()
      case "fingers": value.fingers = try scanner.integer()
      case "hand": value.hand = try Fields.hand(&scanner)
      default: try scanner.skip()
      }
    }

    private static func hand(_ scanner: inout JSONScanner) throws(JSONFault) -> Hand {
      var hand = Hand.unknown
      try scanner.object { (scanner, key) throws(JSONFault) in
        switch key {
        case "side": hand.side = Handedness(rawValue: try scanner.string()) ?? .unknown
        case "confidence": hand.confidence = min(max(try scanner.number(), 0), 1)
        default: try scanner.skip()
        }
      }
      return hand
    }

    /// What was read, if nothing lacks.
    var gesture: BridgedGesture? {
      guard let index, let screen, let name, let state, let time, numbers.count == positions.count,
        numbers.count <= TouchFrame.capacity
      else { return nil }
      return BridgedGesture(
        index: index, screen: screen, name: name, state: state, timestamp: Timestamp(nanoseconds: time),
        gesture: value, contacts: zip(numbers, positions).map { Contact(number: $0, position: $1) })
    }
  }
}

extension JSONWriter {
  /// Writes two lengths.
  mutating func numbers(_ first: Double, _ second: Double) {
    array { writer in
      writer.value(first, roundedTo: 6)
      writer.value(second, roundedTo: 6)
    }
  }
}

extension JSONScanner {
  /// Reads an array of numbers.
  mutating func numbers() throws(JSONFault) -> [Double] {
    var numbers: [Double] = []
    try array { (scanner) throws(JSONFault) in numbers.append(try scanner.number()) }
    return numbers
  }

  /// Reads an array of two numbers.
  mutating func vector() throws(JSONFault) -> Vector {
    let numbers = try numbers()
    guard numbers.count == 2, numbers.allSatisfy({ abs($0) <= 1e7 }) else { throw fault("must be [x,y]") }
    return Vector(dx: numbers[0], dy: numbers[1])
  }
}
