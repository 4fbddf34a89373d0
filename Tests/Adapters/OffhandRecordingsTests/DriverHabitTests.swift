import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

/// The same gestures through whatever a driver does: the events are the same (Design/Platform.md "Habits of touch drivers").
struct DriverHabitTests {
  @Test(arguments: 0..<150) func `a gesture is the same through every driver`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let driver = Driver(&generator)
    for gesture in DrivenGesture.all where driver.kind != .single || gesture.fingers == 1 {
      let expected = try Self.events(driver.plain.evemu(gesture))
      #expect(!expected.isEmpty, "\(gesture.name)")
      let events = try Self.events(driver.evemu(gesture))
      #expect(events == expected, "\(gesture.name) through \(driver)")
    }
  }

  /// The names and states of the gestures that the standard pipeline recognizes in a recording.
  private static func events(_ evemu: String) throws -> [String] {
    var reader = RecordingReader(content: Array(evemu.utf8), name: "driver.evemu")
    let recording = try #require(try reader.next())
    let scale = RecordingScale(recording)
    let pipeline = try #require(
      PipelineCatalog.pipeline(
        named: "standard", bounds: scale.surface.bounds, posture: .flatTablet, rightHandPrior: 0.5))
    var events: [String] = []
    var replay = Replay(recording, scale: scale, through: pipeline)
    replay.run { event, _ in if event.state != .changed { events.append("\(event.name) \(event.state)") } }
    return events
  }
}

/// Fingers in reports of 10 ms: where each is, in millimetres; `nil` while it is not down.
private struct DrivenGesture {
  let name: String
  let fingers: Int
  let reports: Int
  let place: (_ finger: Int, _ report: Int) -> Point?

  private init(_ name: String, fingers: Int = 1, reports: Int, _ place: @escaping (Int, Int) -> Point?) {
    (self.name, self.fingers, self.reports, self.place) = (name, fingers, reports, place)
  }

  private static func step(_ report: Int, _ length: Double) -> Double { Double(report) * length }

  static var all: [Self] {
    [
      Self("tap", reports: 8) { _, _ in Point(x: 100, y: 80) },
      Self("double tap", reports: 24) { _, report in (8..<16).contains(report) ? nil : Point(x: 100, y: 80) },
      Self("long press", reports: 90) { _, _ in Point(x: 100, y: 80) },
      Self("pan", reports: 80) { _, report in Point(x: 60 + step(report, 0.7), y: 80 + step(report, 0.2)) },
      Self("swipe", reports: 12) { _, report in Point(x: 60 + step(report, 6), y: 80.5) },
      Self("pinch", fingers: 2, reports: 60) { finger, report in
        Point(x: finger == 0 ? 140 - step(report, 0.6) : 170 + step(report, 0.6), y: finger == 0 ? 90 : 80)
      },
      Self("rotation", fingers: 2, reports: 60) { finger, report in
        let angle = step(report, 0.02) + (finger == 0 ? 0 : .pi)
        return Point(x: 150, y: 90) + Vector(angle: angle) * 25
      },
      Self("two-finger tap", fingers: 2, reports: 8) { finger, _ in Point(x: finger == 0 ? 140 : 165, y: 80) },
      Self("two-finger pan", fingers: 2, reports: 60) { finger, report in
        Point(x: finger == 0 ? 140 : 165, y: 60 + step(report, 0.9))
      },
      Self("three-finger swipe", fingers: 3, reports: 14) { finger, report in
        Point(x: 110 + 22 * Double(finger), y: 140 - step(report, 6))
      },
    ]
  }
}

extension Vector {
  fileprivate init(angle: Double) { self.init(dx: Angle(radians: angle).cosine, dy: Angle(radians: angle).sine) }
}

/// What a driver does, beside the kernel's description of its protocols.
private struct Driver {
  enum Kind: CaseIterable { case slots, numbered, nameless, single }
  /// How a driver without slots says that a finger lifted.
  enum Lift: CaseIterable { case missing, emptyContact, zeroMajor, buttonUp }

