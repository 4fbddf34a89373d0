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
