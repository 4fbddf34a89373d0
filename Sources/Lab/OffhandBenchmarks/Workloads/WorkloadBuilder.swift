public import Offhand
public import OffhandTesting

/// The true position of one finger from landing to lift, before a panel samples it.
public struct FingerPath: Sendable {
  /// Seconds from the start of the episode to the landing.
  public var landing: Double
  /// Seconds from the start of the episode to the lift.
  public var lift: Double
  /// The position in millimetres at a time in seconds after the start of the episode.
  public var position: @Sendable (Double) -> Point

  /// A finger that is down from `landing` to `lift`, in seconds from the start of the episode.
  public init(landing: Double, lift: Double, position: @escaping @Sendable (Double) -> Point) {
    self.landing = landing
    self.lift = lift
    self.position = position
  }

  /// A finger that stays where it lands.
  public static func still(at place: Point, landing: Double, lift: Double) -> FingerPath {
    FingerPath(landing: landing, lift: lift) { _ in place }
  }
}

/// The minimum-jerk profile of human reaching movements (Flash and Hogan, 1985).
package enum MinimumJerk {
  /// The fraction of the distance covered after the fraction `progress` of the time, both 0 to 1.
  package static func part(_ progress: Double) -> Double {
    let t = min(max(progress, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// The fraction of the time after which the fraction `part` of the distance is covered: the inverse, by bisection.
  static func progress(_ part: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if self.part(middle) < part { low = middle } else { high = middle }
    }
    return high
  }
}

/// Builds a workload by sampling fingers with a panel's rate, noise and resolution, one episode after the other.
///
/// All randomness comes from one seed, so the same builder makes the same frames on every machine.
public struct WorkloadBuilder {
  /// Frames a second.
  public let rate: Double
  /// The random generator of the workload; code that makes episodes draws from it too.
  public var generator: SeededGenerator

  private let name: String
  private let noise: Double
  private let quantum: Double
  private var assembler = TouchFrameAssembler()
  private(set) var frames: [TouchFrame] = []
  private var truths: [GroundTruth] = []
  private var now = 0

  /// A panel of `rate` Hz whose positions have noise of about `noise` mm and a resolution of `quantum` mm. The defaults are those of a
  /// panel of 12 pixels per millimetre that reports eighths of a pixel.
  public init(name: String, rate: Double, seed: UInt64, noise: Double = 0.03, quantum: Double = 1.0 / 96) {
    self.name = name
    self.rate = rate
    self.noise = noise
    self.quantum = quantum
    generator = SeededGenerator(seed: seed)
    assembler.teleportGuard = nil
  }

  /// Samples `fingers`, and then `pause` seconds without touches.
  ///
  /// `decidable` is the time in seconds from the start of the episode at which fingers without noise meet the conditions of `expected`; the truth is
  /// the first frame at or after it.
  public mutating func add(
    _ kind: String, expected: String, decidable: Double, tolerated: Set<String> = [], pause: Double = 1,
    _ fingers: [FingerPath]
  ) {
    let first = now
    let decision = time(of: first + Int((decidable * rate - 1e-9).rounded(.up)))
    truths.append(
      GroundTruth(
        kind: kind, expected: expected, decidable: decision, start: time(of: first), tolerated: tolerated))
    sample(fingers, pause: pause)
  }

  /// Samples `fingers`, and then `pause` seconds without touches, and records no ground truth for them.
  public mutating func sample(_ fingers: [FingerPath], pause: Double = 1) {
    let first = now
    let end = fingers.map(\.lift).max() ?? 0
    var isDown = [Bool](repeating: false, count: fingers.count)
    while true {
      let elapsed = Double(now - first) / rate
      var isChanged = false
      for (slot, finger) in fingers.enumerated() {
        let isWanted = elapsed >= finger.landing - 1e-9 && elapsed < finger.lift - 1e-9
        if !isWanted && !isDown[slot] { continue }
        isChanged = true
        let place = seen(finger.position(elapsed))
        let kind: TouchEvent.Kind = !isWanted ? .up : isDown[slot] ? .motion(place) : .down(place)
        isDown[slot] = isWanted
        say(.touch(TouchEvent(device: device, slot: Int32(slot), timestamp: time(of: now), kind: kind)))
      }
      if isChanged { say(.frame(device, time(of: now))) }
      now += 1
      if elapsed >= end { break }
    }
    now += Int((pause * rate).rounded(.up))
  }

  /// The workload so far.
  public var workload: Workload { Workload(name: name, rate: rate, frames: frames, truths: truths) }

  private var device: DeviceID { DeviceID(rawValue: 1) }

  private func time(of frame: Int) -> Timestamp {
    // Whole microseconds, as the kernel stamps them.
    Timestamp(nanoseconds: Int64((Double(frame) * 1e6 / rate).rounded(.down)) * 1000)
  }

  private mutating func seen(_ place: Point) -> Point {
    Point(x: scattered(place.x), y: scattered(place.y))
  }

  /// Panel noise is nearly normal; the sum of four uniform numbers is close enough and the same on every machine.
  private mutating func scattered(_ value: Double) -> Double {
    var sum = 0.0
    for _ in 0..<4 { sum += generator.number(-1...1) }
    return ((value + sum * noise * 0.866) / quantum).rounded() * quantum
  }

  private mutating func say(_ event: TouchSourceEvent) {
    var made: [TouchFrame] = []
    assembler.add(event) { frame in made.append(copy frame) }
    frames += made
  }
}
