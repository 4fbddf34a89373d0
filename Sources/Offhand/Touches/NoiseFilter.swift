/// Measures the position noise of each device under still fingers and sets the noise floor of frames, by which recognizers widen
/// their slops if it exceeds what they allow for (Design/Recognizing.md "Slop on noisy panels").
///
/// On a noisy panel people can then tap and press, and on a good one nothing becomes sluggish. Positions stay as they are.
public struct NoiseFilter: TouchFilter {
  /// The noise floor in standard deviations of a still touch.
  public static let deviations = 4.0
  /// The noise floor in steps of the device; the larger of the two counts.
  static let quanta = 2.0
  /// Samples needed before a device has a noise floor.
  static let samplesNeeded = 50

  /// The smallest difference of two positions that devices report, in millimetres: one over their resolution; 0 if unknown.
  public var quantum: Double

  private var touches = TouchMemory<Contact>()
  private var devices: [Device] = []

  private struct Contact: RememberedTouch {
    var id: Touch.ID
    var newest: Point
    var before: Point
    var count = 1
  }

  private struct Device: Sendable {
    var id: DeviceID
    var noise = NoiseHistogram()
  }

  /// A filter for devices with steps of `quantum` millimetres.
  public init(quantum: Double = 0) { self.quantum = quantum }

  /// The standard deviation of a still touch on `device`, along one axis, in millimetres; 0 before enough samples.
  public func deviation(of device: DeviceID) -> Double {
    for index in devices.indices where devices[index].id == device { return devices[index].noise.deviation }
    return 0
  }

  /// Learns from `frame` and sets its noise floor.
  public mutating func filter(_ frame: inout TouchFrame) {
    touches.keep(idsOf: frame)
    var widest = 0.0
    for index in frame.indices {
      // In a report of another device its touches are where they were, which is no sample.
      if frame[index].phase != .stationary || isReport(frame, of: frame[index].device) { learn(frame[index]) }
      widest = max(widest, deviation(of: frame[index].device))
    }
    frame.noiseFloor = max(frame.noiseFloor, NoiseFilter.deviations * widest, NoiseFilter.quanta * quantum)
  }

  /// Forgets the touches; what was learned about devices remains.
  public mutating func reset() { touches.removeAll() }

  /// Whether a frame may be a report of `device`: it is another's if that has touches that changed, and `device` has none.
  private func isReport(_ frame: borrowing TouchFrame, of device: DeviceID) -> Bool {
    var isOthers = false
    for index in frame.indices where frame[index].phase != .stationary {
      if frame[index].device == device { return true }
      isOthers = true
    }
    return !isOthers
  }

  private mutating func learn(_ touch: Touch) {
    guard let known = touches.index(of: touch.id) else {
      return touches.append(Contact(id: touch.id, newest: touch.position, before: touch.position))
    }
    guard touch.phase == .moved || touch.phase == .stationary else { return }
    var contact = touches[known]
    let (first, middle, last) = (contact.before, contact.newest, touch.position)
    contact.before = middle
    contact.newest = last
    contact.count += 1
    touches[known] = contact
    guard contact.count > 2, first.distance(to: last) <= NoiseFilter.stillness else { return }
    // The distance of the middle of three positions from the mean of its neighbours, to which an even motion adds nothing.
    let off = (middle - first) - (last - first) / 2
    note(off.length, of: touch.device)
  }

  private mutating func note(_ length: Double, of device: DeviceID) {
    for index in devices.indices where devices[index].id == device { return devices[index].noise.add(length) }
    devices.append(Device(id: device))
    devices[devices.count - 1].noise.add(length)
  }

  /// The longest displacement over two reports that still counts as a sample, in millimetres: 180 mm/s at 120 reports per
  /// second. An even motion adds nothing, and a fast one is seldom even.
  private static let stillness = 3.0
}

/// The running median of distances, in storage that never grows: counts in steps of a hundredth of a millimetre, of which old ones
/// weigh less and less.
struct NoiseHistogram: Sendable {
  private static let step = 0.01
  private static let memory: UInt32 = 2048
  private var counts = InlineArray<128, UInt32>(repeating: 0)
  private(set) var total: UInt32 = 0

  /// Adds a distance in millimetres.
  mutating func add(_ length: Double) {
    // A NaN or infinite position is not a measure of noise.
    guard length.isFinite else { return }
    counts[Int(min(length / NoiseHistogram.step, 127))] += 1
    total += 1
    guard total >= NoiseHistogram.memory else { return }
    total = 0
    for place in counts.indices {
      counts[place] /= 2
      total += counts[place]
    }
  }

  /// The standard deviation along one axis of positions whose distances from the middle of their neighbours these are; 0 until
  /// there are enough. The few samples that a finger's own motion adds do not move the median.
  var deviation: Double {
    guard total >= UInt32(NoiseFilter.samplesNeeded) else { return 0 }
    var below: UInt32 = 0
    for place in counts.indices {
      let share = Double(total) / 2 - Double(below)
      below += counts[place]
      guard Double(below) >= Double(total) / 2 else { continue }
      // Positions that never change fall on the first step and have no noise.
      if place == 0 { return 0 }
      let median = (Double(place) + share / Double(counts[place])) * NoiseHistogram.step
      return median / NoiseHistogram.medianOfOffset
    }
    return 0
  }

  /// The median distance of a position from the middle of its neighbours, where each is off by one standard deviation along both
  /// axes: 1.1774, the median of such a length, times √1.5, for what the neighbours add.
  private static let medianOfOffset = 1.1774 * 1.2247
}

/// Holds a still finger still: a touch moves only once it is farther than `radius` from its last reported position, and then
/// follows at that distance.
///
/// This is what libinput does with a device that names its fuzz (Design/Recognizing.md LI5), for those that name none. A finger in motion
/// lags by the radius and is as fast as it is; one that turns back moves again after twice the radius. Behind a
/// `NoiseFilter` the radius is at least the noise floor.
public struct JitterFilter: TouchFilter {
  /// The jitter that is removed, in millimetres. The positions of good panels have a standard deviation of about 0.05; four of those.
  public var radius: Double

  private var touches = TouchMemory<Contact>()

  private struct Contact: RememberedTouch {
    var id: Touch.ID
    var place: Point
  }

  /// A filter for jitter within `radius` millimetres.
  public init(radius: Double = 0.2) { self.radius = radius }

  /// Replaces the positions of `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    touches.keep(idsOf: frame)
    let radius = max(radius, frame.noiseFloor)
    for index in frame.indices {
      guard let known = touches.index(of: frame[index].id) else {
        touches.append(Contact(id: frame[index].id, place: frame[index].position))
        continue
      }
      let last = touches[known].place
      let offset = frame[index].position - last
      let distance = offset.length
      let place = distance > radius + Tolerance.length ? last + offset * (1 - radius / distance) : last
      touches[known].place = place
      frame[index].previousPosition = last
      frame[index].position = place
      if frame[index].phase == .moved && place == last { frame[index].phase = .stationary }
    }
  }

  /// Forgets the touches.
  public mutating func reset() { touches.removeAll() }
}
