/// Reports when no user has touched anything for a while (`ext_idle_notifier_v1`): touch, pointer and keyboard of all seats.
package final class IdleWatch {
  /// Whether nothing has been touched for that long.
  package var isIdle: Bool { !notifications.isEmpty && idleSeats.count == notifications.count }

  private let notifier: ExtIdleNotifierV1
  private let connection: Connection
  private let timeout: UInt32
  private var revision: Int?
  private var notifications: [(seat: UInt32, object: ExtIdleNotificationV1)] = []
  private var idleSeats: Set<UInt32> = []

  /// Watches the seats of `connection`; `nil` if the compositor does not report idleness, or there is no seat. `delay` is rounded to
  /// milliseconds.
  package init?(_ connection: Connection, after delay: Duration) {
    guard !connection.seats.isEmpty, let notifier = connection.registry.bindOnRequest(ExtIdleNotifierV1.demand)
    else { return nil }
    self.notifier = notifier
    self.connection = connection
    let (seconds, attoseconds) = delay.components
    timeout = UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    follow()
  }

  /// Watches the seats that have come, which count as used, and forgets those that are gone.
  package func follow() {
    guard revision != connection.revision else { return }
    revision = connection.revision
    let seats = connection.seats
    // Where a seat goes that was in use, the others count as used as well: the machine was.
    if notifications.contains(where: { known in
      !idleSeats.contains(known.seat) && !seats.contains { $0.id == known.seat }
    }) {
      for (_, object) in notifications { object.destroy() }
      (notifications, idleSeats) = ([], [])
    }
    for (id, object) in notifications where !seats.contains(where: { $0.id == id }) {
      object.destroy()
      idleSeats.remove(id)
      notifications.removeAll { $0.seat == id }
    }
    for seat in seats where !notifications.contains(where: { $0.seat == seat.id }) {
      let object = notifier.getIdleNotification(timeout: timeout, seat: seat.object)
      let id = seat.id
      object.listen { [unowned self] event in
        switch event {
        case .idled: idleSeats.insert(id)
        case .resumed: idleSeats.remove(id)
        }
      }
      notifications.append((id, object))
    }
  }

  deinit {
    for (_, object) in notifications { object.destroy() }
    notifier.destroy()
  }
}
