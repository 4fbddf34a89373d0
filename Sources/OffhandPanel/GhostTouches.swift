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
    var isBeside: Bool
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
      for contact in report.contacts {
        let position = place(contact.position)
        if contacts[contact.id] == nil {
          let isBeside = report.contacts.contains {
            $0.id != contact.id && !$0.isLift && place($0.position).distance(to: position) > 25
          }
          contacts[contact.id] = Contact(first: position, landing: report.time, last: report.time, isBeside: isBeside)
        }
        contacts[contact.id]?.last = report.time
        contacts[contact.id]?.hasLifted = contact.isLift
        if let known = contacts[contact.id] {
          contacts[contact.id]?.travel = max(known.travel, position.distance(to: known.first))
        }
      }
    }
    let all = contacts.sorted { $0.key < $1.key }.map(\.value)
    return all.filter { contact in
      let isShort = contact.hasLifted && contact.last - contact.landing <= 0.04
      guard contact.travel <= 3, isShort || contact.isBeside else { return false }
      return !all.contains { other in
        other.travel > 3 && other.landing < contact.landing && contact.landing - other.last < 0.5
          && contact.landing >= other.last && other.first.distance(to: contact.first) <= other.travel + 40
      }
    }.map(\.first)
  }
}
