/// Takes single reports out of a touch's path that jump away and come back, as those of resistive panels do where the pressure falls.
///
/// A report that is off the path waits for the next: if the finger is back by then it never counted, else the finger is where it went. So
/// only a finger that starts or stops at once is later, by one report; a lift ends where the path was. That is a median of three where
/// one is needed. Programs that choose it do without the ``TeleportGuard``, which would take the jump for another finger.
public struct DespikeFilter: TouchFilter {
  /// The distance from where the finger would be at its speed above which a report is off its path, in millimetres.
  public var reach: Double
  /// The share of the pressure before below which a report off by a quarter of `reach` is off the path too.
  private static let pressureShare: Float = 0.7

  private var touches = TouchMemory<Contact>()
  /// The number of jumps that came back.
  package private(set) var spikes = 0

  private struct Contact: RememberedTouch {
    var id: Touch.ID
    var place: Point
    var step = Vector.zero
    var pressure: Float?
    /// The position of a report that is off the path.
    var doubtful: Point?
  }

  /// A filter for reports that are off by more than `reach` millimetres: at 60 reports a second a finger that starts at 30 m/s² is off by 8.
  public init(reach: Double = 8) { self.reach = reach }

  /// Replaces the positions of `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    touches.keep(idsOf: frame)
    for index in frame.indices {
      let touch = frame[index]
      guard let known = touches.index(of: touch.id) else {
        touches.append(Contact(id: touch.id, place: touch.position, pressure: touch.shape?.pressure))
        continue
      }
      var contact = touches[known]
      let last = contact.place
      frame[index].previousPosition = last
      if contact.doubtful != nil ? !touch.isDown : isOff(touch, contact) {
        contact.doubtful = touch.position
        frame[index].position = last
        if touch.phase == .moved { frame[index].phase = .stationary }
      } else {
        contact.place = touch.position
        contact.step = (touch.position - last) / (contact.doubtful == nil ? 1 : 2)
        contact.pressure = touch.shape?.pressure
        if let doubtful = contact.doubtful {
          if touch.position.distance(to: last) < touch.position.distance(to: doubtful) { spikes += 1 }
          if touch.phase == .stationary, touch.position != last { frame[index].phase = .moved }
        }
        contact.doubtful = nil
      }
      touches[known] = contact
    }
  }

  /// Forgets the touches.
  public mutating func reset() { touches.removeAll() }

  private func isOff(_ touch: Touch, _ contact: Contact) -> Bool {
    guard touch.phase != .stationary else { return false }
    let distance = (touch.position - contact.place - contact.step).length
    guard let before = contact.pressure, let pressure = touch.shape?.pressure else { return distance > reach }
    return distance > (pressure < before * DespikeFilter.pressureShare ? reach / 4 : reach)
  }
}
