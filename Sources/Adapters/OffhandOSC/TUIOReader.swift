import Offhand

/// The touches of all sources that send TUIO to one port: fingers and blobs of 1.1, pointers and bounds of 2.0.
///
/// A source is known by its name and its sender's address. State is taken from the list of what is there (`alive`, `alv`) alone, so a lost
/// packet leaves no finger and invents none; a finger whose position never came does not land.
struct TUIOReader {
  /// The most sources that are kept at once.
  private static let mostSources = 16
  /// The most touches of a source that are followed; a frame has room for 32.
  private static let mostTouches = 64
  /// The time without a frame after which a source's touches are cancelled and its numbers are forgotten. A source repeats what is there
  /// about once a second, so it has then left that out.
  static let patience = Duration.seconds(2)
  /// A number that is smaller by more than this is that of a source that was started anew; by less, it came too late.
  private static let latest = 100
  /// The longest time that a 2.0 frame is taken to have been under way; beyond it the sender's clock was set.
  private static let longestWay = Duration.seconds(1)

  private let preferences: MappingPreferences
  /// Whether a source's name is one of this process, whose frames would go round.
  private let isOwn: (String) -> Bool
  private var sources: [Source] = []
  private var devices: UInt32 = 0

  /// Sizes of tables are those of `preferences`, by the name of the source; frames of sources that `isOwn` names are ignored.
  init(_ preferences: MappingPreferences = .init(), isOwn: @escaping (String) -> Bool = TUIOWriter.isOwn) {
    (self.preferences, self.isOwn) = (preferences, isOwn)
  }

  /// The parts of the protocol with numbers of frames and lists of what is there of their own. Objects are no fingers.
  private enum Profile: Int, CaseIterable { case cursors, blobs, objects, pointers }

  private struct Contact {
    let id: Int32
    /// The profile whose list keeps it.
    let profile: Profile
    var position: Point
    var shape: ContactShape?
  }

  /// What a source has said in one profile.
  private struct State {
    var number: Int64?
    var present: [Int32] = []
    /// The time of the latest frame that counted.
    var heard: Timestamp
  }

  private struct Source {
    let name: String
    let sender: String
    let device: DeviceID
    var surface: SurfaceGeometry
    var states: [4 of State]
    var contacts: [Contact] = []
    /// The time of the latest event.
    var time: Timestamp
    /// The time of this machine at the zero of a 2.0 sender's clock, by the fastest frame since nothing touched.
    var zero: Int64?

    var heard: Timestamp { states.indices.reduce(states[0].heard) { max($0, states[$1].heard) } }
  }

  /// What a bundle says, until it is complete.
  private struct Frame {
    enum Part { case position(Point, Touch.Tool), shape(Point, ContactShape) }

    var name = ""
    var number: Int64?
    var time: UInt64?
    var dimension: Int32 = 0
    var present: [Int32]?
    var parts: [(id: Int32, part: Part)] = []
    /// Pointers of 2.0 that do not touch or are no fingers, and tokens.
    var others: [Int32] = []

    /// Whether it has a position for `id`.
    func places(_ id: Int32) -> Bool {
      parts.contains { if $0.id == id, case .position = $0.part { true } else { false } }
    }
  }

  /// The time at which a touch will have been kept for too long without a word; `nil` while nothing touches.
  var deadline: Timestamp? {
    sources.lazy.flatMap { source in source.contacts.lazy.map { source.states[$0.profile.rawValue].heard } }.min()
      .map { $0 + TUIOReader.patience }
  }

