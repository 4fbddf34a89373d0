/// Reports when no user has touched anything for a while (`ext_idle_notifier_v1`): touch, pointer and keyboard of all seats.
package final class IdleWatch {
  /// Whether nothing has been touched for that long.
  package var isIdle: Bool { !notifications.isEmpty && idleSeats.count == notifications.count }

  private let notifier: ExtIdleNotifierV1
  private let display: Display
  private var notifications: [(seat: UInt32, object: ExtIdleNotificationV1)] = []
  private var idleSeats: Set<UInt32> = []

  /// Watches the present seats of `connection`; `nil` if the compositor does not report idleness, or there is no seat. `delay` is
  /// rounded to milliseconds.
  package init?(_ connection: Connection, after delay: Duration) {
    guard let notifier = connection.registry.bindOnRequest(ExtIdleNotifierV1.demand) else { return nil }
    self.notifier = notifier
    display = connection.display
    let (seconds, attoseconds) = delay.components
    let timeout = UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    for seat in connection.seats {
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
    if notifications.isEmpty { return nil }
  }

  deinit {
    for (_, object) in notifications { object.destroy() }
    notifier.destroy()
  }
}
