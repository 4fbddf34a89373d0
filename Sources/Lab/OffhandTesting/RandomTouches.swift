import Offhand

/// Random touches that resemble hands: touches land alone or together, stay, tremble, drift, flick, spread, turn, lift and are
/// cancelled, on several devices at once.
public struct RandomTouches: Sendable {
  /// Whether the reports obey the rules of the hardware.
  public enum Discipline: Sendable, Hashable {
    /// Every landing has one lift.
    case valid
    /// Landings are repeated, lifts come without landings, and lifts are lost.
    case invalid
    /// As `valid`, but no cancel arrives: such a touch is down until another lands in its slot.
    case cancelsLost
  }

  /// A touch that is down.
  private struct Finger {
    var slot: Int32
    var device: UInt32
    var place: Point
    var velocity: Vector
  }

  private var random: SeededGenerator
  private let discipline: Discipline
  private let devices: UInt32
  private let maximumFingers: Int
  private var fingers: [Finger] = []
  private var time = 0.0

  /// Random touches of `seed`: at most `maximumFingers` down at once, on `devices` devices.
  package init(seed: UInt64, discipline: Discipline = .valid, maximumFingers: Int = 10, devices: UInt32 = 4) {
    random = SeededGenerator(seed: seed)
    self.discipline = discipline
    self.maximumFingers = maximumFingers
    self.devices = devices
  }

  /// Returns a sequence of about `reports` hardware reports, after which no touch is down.
  package mutating func sequence(reports: Int) -> [Step] {
    var steps: [Step] = []
    for _ in 0..<reports {
      time += random.happens(0.05) ? random.number(20...900) : [4, 8, 8, 16][random.number(0...3)]
      report(&steps)
    }
    time += 8
    for finger in fingers { steps.append(up(finger.slot, at: time, device: finger.device)) }
    if discipline == .cancelsLost { steps.append(cancelAll(at: time)) }
    fingers.removeAll()
    time += random.number(1...900)
    return steps
  }

  private mutating func report(_ steps: inout [Step]) {
    if fingers.isEmpty || random.happens(0.08) {
      for _ in 0..<(random.happens(0.5) ? 1 : random.number(1...3)) where fingers.count < maximumFingers {
        land(&steps)
      }
    } else if random.happens(0.12) {
      lift(&steps)
    } else if random.happens(0.004) {
      if discipline != .cancelsLost { steps.append(cancelAll(at: time)) }
      fingers.removeAll()
    } else {
      steer()
      for index in fingers.indices where random.happens(0.9) { advance(index, &steps) }
    }
    if discipline == .invalid && random.happens(0.1) { breakRules(&steps) }
  }

  private mutating func land(_ steps: inout [Step]) {
    let device = UInt32(random.happens(0.8) ? 0 : random.number(0...Int(devices) - 1))
    let used = fingers.filter { $0.device == device }.map(\.slot)
    guard let slot = (Int32(0)..<16).first(where: { !used.contains($0) }) else { return }
    var place = Point(x: random.number(0...300), y: random.number(0...190))
    if let other = fingers.randomElement(using: &random), random.happens(0.7) {
      place = other.place + Vector(dx: random.number(-60...60), dy: random.number(-60...60))
    }
    fingers.append(Finger(slot: slot, device: device, place: place, velocity: .zero))
    steps.append(down(slot, place.x, place.y, at: time, device: device))
  }

  private mutating func lift(_ steps: inout [Step]) {
    let count = random.happens(0.4) ? fingers.count : 1
    for _ in 0..<count {
      guard let index = fingers.indices.randomElement(using: &random) else { return }
      let finger = fingers.remove(at: index)
      guard random.happens(0.06) else {
        steps.append(up(finger.slot, at: time, device: finger.device))
        continue
      }
      if discipline != .cancelsLost { steps.append(cancel(finger.slot, at: time, device: finger.device)) }
    }
  }

  /// In one report of ten, gives the touches a new motion: all along, apart, around, or each its own.
  private mutating func steer() {
    guard random.happens(0.1), !fingers.isEmpty else { return }
    let speed = [0.0, 3, 30, 150, 600][random.number(0...4)]
    let way = Vector(angle: Angle(radians: random.number(-3.14...3.14)))
    var sum = Vector.zero
    for finger in fingers { sum += finger.place - .origin }
    let center = Point.origin + sum / Double(fingers.count)
    let intention = random.number(0...3)
    for index in fingers.indices {
      let arm = fingers[index].place - center
      let unit = arm.length > 0 ? arm / arm.length : way
      switch intention {
      case 0: fingers[index].velocity = way * speed
      case 1: fingers[index].velocity = unit * (random.happens(0.5) ? speed : -speed)
      case 2: fingers[index].velocity = unit.turnedClockwise * speed
      default: fingers[index].velocity = Vector(angle: Angle(radians: random.number(-3.14...3.14))) * speed
      }
    }
  }

  private mutating func advance(_ index: Int, _ steps: inout [Step]) {
    let tremble = Vector(dx: random.number(-0.1...0.1), dy: random.number(-0.1...0.1))
    fingers[index].place += fingers[index].velocity * 0.008 + tremble
    let finger = fingers[index]
    steps.append(move(finger.slot, to: finger.place.x, finger.place.y, at: time, device: finger.device))
  }

  private mutating func breakRules(_ steps: inout [Step]) {
    let slot = Int32(random.number(0...15))
    switch random.number(0...4) {
    case 0: steps.append(down(slot, random.number(0...300), random.number(0...190), at: time))
    case 1: steps.append(up(slot, at: time))
    case 2: steps.append(move(slot, to: .nan, random.number(0...190), at: time))
    case 3: steps.append(move(slot, to: random.number(0...300), random.number(0...190), at: time - 3))
    default: if !fingers.isEmpty { fingers.removeLast() }
    }
  }
}

/// Returns a small part of `steps` that still `fails`, found by leaving out ever smaller runs of steps.
///
/// `attempts` bounds the work. The result always fails, but need not be the smallest part that does.
package func shrink(_ steps: [Step], attempts: Int = 2000, where fails: ([Step]) -> Bool) -> [Step] {
  var smallest = steps
  var run = max(1, steps.count / 2)
  var left = attempts
  while run > 0, left > 0 {
    var start = 0
    var hasShrunk = false
    while start < smallest.count, left > 0 {
      var candidate = smallest
      candidate.removeSubrange(start..<min(start + run, smallest.count))
      left -= 1
      if fails(candidate) {
        smallest = candidate
        hasShrunk = true
      } else {
        start += run
      }
    }
    if !hasShrunk || run > smallest.count { run /= 2 }
  }
  return smallest
}

extension Step {
  /// The step as source code of a script.
  package var source: String {
    let moment = "at: \(Double(time.nanoseconds) / 1e6)" + (device.rawValue == 0 ? "" : ", device: \(device.rawValue)")
    return switch kind {
    case .down(let place): "down(\(finger), \(place.x), \(place.y), \(moment))"
    case .motion(let place): "move(\(finger), to: \(place.x), \(place.y), \(moment))"
    case .up: "up(\(finger), \(moment))"
    case .cancel: "cancel(\(finger), \(moment))"
    case .shape: "shape(\(finger), \(moment))"
    case nil: "cancelAll(at: \(Double(time.nanoseconds) / 1e6))"
    }
  }
}