  /// Takes the messages of a datagram that came from `sender` at `now`.
  mutating func read(
    _ messages: [OSCMessage], from sender: String, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    var frame = Frame()
    for message in messages {
      switch (message.path, message.values.first) {
      case ("/tuio2/frm", .int(let number)?) where message.values.count >= 4:
        frame = Frame()
        frame.number = Int64(UInt32(bitPattern: number))
        if case .time(let time) = message.values[1], time > 1 { frame.time = time }
        if case .int(let dimension) = message.values[2] { frame.dimension = dimension }
        if case .string(let name) = message.values[3] { frame.name = name }
      case ("/tuio2/ptr", .int(let id)?): TUIOReader.addPointer(message, id, to: &frame)
      case ("/tuio2/bnd", .int(let id)?): TUIOReader.addBounds(message.numbers(from: 1), id, to: &frame)
      case ("/tuio2/tok", .int(let id)?): frame.others.append(id)
      case ("/tuio2/alv", _):
        frame.present = message.integers(from: 0)
        finish(frame, .pointers, from: sender, at: now, body)
      case ("/tuio/2Dcur", .string(let word)?): add(message, word, .cursors, to: &frame, from: sender, at: now, body)
      case ("/tuio/2Dblb", .string(let word)?): add(message, word, .blobs, to: &frame, from: sender, at: now, body)
      case ("/tuio/2Dobj", .string(let word)?): add(message, word, .objects, to: &frame, from: sender, at: now, body)
      default: break
      }
    }
  }

  /// Cancels the touches of sources that have been silent for too long.
  mutating func expire(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for index in sources.indices {
      let source = sources[index]
      if source.contacts.contains(where: { source.states[$0.profile.rawValue].heard + TUIOReader.patience <= now }) {
        restart(index, at: now, body)
      }
    }
  }

  // MARK: Messages

  private mutating func add(
    _ message: OSCMessage, _ word: String, _ profile: Profile, to frame: inout Frame, from sender: String,
    at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    switch word {
    case "source":
      frame = Frame()
      if case .string(let name)? = message.values.dropFirst().first { frame.name = name }
    case "alive": frame.present = message.integers(from: 1)
    case "set":
      guard profile != .objects, case .int(let id)? = message.values.dropFirst().first else { return }
      let numbers = message.numbers(from: 2)
      if profile == .blobs { return TUIOReader.addBounds(numbers, id, to: &frame) }
      guard numbers.count >= 2 else { return }
      frame.parts.append((id, .position(Point(x: numbers[0], y: numbers[1]), .finger)))
    case "fseq":
      frame.number = message.integers(from: 1).first.map(Int64.init)
      finish(frame, profile, from: sender, at: now, body)
      // Another profile of the same source may follow.
      (frame.present, frame.parts) = (nil, [])
    default: break
    }
  }

  private static func addPointer(_ message: OSCMessage, _ id: Int32, to frame: inout Frame) {
    let (kinds, numbers) = (message.integers(from: 1), message.numbers(from: 3))
    guard kinds.count >= 2, numbers.count >= 6 else { return }
    let (type, radius, pressure) = (kinds[0] & 0xFFFF, numbers[4], numbers[5])
    guard type <= 11, pressure > 0 || pressure == 0 && radius == 0 else { return frame.others.append(id) }
    frame.parts.append((id, .position(Point(x: numbers[0], y: numbers[1]), type == 11 ? .pen : .finger)))
  }

  /// `numbers` are x, y, angle, width and height.
  private static func addBounds(_ numbers: [Double], _ id: Int32, to frame: inout Frame) {
    guard numbers.count >= 5, numbers.allSatisfy(\.isFinite), numbers[3] >= 0, numbers[4] >= 0 else { return }
    let shape = ContactShape(
      major: Float(numbers[4]), minor: Float(numbers[3]), orientationRadians: Float(numbers[2]))
    frame.parts.append((id, .shape(Point(x: numbers[0], y: numbers[1]), shape)))
  }

  // MARK: Frames

