/// The programs that have windows, and which of them is active, as the compositor says (`zwlr_foreign_toplevel_manager_v1`).
///
/// `ext_foreign_toplevel_list_v1` lists windows too, but does not tell which of them is active.
package final class OpenPrograms {
  /// The application id of the active one, such as `org.chromium.Chromium`; `nil` if no window is active.
  package private(set) var active: String?
  /// The application ids of those in full screen, which hide screen keyboards.
  package var fullScreen: [String] { windows.filter(\.isFullScreen).map(\.application) }

  private let manager: ZwlrForeignToplevelManagerV1
  private let display: Display
  private var windows: [Window] = []

  private struct Window {
    let object: ZwlrForeignToplevelHandleV1
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
    for window in windows { window.object.destroy() }
    manager.stop()
    manager.destroy()
  }

  private func add(_ object: ZwlrForeignToplevelHandleV1) {
    windows.append(Window(object: object))
    object.listen { [unowned self] event in
      guard let index = windows.firstIndex(where: { $0.object.proxy == object.proxy }) else { return }
      switch event {
      case .appId(let name): windows[index].application = name
      case .state(let states):
        windows[index].isActive = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
        windows[index].isFullScreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
      case .done: update()
      case .closed:
        windows.remove(at: index)
        object.destroy()
        update()
      }
    }
  }

  private func update() { active = windows.first(where: \.isActive)?.application }
}
