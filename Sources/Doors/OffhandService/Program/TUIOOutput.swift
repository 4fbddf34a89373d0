import Offhand
import OffhandClient
package import OffhandOSC
import OffhandPlatform

/// Where touches are sent as TUIO.
package struct TUIOSetting: Sendable, Hashable {
  var receivers: [TUIOAddress]
  var version: TUIOWriter.Version

  package init(to receivers: [TUIOAddress] = [], _ version: TUIOWriter.Version = .first) {
    (self.receivers, self.version) = (receivers, version)
  }

  /// What is sent where, for the log.
  var words: String { "TUIO \(version.rawValue) to \(receivers.map(\.description).joined(separator: ", "))" }
}

/// Sends the touches of touch screens to the receivers of a setting. Made before the program gives up the network.
final class TUIOOutput: EventSource {
  private let version: TUIOWriter.Version
  private let sender: TUIOSender
  private let posture: Posture?
  private var screens: [(id: Panel.ID, writer: TUIOWriter, people: People)] = []
  /// How many touch screens there were: each is a source of its own.
  private var count = 0

  /// For panels of a stated posture; `nil` for the one that their size suggests. Throws if a receiver has no address.
  init(_ setting: TUIOSetting, _ posture: Posture?) throws(KernelError) {
    (version, self.posture) = (setting.version, posture)
    sender = try TUIOSender(to: setting.receivers)
  }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { screens.lazy.compactMap(\.writer.deadline).min() }

  /// Repeats what is due.
  func dispatch(at now: Timestamp) {
    for index in screens.indices {
      guard let due = screens[index].writer.deadline, due <= now else { continue }
      sender.send(screens[index].writer.datagrams(repeatedAt: now))
    }
  }

  /// Sends a frame of a touch screen.
  func send(_ frame: borrowing TouchFrame, of panel: Panel) {
    let known = screens.firstIndex { $0.id == panel.id }
    let index = known ?? screens.count
    if known == nil {
      count += 1
      let size = panel.geometry.size
      let setup = PanelSetup(panel: panel.geometry.bounds, posture: posture ?? Posture(of: size))
      screens.append(
        (panel.id, TUIOWriter(version, name: TUIOWriter.ownName(count), size: size), People(at: setup)))
    }
    // 1.1 has no people.
    if version == .second { screens[index].people.process(frame) }
    let hands = version == .second ? screens[index].people.hands(in: frame) : []
    sender.send(screens[index].writer.datagrams(for: frame, of: hands))
  }

  /// Lifts the touches of all touch screens but `panels`.
  func keep(_ panels: [Panel], at now: Timestamp) {
    var none = TouchFrame()
    none.timestamp = now
    for index in screens.indices where !panels.contains(where: { $0.id == screens[index].id }) {
      sender.send(screens[index].writer.datagrams(for: none))
    }
    screens.removeAll { screen in !panels.contains { $0.id == screen.id } }
  }
}