  private mutating func finish(
    _ frame: Frame, _ profile: Profile, from sender: String, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    guard let number = frame.number, !isOwn(frame.name), let index = source(of: frame, sender, at: now, body)
    else { return }
    if now - sources[index].heard > TUIOReader.patience { restart(index, at: now, body) }
    if let last = sources[index].states[profile.rawValue].number, number >= 0, last > number {
      guard last - number > TUIOReader.latest else { return }
      restart(index, at: now, body)
    }
    if number >= 0 { sources[index].states[profile.rawValue].number = number }
    sources[index].states[profile.rawValue].heard = now
    if let present = frame.present { sources[index].states[profile.rawValue].present = present }
    guard profile != .objects else { return }
    if profile == .pointers {
      adopt(frame.dimension, index, body)
      let present = sources[index].states[profile.rawValue].present
      let others = sources[index].states[Profile.objects.rawValue].present + frame.others
      sources[index].states[Profile.objects.rawValue].present = others.filter {
        present.contains($0) && (frame.others.contains($0) || !frame.places($0))
      }.suffix(TUIOReader.mostTouches)
    }
    sources[index].time = time(of: frame, index, at: now)
    update(index, with: frame, profile, body)
  }

  private mutating func update(
    _ index: Int, with frame: Frame, _ profile: Profile, _ body: (TouchSourceEvent) -> Void
  ) {
    var source = sources[index]
    defer { sources[index] = source }
    let (device, time, size) = (source.device, source.time, source.surface.size)
    func say(_ id: Int32, _ kind: TouchEvent.Kind, _ tool: Touch.Tool = .finger) {
      body(.touch(TouchEvent(device: device, slot: id, timestamp: time, kind: kind, tool: tool)))
    }
    let (present, others) = (source.states[profile.rawValue].present, source.states[Profile.objects.rawValue].present)
    source.contacts.removeAll { contact in
      let hasEnded = contact.profile == profile && !present.contains(contact.id) || others.contains(contact.id)
      if hasEnded { say(contact.id, .up) }
      return hasEnded
    }
    for (id, part) in frame.parts where present.contains(id) && !others.contains(id) {
      let (place, tool, shape): (Point, Touch.Tool, ContactShape?) =
        switch part {
        case .position(let point, let tool): (point, tool, nil)
        case .shape(let point, let shape): (point, .finger, shape.scaled(to: size))
        }
      let position = Point(x: place.x * size.width, y: place.y * size.height)
      guard let known = source.contacts.firstIndex(where: { $0.id == id }) else {
        guard source.contacts.count < TUIOReader.mostTouches, position.isFinite else { continue }
        source.contacts.append(Contact(id: id, profile: profile, position: position, shape: shape))
        say(id, .down(position), tool)
        if let shape { say(id, .shape(shape)) }
        continue
      }
      // Bounds move what has no other position.
      let isPlaced =
        shape != nil && (profile == .pointers ? frame.places(id) : source.contacts[known].profile == .cursors)
      if !isPlaced, position.isFinite, source.contacts[known].position != position {
        source.contacts[known].position = position
        say(id, .motion(position))
      }
      if let shape, source.contacts[known].shape != shape {
        source.contacts[known].shape = shape
        say(id, .shape(shape))
      }
    }
    body(.frame(device, time))
  }

  /// The time of a frame: that of its sender's clock, moved by what the fastest frame since nothing touched took, or when it came.
  private mutating func time(of frame: Frame, _ index: Int, at now: Timestamp) -> Timestamp {
    var time = now
    if let tag = frame.time {
      let sent = Int64(tag >> 32) * 1_000_000_000 + Int64(((tag & 0xFFFF_FFFF) * 1_000_000_000) >> 32)
      let zero = now.nanoseconds - sent
      let known = sources[index].contacts.isEmpty ? zero : sources[index].zero ?? zero
      let isSet = Duration.nanoseconds(zero) - .nanoseconds(known) > TUIOReader.longestWay
      sources[index].zero = isSet ? zero : min(known, zero)
      time = Timestamp(nanoseconds: sent + (isSet ? zero : min(known, zero)))
    }
    return max(time, sources[index].time)
  }

  // MARK: Sources

  private func index(of name: String, _ sender: String) -> Int? {
    sources.firstIndex { $0.name == name && $0.sender == sender }
  }