  var kind = Kind.slots
  var lift = Lift.missing
  /// The first slot, and whether a finger takes the next one that was never used.
  var (firstSlot, alwaysNew): (Int, Bool) = (0, false)
  /// The first number, and the step to the next: 65535 is followed by 0.
  var (firstID, idStep): (Int, Int) = (0, 1)
  var (hasEmptySlot, exchangesNumbers, leavesAxesOut, hasButton, isShuffled) = (false, false, true, true, false)
  var (origin, resolution): (Int, (x: Int, y: Int)) = (0, (20, 20))
  /// The range of orientations, and the value of a contact 45 degrees to the left; `nil` without contact shapes.
  var orientation: (range: (Int, Int), value: Int)?
  /// Every so manyth report in which fingers only move is lost; 0 for none.
  var lost = 0

  /// A driver that does what is described.
  private init() {}

  init(_ generator: inout SeededGenerator) {
    func any<Value>(_ values: [Value]) -> Value { values[Int(generator.next() % UInt64(values.count))] }
    (kind, lift) = (any(Kind.allCases), any(Lift.allCases))
    (firstSlot, alwaysNew) = (any([0, 0, 1, 4]), any([false, true]))
    (firstID, idStep) = (any([0, 65_533, 17]), any([1, 1, 3]))
    (hasEmptySlot, exchangesNumbers) = (any([false, true]), any([false, false, true]))
    (leavesAxesOut, hasButton, isShuffled) = (any([false, true]), any([false, true]), any([false, true]))
    (origin, resolution) = (any([0, 0, -900, 300]), any([(20, 20), (109, 172), (40, 25)]))
    orientation = any([nil, ((0, 180), 135), ((-90, 90), -45), ((0, 1), 0), ((0, 0), 0)])
    lost = any([0, 0, 5, 9])
  }

  /// A driver that does what is described and loses the same reports.
  var plain: Driver {
    var plain = Driver()
    plain.lost = lost
    return plain
  }

  private func units(_ place: Point) -> (x: Int, y: Int) {
    (
      origin + Int((place.x * Double(resolution.x)).rounded()), origin + Int((place.y * Double(resolution.y)).rounded())
    )
  }

  private var description: String {
    let (x, y) = (origin + 300 * resolution.x, origin + 190 * resolution.y)
    var axes = ["00 \(origin) \(x) 0 0 \(resolution.x)", "01 \(origin) \(y) 0 0 \(resolution.y)"]
    if kind != .single {
      axes += ["35 \(origin) \(x) 0 0 \(resolution.x)", "36 \(origin) \(y) 0 0 \(resolution.y)"]
      if kind != .nameless { axes.append("39 0 65535 0 0 0") }
      if kind == .slots { axes.append("2f 0 15 0 0 0") }
      axes.append("30 0 255 0 0 \(resolution.x)")
      if let orientation { axes.append("34 \(orientation.range.0) \(orientation.range.1) 0 0 0") }
    }
    return "# EVEMU 1.3\nN: driver\nI: 0003 0001 0001 0100\nP: 02 00 00 00 00 00 00 00\n"
      + axes.map { "A: \($0)\n" }.joined()
  }

