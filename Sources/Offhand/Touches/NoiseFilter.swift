/// Finds out how much the positions of each device tremble under fingers that lie still, and says so to the recognizers, which
/// widen their slops where that is more than they allow for (recognizers.md §3.0.2).
///
/// On a noisy panel people can then tap and press, and on a good one nothing becomes sluggish. Positions stay as they are.
public struct NoiseFilter: TouchFilter {
  /// How many standard deviations of a still contact are noise.
  public static let deviations = 4.0
  /// How many steps of the device are.
  public static let quanta = 2.0
  /// How many samples it takes to say anything.
  public static let samplesNeeded = 50

  /// The step between two positions that devices can tell apart, in millimetres: one by their resolution; 0 where nobody knows.
  public var quantum: Double

  private var contacts = ContactMemory<Contact>()
  private var devices: [Device] = []

  private struct Contact: ContactMemorable {
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

  /// The standard deviation of a still contact on `device`, along one axis, in millimetres; 0 until enough was seen.
  public func deviation(of device: DeviceID) -> Double {
    for index in devices.indices where devices[index].id == device { return devices[index].noise.deviation }
    return 0
  }

  /// Learns from `frame`, and tells it what is noise.
  public mutating func filter(_ frame: inout TouchFrame) {
    contacts.keep(idsOf: frame)
    var widest = 0.0
    for index in frame.indices {
      learn(frame[index])
      widest = max(widest, deviation(of: frame[index].device))
    }
    frame.noiseFloor = max(frame.noiseFloor, NoiseFilter.deviations * widest, NoiseFilter.quanta * quantum)
  }

  /// Forgets the contacts; what was learned of devices stays.
  public mutating func reset() { contacts.removeAll() }

  private mutating func learn(_ touch: Touch) {
    guard let known = contacts.place(of: touch.id) else {
      return contacts.append(Contact(id: touch.id, newest: touch.position, before: touch.position))
    }
    guard touch.phase == .moved || touch.phase == .stationary else { return }
    var contact = contacts[known]
    let (first, middle, last) = (contact.before, contact.newest, touch.position)
    contact.before = middle
    contact.newest = last
    contact.count += 1
    contacts[known] = contact
    guard contact.count > 2, first.distance(to: last) <= NoiseFilter.stillness else { return }
    // How far the middle of three positions lies off its neighbours: an even motion adds nothing to it.
    let off = (middle - first) - (last - first) / 2
    note(off.length, of: touch.device)
  }

  private mutating func note(_ length: Double, of device: DeviceID) {
    for index in devices.indices where devices[index].id == device { return devices[index].noise.add(length) }
    devices.append(Device(id: device))
    devices[devices.count - 1].noise.add(length)
  }

  /// How far a contact may go from one report to the next but one and still be a witness, in millimetres: at 120 reports a
  /// second 180 mm/s. An even motion adds nothing, a fast one is seldom even.
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
    counts[min(127, Int(length / NoiseHistogram.step))] += 1
    total += 1
    guard total >= NoiseHistogram.memory else { return }
    total = 0
    for place in counts.indices {
      counts[place] /= 2
      total += counts[place]
    }
  }

  /// The standard deviation along one axis of positions whose distances from the middle of their neighbours these are; 0 until
  /// there are enough. The median is not moved by the few that a finger's own motion adds.
  var deviation: Double {
    guard total >= UInt32(NoiseFilter.samplesNeeded) else { return 0 }
    var below: UInt32 = 0
    for place in counts.indices {
      let share = Double(total) / 2 - Double(below)
      below += counts[place]
      guard Double(below) >= Double(total) / 2 else { continue }
      // Positions that never leave their place are on the first step and have no noise.
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

/// Lets a finger that lies still stand still: a contact moves only once it is farther than `radius` from where it was said to be,
/// and then follows at that distance.
///
/// This is what libinput does with a device that names its fuzz (recognizers.md LI5), for those that name none. A finger in motion
/// lags by the radius and is as fast as it is; one that turns back is heard of after twice the radius. Where a `NoiseFilter`
/// stands before, the radius is no less than what that calls noise.
public struct JitterFilter: TouchFilter {
  /// How far a contact may tremble unheard, in millimetres. The positions of good panels have a standard deviation of about
  /// 0.05; four of those.
  public var radius: Double

  private var contacts = ContactMemory<Contact>()

  private struct Contact: ContactMemorable {
    var id: Touch.ID
    var place: Point
  }

  /// A filter for trembling within `radius` millimetres.
  public init(radius: Double = 0.2) { self.radius = radius }

  /// Holds the positions of `frame` back.
  public mutating func filter(_ frame: inout TouchFrame) {
    contacts.keep(idsOf: frame)
    let radius = max(radius, frame.noiseFloor)
    for index in frame.indices {
      guard let known = contacts.place(of: frame[index].id) else {
        contacts.append(Contact(id: frame[index].id, place: frame[index].position))
        continue
      }
      let last = contacts[known].place
      let way = frame[index].position - last
      let distance = way.length
      let place = distance > radius + Tolerance.length ? last + way * (1 - radius / distance) : last
      contacts[known].place = place
      frame[index].previousPosition = last
      frame[index].position = place
      if frame[index].phase == .moved && place == last { frame[index].phase = .stationary }
    }
  }

  /// Forgets the contacts.
  public mutating func reset() { contacts.removeAll() }
}
