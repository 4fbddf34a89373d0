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
