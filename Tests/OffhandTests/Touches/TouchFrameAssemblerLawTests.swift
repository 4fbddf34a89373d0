import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Design/Recognizing.md M2, M3: what holds for every sequence of events, valid or not.
struct TouchFrameAssemblerLawTests {
  @Test(.recognition("M2"), arguments: [1, 2, 3])
  func `valid sequences keep every contact true and leave nothing behind`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var law = FrameLaw()
    var assembler = TouchFrameAssembler()
    assembler.teleportGuard = nil
    var fingers: [Finger: Point] = [:]
    for step in 0..<40_000 {
      let device = UInt32(random.below(4))
      let time = Timestamp(nanoseconds: Int64(step) * 1_000_000)
      var changed = Set<Finger>()
      for _ in 0..<(1 + random.below(3)) {
        let finger = Finger(device: DeviceID(rawValue: device), slot: Int32(random.below(10)))
        guard changed.insert(finger).inserted else { continue }
        let place = Point(x: random.unit() * 300, y: random.unit() * 200)
        let kind: TouchEvent.Kind =
          if fingers[finger] == nil { .down(place) } else if random.below(8) == 0 {
            random.below(4) == 0 ? .cancel : .up
          } else { .motion(place) }
        if case .up = kind {
          fingers[finger] = nil
        } else if case .cancel = kind {
          fingers[finger] = nil
        } else {
          fingers[finger] = place
        }
        assembler.add(
          .touch(TouchEvent(device: finger.device, slot: finger.slot, timestamp: time, kind: kind)),
          emit: { law.check($0) })
      }
      assembler.add(.frame(DeviceID(rawValue: device), time), emit: { law.check($0) })
      if fingers.count > 20 {
        assembler.add(.cancelled(nil, time), emit: { law.check($0) })
        fingers = [:]
      }
      law.checkContacts(fingers)
    }
    assembler.add(.cancelled(nil, Timestamp(nanoseconds: .max)), emit: { law.check($0) })
    #expect(law.violations.isEmpty, "\(law.violations.prefix(5))")
    #expect(law.down.isEmpty)
    #expect(law.frames >= 40_000)
    let diagnostics = assembler.diagnostics
    #expect(diagnostics.unknownContacts == 0 && diagnostics.duplicateDowns == 0 && diagnostics.overflows == 0)
    #expect(diagnostics.impliedFrames == 0)
  }

  @Test(.recognition("M3"), arguments: [11, 12, 13])
  func `invalid sequences break no law and heal when all is cancelled`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var law = FrameLaw()
    var assembler = TouchFrameAssembler(
      habits: .init(
        omitsLastFrame: seed % 2 == 0, losesFirstDown: seed % 3 == 0, batchesWholeReports: seed % 2 == 1,
        mixesTimestamps: seed % 3 == 1))
    for step in 0..<100_000 {
      let device = DeviceID(rawValue: UInt32(random.below(4)))
      let time = Timestamp(nanoseconds: (Int64(step) + Int64(random.below(9)) - 4) * 300_000)
      let place = Point(x: random.below(50) == 0 ? .nan : random.unit() * 300, y: random.unit() * 200)
      let slot = Int32(random.below(12))
      func touch(_ kind: TouchEvent.Kind) -> TouchSourceEvent {
        .touch(TouchEvent(device: device, slot: slot, timestamp: time, kind: kind))
      }
      let event: TouchSourceEvent =
        switch random.below(24) {
        case 0..<6: touch(.down(place))
        case 6..<14: touch(.motion(place))
        case 14..<16: touch(.up)
        case 16: touch(.cancel)
        case 17: touch(.shape(ContactShape(major: 8, minor: 6)))
        case 18: random.below(40) == 0 ? .deviceRemoved(device, time) : .frame(device, time)
        case 19: random.below(40) == 0 ? .cancelled(nil, time) : .frame(device, time)
        default: .frame(device, time)
        }
      assembler.add(event, emit: { law.check($0) })
      if random.below(3) == 0 { assembler.endBatch(emit: { law.check($0) }) }
    }
    assembler.add(.cancelled(nil, Timestamp(nanoseconds: .max)), emit: { law.check($0) })
    #expect(law.violations.isEmpty, "\(law.violations.prefix(5))")
    #expect(law.down.isEmpty)
    let before = law.frames
    assembler.add(.cancelled(nil, Timestamp(nanoseconds: .max)), emit: { law.check($0) })
    #expect(law.frames == before, "nothing is left to cancel")
  }
}

/// A contact as a source names it.
struct Finger: Hashable {
  var device: DeviceID
  var slot: Int32
}

/// Watches the frames of one assembler and writes down what breaks the contract of frames.
struct FrameLaw {
  private(set) var violations: [String] = []
  private(set) var frames = 0
  /// The contacts that are down after the last frame.
  private(set) var down: [Touch.ID: Touch] = [:]
  private var latest = Timestamp(nanoseconds: .min)
  private var largest = Touch.ID(rawValue: 0)

  mutating func check(_ frame: borrowing TouchFrame) {
    frames += 1
    let count = frame.count
    demand(frame.timestamp >= latest, "time runs backwards")
    latest = frame.timestamp
    demand(count > 0 && count <= TouchFrame.capacity, "a frame of \(count) contacts")
    var remaining = down
    var previous = Touch.ID(rawValue: 0)
    var changes = 0
    for index in frame.indices {
      let touch = frame[index]
      demand(touch.id > previous, "contacts out of the order of landing")
      previous = touch.id
      demand(touch.position.isFinite, "a place that is no number")
      if touch.phase != .stationary || touch.shape != nil { changes += 1 }
      if touch.phase == .began {
        demand(touch.id > largest, "an identity used twice")
        largest = max(largest, touch.id)
        demand(touch.landingPosition == touch.position, "landing place")
      } else if let before = remaining.removeValue(forKey: touch.id) {
        demand(before.position == touch.previousPosition, "the place before is not the place before")
        demand(before.landingTime == touch.landingTime, "landing time changed")
        demand(touch.phase != .stationary || touch.position == before.position, "a resting contact moved")
      } else {
        violations.append("\(touch.id) did not land")
      }
      if touch.isDown { down[touch.id] = touch } else { down[touch.id] = nil }
    }
    demand(remaining.isEmpty, "\(remaining.count) contacts vanished without an end")
    demand(changes > 0, "a frame in which nothing changed")
  }

  /// The contacts that are down must be these, where they are.
  mutating func checkContacts(_ expected: [Finger: Point]) {
    let actual = Dictionary(
      down.values.map { (Finger(device: $0.device, slot: $0.slot), $0.position) },
      uniquingKeysWith: { first, _ in first })
    demand(actual == expected, "contacts differ from the truth")
  }

  private mutating func demand(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { violations.append("frame \(frames): \(text())") }
  }
}

extension SeededGenerator {
  /// A number in 0..<bound.
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