  /// The index of the source of a frame, a new one if it is unknown; `nil` if there is no room.
  private mutating func source(
    of frame: Frame, _ sender: String, at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) -> Int? {
    if let index = index(of: frame.name, sender) { return index }
    if sources.count == TUIOReader.mostSources {
      // Anyone can invent names.
      let silent = sources.indices.filter { sources[$0].heard + TUIOReader.patience < now }
      guard let oldest = silent.min(by: { sources[$0].heard < sources[$1].heard }) else { return nil }
      body(.deviceRemoved(sources[oldest].device, now))
      sources.remove(at: oldest)
    }
    devices += 1
    let name = frame.name.isEmpty ? "tuio@\(sender)" : frame.name
    var surface = SurfaceGeometry(assumedFromPixelWidth: 1920, pixelHeight: 1080)
    if let size = preferences.size(for: [frame.name, name, "tuio"]) {
      surface = SurfaceGeometry(size: size, pixelWidth: 0, pixelHeight: 0, provenance: .configured)
    } else {
      surface = TUIOReader.surface(frame.dimension) ?? surface
    }
    let source = Source(
      name: frame.name, sender: sender, device: DeviceID(rawValue: devices), surface: surface,
      states: .init(repeating: State(heard: now)), time: now)
    sources.append(source)
    body(.deviceAdded(TouchDevice(id: source.device, name: name, path: "tuio", surface: surface)))
    return sources.count - 1
  }

  /// A sensor of these 16-bit numbers of pixels; `nil` if one of them is zero.
  private static func surface(_ dimension: Int32) -> SurfaceGeometry? {
    let (width, height) = (UInt32(bitPattern: dimension) >> 16, UInt32(bitPattern: dimension) & 0xFFFF)
    guard width > 0, height > 0 else { return nil }
    return SurfaceGeometry(assumedFromPixelWidth: Double(width), pixelHeight: Double(height))
  }

  /// Takes the size of a sensor that has changed, while nothing touches.
  private mutating func adopt(_ dimension: Int32, _ index: Int, _ body: (TouchSourceEvent) -> Void) {
    guard sources[index].surface.provenance == .assumed, sources[index].contacts.isEmpty,
      let surface = TUIOReader.surface(dimension), surface != sources[index].surface
    else { return }
    sources[index].surface = surface
    let device = TouchDevice(id: sources[index].device, name: sources[index].name, path: "tuio", surface: surface)
    body(.deviceChanged(device))
  }

  /// Cancels the touches of a source, and forgets its numbers.
  private mutating func restart(_ index: Int, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    if !sources[index].contacts.isEmpty {
      body(.cancelled(sources[index].device, max(now, sources[index].time)))
    }
    sources[index].contacts = []
    sources[index].states = .init(repeating: State(heard: now))
  }
}

extension ContactShape {
  /// Bounds, whose height is the long axis here, in parts of a surface of `size`: in millimetres, with the longer of the two as the long
  /// axis. Round ones point nowhere.
  fileprivate func scaled(to size: Size) -> ContactShape {
    let (width, height) = (minor * Float(size.width), major * Float(size.height))
    let angle = orientationRadians ?? 0
    var shape = ContactShape(major: max(width, height), minor: min(width, height))
    guard shape.major - shape.minor > shape.major / 1000 else { return shape }
    let turned = height >= width ? angle : angle + .pi / 2
    shape.orientationRadians = turned > .pi ? turned - 2 * .pi : turned
    return shape
  }
}

extension OSCMessage {
  /// The integers from value `index` on.
  fileprivate func integers(from index: Int) -> [Int32] {
    values.dropFirst(index).prefix(256).compactMap { if case .int(let number) = $0 { number } else { nil } }
  }

  /// The numbers from value `index` on.
  fileprivate func numbers(from index: Int) -> [Double] {
    values.dropFirst(index).prefix(16).compactMap {
      switch $0 {
      case .float(let number): Double(number)
      case .int(let number): Double(number)
      default: nil
      }
    }
  }
}
