package import Offhand
import OffhandClient
import OffhandPlatform

/// The user in front of the seat, as logind writes it down, or one that is named.
package final class SeatOwner: EventSource {
  /// The folder in which logind keeps what it knows of seats.
  package static let folder = "/run/systemd/seats"

  /// The session that is active, and its user.
  private struct Session: Hashable {
    var name: String
    var user: UInt32
  }

  private let watch: FolderWatch?
  private let file: String
  private var session: Session?
  /// Called when another session has become active, also one of the same user.
  var onChange: (Timestamp) -> Void = { _ in }

  /// The user `id`, always.
  package init(named id: UInt32) {
    (watch, file) = (nil, "")
    session = Session(name: "", user: id)
  }

  /// The user of the session that is active on the first seat. Throws if `folder` is not there, as without logind.
  package init(in folder: String = SeatOwner.folder) throws {
    do throws(KernelError) { watch = try FolderWatch(folder) } catch { throw BridgeError.noSeats(folder, error) }
    file = "\(folder)/seat0"
    session = read()
  }

  /// The user's ID; `nil` while no session is active.
  package var user: UInt32? { session?.user }

  package var descriptor: Int32? { watch?.descriptor }

  package func dispatch(at now: Timestamp) {
    watch?.acknowledge()
    let found = read()
    guard found != session else { return }
    session = found
    onChange(now)
  }

  private func read() -> Session? {
    let text = (try? Files.contents(of: file, atMost: 1 << 16)) ?? []
    func field(_ name: String) -> String? {
      String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(name)=") }
        .map { String($0.dropFirst(name.utf8.count + 1)) }
    }
    return field("ACTIVE_UID").flatMap { UInt32($0) }.map { Session(name: field("ACTIVE") ?? "", user: $0) }
  }
}
