import Offhand

/// Finds places where the panel feels touches that no person made.
enum GhostTouches {
  /// How often a place must have them, within how many millimetres.
  private static let (timesNeeded, radius) = (3, 5.0)

  private struct Contact {
    var first: Point
    var travel = 0.0
    var landing: Double
    var last: Double
    /// Whether another contact was down, more than a hand's breadth of fingers away.
    var isBeside = false
    var hasLifted = false
  }

  /// The places of `runs` in which one finger is asked for.
  ///
  /// A ghost stays at its place, and it is either shorter than any tap of a person (40 ms) or beside the finger that the exercise
  /// asks for. What continues a finger that was lost a moment before is none; nor is a palm, which never rests thrice at one place.
  static func places(_ runs: [PanelRun], _ place: (Point) -> Point) -> [Point] {
    var left = runs.filter { $0.exercise != .pair }.flatMap { ghosts($0, place) }
    var places: [Point] = []
    while let first = left.first {
      let near = left.filter { $0.distance(to: first) <= radius }
      left.removeAll { $0.distance(to: first) <= radius }
      if near.count >= timesNeeded {
        places.append(Point(x: near.map(\.x).mean, y: near.map(\.y).mean))
      }
    }
    return places
  }

  private static func ghosts(_ run: PanelRun, _ place: (Point) -> Point) -> [Point] {
    var contacts: [Touch.ID: Contact] = [:]
    for report in run.reports {
      let places = report.contacts.map { (id: $0.id, place: place($0.position), isLift: $0.isLift) }
      for (id, place, isLift) in places {
        var contact = contacts[id] ?? Contact(first: place, landing: report.time, last: report.time)
        if contact.landing == report.time {
          contact.isBeside = places.contains { $0.id != id && !$0.isLift && $0.place.distance(to: place) > 25 }
        }
        contact.last = report.time
        contact.hasLifted = isLift
        contact.travel = max(contact.travel, place.distance(to: contact.first))
        contacts[id] = contact
      }
    }
    let all = contacts.sorted { $0.key < $1.key }.map(\.value)
    return all.filter { contact in
      let isShort = contact.hasLifted && contact.last - contact.landing <= 0.04
      guard contact.travel <= 3, isShort || contact.isBeside else { return false }
      return !all.contains { other in
        other.travel > 3 && (0..<0.5).contains(contact.landing - other.last)
          && other.first.distance(to: contact.first) <= other.travel + 40
      }
    }.map(\.first)
  }
}
