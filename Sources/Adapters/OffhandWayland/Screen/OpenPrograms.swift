/// The programs that have windows, and which of them is active, as the compositor says (`zwlr_foreign_toplevel_manager_v1`).
///
/// `ext_foreign_toplevel_list_v1` lists windows too, but does not tell which of them is active.
package final class OpenPrograms {
  /// The application id of the active one, such as `org.chromium.Chromium`; `nil` if no window is active.
  package private(set) var active: String?
  /// The application ids of those in full screen, which hide screen keyboards.
  package var fullScreen: [String] { windows.values.filter(\.isFullScreen).map(\.application) }

  private let manager: ZwlrForeignToplevelManagerV1
  private let display: Display
  /// By their objects: thousands may close at once.
  private var windows: [OpaquePointer: Window] = [:]
  private var count = 0
  /// Whether another one may be active.
  private var isOutdated = false

  private struct Window {
    let object: ZwlrForeignToplevelHandleV1
    /// How many came before it.
    let number: Int
    var application = ""
    var isActive = false
    var isFullScreen = false
  }

  /// Follows the windows of `connection`: after two round trips they are known. `nil` if the compositor does not tell.
  package init?(_ connection: Connection) {
    guard let manager = connection.registry.bindOnRequest(ZwlrForeignToplevelManagerV1.demand) else { return nil }
    self.manager = manager
    display = connection.display
    manager.listen { [unowned self] in if case .toplevel(let object?) = $0 { add(object) } }
  }

  deinit {
    for window in windows.values { window.object.destroy() }
    manager.stop()
    manager.destroy()
  }

  private func add(_ object: ZwlrForeignToplevelHandleV1) {
    windows[object.proxy] = Window(object: object, number: count)
    count += 1
    object.listen { [unowned self] event in
      guard var window = windows[object.proxy] else { return }
      let wasActive = window.isActive
      switch event {
      case .appId(let name): window.application = name
      case .state(let states):
        window.isActive = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
        window.isFullScreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
      case .done: return update()
      case .closed:
        windows[object.proxy] = nil
        object.destroy()
        isOutdated = isOutdated || wasActive
        return update()
      }
      windows[object.proxy] = window
      isOutdated = isOutdated || wasActive || window.isActive
    }
  }

  private func update() {
    guard isOutdated else { return }
    isOutdated = false
    active = windows.values.filter(\.isActive).min { $0.number < $1.number }?.application
  }
}
