import Offhand

/// What two fingers show that come together and lift: when the panel takes them for one, and which lifts it sees.
enum FingerPair {
  /// The smallest distance of two fingers that were told apart, in millimetres, and whether the panel may tell nearer ones apart too.
  ///
  /// Where two contacts become one while their distance shrinks, the panel lost one of them between two reports; the distance half a
  /// report after the last one is the best guess, and the median of all such moments counts. A panel that never does so has told apart
  /// whatever the fingers could do.
  static func separation(_ run: PanelRun, without ghosts: [Point], _ place: (Point) -> Point) -> (
    distance: Double, isBound: Bool
  )? {
    guard run.exercise == .pair else { return nil }
    var smallest: Double?
    var merges: [Double] = []
    var recent: [Double] = []
    for (index, report) in run.reports.enumerated() {
      let down = report.contacts.filter { !$0.isLift }.map { (id: $0.id, place: place($0.position)) }
        .filter { contact in !ghosts.contains { $0.distance(to: contact.place) <= 5 } }
      if down.count == 2 {
        recent.append(down[0].place.distance(to: down[1].place))
        smallest = min(smallest ?? .infinity, recent[recent.count - 1])
        continue
      }
      if down.count == 1, recent.count > 3, goesOn(down[0].id, after: index, in: run) {
        let step = (recent[recent.count - 4] - recent[recent.count - 1]) / 3
        if step > 0 { merges.append(recent[recent.count - 1] - step / 2) }
      }
      recent.removeAll()
    }
    return (merges.median ?? smallest).map { ($0, merges.isEmpty) }
  }

  /// Whether the contact is down for another tenth of a second: fingers that lift together do so within less.
  private static func goesOn(_ id: Touch.ID, after index: Int, in run: PanelRun) -> Bool {
    let time = run.reports[index].time
    for report in run.reports[index...] {
      guard report.contacts.contains(where: { $0.id == id && !$0.isLift }) else { return false }
      if report.time - time >= 0.1 { return true }
    }
    return false
  }

  /// The shortest time in ms between a lift and a landing within 12 mm of it, where nothing was down in between: two fingers that the
  /// panel takes for one did not lift.
  static func liftGap(_ run: PanelRun, _ place: (Point) -> Point) -> Double? {
    guard run.exercise == .pair else { return nil }
    var lifts: [(time: Double, place: Point, wasAlone: Bool)] = []
    var shortest: Double?
    for report in run.reports {
      for landing in report.contacts where landing.isLanding {
        for lift in lifts where lift.wasAlone && lift.place.distance(to: place(landing.position)) <= 12 {
          shortest = min(shortest ?? .infinity, (report.time - lift.time) * 1000)
        }
      }
      lifts.removeAll { report.time - $0.time > 1 }
      lifts += report.contacts.filter(\.isLift).map { (report.time, place($0.position), false) }
      guard report.contacts.allSatisfy(\.isLift) else { continue }
      for index in lifts.indices { lifts[index].wasAlone = true }
    }
    return shortest
  }
}