  /// The gesture as this driver reports it.
  func evemu(_ gesture: DrivenGesture) -> String {
    var text = description
    var (slots, numbers): ([Int: Int], [Int: Int]) = ([:], [:])
    var (nextSlot, nextID, current, before) = (firstSlot, firstID, -1, [Int: Point]())
    var hasExchanged = false
    for report in 0...gesture.reports {
      let places =
        report == gesture.reports
        ? [:]
        : Dictionary(
          uniqueKeysWithValues: (0..<gesture.fingers).compactMap { finger in
            gesture.place(finger, report).map { (finger, $0) }
          })
      if lost > 0, report % lost == lost - 1, places.keys == before.keys { continue }
      var events: [(type: Int, code: UInt16, value: Int)] = []
      func say(_ code: UInt16, _ value: Int) { events.append((3, code, value)) }
      func close() { events.append((0, EvdevCode.contactReport, 0)) }
      func sayPlace(_ finger: Int, _ place: Point, _ codes: (x: UInt16, y: UInt16)) {
        let (now, old) = (units(place), before[finger].map(units))
        if !leavesAxesOut || now.x != old?.x { say(codes.x, now.x) }
        if !leavesAxesOut || now.y != old?.y { say(codes.y, now.y) }
      }
      func sayShape(_ major: Int) {
        say(EvdevCode.touchMajor, major)
        if let orientation { say(EvdevCode.orientation, orientation.value) }
      }
      let lifted = before.keys.filter { places[$0] == nil }.sorted()
      for finger in places.keys.sorted() where before[finger] == nil {
        numbers[finger] = nextID
        nextID = (nextID + idStep) % 65_536
      }
      var fingers = places.keys.sorted()
      if isShuffled, report % 2 == 1 { fingers.reverse() }
      switch kind {
      case .slots:
        func select(_ slot: Int) {
          if slot != current { say(EvdevCode.slot, slot) }
          current = slot
        }
        for finger in lifted {
          select(slots.removeValue(forKey: finger) ?? 0)
          say(EvdevCode.trackingID, -1)
        }
        for finger in fingers {
          if before[finger] == nil {
            let free = (firstSlot..<16).first { !slots.values.contains($0) } ?? 0
            slots[finger] = alwaysNew ? nextSlot : free
            nextSlot = (nextSlot + 1) % 15
            select(slots[finger] ?? 0)
            say(EvdevCode.trackingID, numbers[finger] ?? 0)
            sayShape(6 * resolution.x)
          }
          select(slots[finger] ?? 0)
          sayPlace(finger, places[finger] ?? .origin, (EvdevCode.positionX, EvdevCode.positionY))
        }
        if hasEmptySlot, before.isEmpty != places.isEmpty {
          select(15)
          say(EvdevCode.trackingID, places.isEmpty ? -1 : 40_000)
        }
        if exchangesNumbers, !hasExchanged, report > 4, let first = slots[0], let second = slots[1] {
          hasExchanged = true
          (numbers[0], numbers[1]) = (numbers[1], numbers[0])
          for (slot, finger) in [(first, 0), (second, 1)] {
            select(slot)
            say(EvdevCode.trackingID, numbers[finger] ?? 0)
          }
        }
      case .numbered, .nameless:
        let relists = lift == .zeroMajor || lift == .buttonUp && places.isEmpty
        for finger in fingers + (relists ? lifted : []) {
          let isDown = places[finger] != nil
          if kind == .numbered { say(EvdevCode.trackingID, numbers[finger] ?? 0) }
          sayShape(isDown || lift == .buttonUp ? 6 * resolution.x : 0)
          let place = places[finger] ?? before[finger] ?? .origin
          let at = units(place)
          say(EvdevCode.positionX, at.x)
          if !leavesAxesOut || kind == .nameless || before[finger].map(units)?.y != at.y {
            say(EvdevCode.positionY, at.y)
          }
          close()
        }
        if places.isEmpty, !relists { close() }
      case .single:
        if let place = places[0] { sayPlace(0, place, (EvdevCode.x, EvdevCode.y)) }
      }
      let needsButton = hasButton || kind == .single || lift == .buttonUp
      if needsButton, before.isEmpty != places.isEmpty {
        events.insert((1, EvdevCode.touch, places.isEmpty ? 0 : 1), at: kind == .single ? 0 : events.count)
      }
      events.append((0, EvdevCode.report, 0))
      let time = "\(report / 100).\(String(report % 100 + 100).dropFirst())0000"
      func hex(_ number: Int) -> String { String(String(number + 0x10000, radix: 16).dropFirst()) }
      for event in events { text += "E: \(time) \(hex(event.type)) \(hex(Int(event.code))) \(event.value)\n" }
      before = places
    }
    return text
  }
}
