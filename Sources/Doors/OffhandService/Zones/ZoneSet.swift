import Offhand
import OffhandClient
import OffhandWayland

/// The zones of all panels: those that the configuration and the outputs ask for, and retired ones whose gesture is still active.
final class ZoneSet {
  private let connection: Connection
  private let loop: EventLoop
  private unowned let owner: any ZoneOwner
  private var zones: [Zone] = []
  /// The number of zones so far.
  private var count: UInt32 = 0

  init(_ connection: Connection, loop: EventLoop, owner: any ZoneOwner) {
    (self.connection, self.loop, self.owner) = (connection, loop, owner)
  }

  /// Whether every strip is on its output.
  var isShown: Bool { zones.allSatisfy(\.isShown) }

  /// Makes the zones that `configuration` wants on `panels`, and removes the others: at once those whose panel is gone or has changed,
  /// others as soon as their gesture has ended.
  func follow(_ panels: [Panel], _ configuration: ServiceConfiguration, at now: Timestamp) {
    let wanted = panels.flatMap { panel in panel.sites(of: configuration).map { (panel, $0) } }
    for zone in zones {
      let isWanted = wanted.contains { $0.1 == zone.site }
      let panel = panels.first { $0.id == zone.site.panel }
      zone.isRetired = !isWanted
      if panel?.geometry.size != zone.site.size { remove(zone, at: now) }
    }
    removeRetired(at: now)
    for (panel, site) in wanted where !zones.contains(where: { $0.site == site }) {
      // The strip of a gesture that is active stays until it has ended; `update` calls for the new one then.
      guard !zones.contains(where: { $0.isRetired && $0.site.conflicts(with: site) }) else { continue }
      add(site, on: panel)
    }
    pending = zones.contains(where: \.isRetired) ? (panels, configuration) : nil
  }

  /// What to follow again when retired zones have gone.
  private var pending: (panels: [Panel], configuration: ServiceConfiguration)?

  /// Shows strips that have not been shown, and removes zones that have become free.
  func update(at now: Timestamp) throws {
    for zone in zones where zone.isClosed { remove(zone, at: now) }
    for zone in zones { try zone.update() }
    guard let pending, zones.contains(where: { $0.isRetired && !$0.isBusy }) else { return }
    follow(pending.panels, pending.configuration, at: now)
  }

  /// The zones of a panel.
  func all(on panel: Panel) -> [Zone] { zones.filter { $0.site.panel == panel.id } }

  private func add(_ site: Zone.Site, on panel: Panel) {
    let posture = PanelPosture(stated: site.posture, panel: panel.physicalSize).posture
    let access: EdgeAccess = if case .output = panel.id { .exclusive } else { .shared }
    count += 1
    let zone = Zone(site, on: panel, number: count, posture: posture, access: access, owner: owner)
    if case .output(let id) = panel.id {
      guard let output = connection.outputs.first(where: { $0.id == id }) else { return }
      // Without layers there are no zones of outputs.
      guard (try? zone.takeArea(of: output, connection, in: loop)) != nil else { return }
    }
    loop.add(zone)
    zones.append(zone)
  }

  private func remove(_ zone: Zone, at now: Timestamp) {
    zones.removeAll { $0 === zone }
    zone.remove(from: loop, at: now)
  }

  private func removeRetired(at now: Timestamp) {
    for zone in zones where zone.isRetired && !zone.isBusy { remove(zone, at: now) }
  }
}

extension Zone.Site {
  /// Whether both take a part of the same panel's edge or corner.
  fileprivate func conflicts(with other: Zone.Site) -> Bool {
    panel == other.panel && area.rect.intersects(other.area.rect)
  }
}

extension Panel {
  /// The size in millimetres, if it is not assumed.
  fileprivate var physicalSize: Size? { geometry.provenance == .assumed ? nil : geometry.size }
}
