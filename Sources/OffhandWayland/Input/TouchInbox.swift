/// Where the touches of one surface lie until its touch source asks for them.
final class TouchInbox {
  /// Something that came in.
  enum Letter {
    case seatAdded(UInt32, name: String)
    case seatRemoved(UInt32)
    case report(TouchReport, seat: UInt32)
  }

  /// A contact, by the compositor's number.
  private struct Contact: Hashable {
    var seat: UInt32
    var id: Int32
  }

  private let surface: OpaquePointer
  private(set) var letters: [Letter] = []
  private var seats: Set<UInt32> = []
  /// Contacts that landed on another surface of this program.
  private var strangers: Set<Contact> = []

  /// Collects what lands on `surface`.
  init(surface: OpaquePointer) { self.surface = surface }

  /// Everything that came in since the last call.
  func take() -> [Letter] {
    defer { letters.removeAll(keepingCapacity: true) }
    return letters
  }

  func add(seat: UInt32, name: String) {
    if seats.insert(seat).inserted { letters.append(.seatAdded(seat, name: name)) }
  }

  func remove(seat: UInt32) {
    if seats.remove(seat) != nil { letters.append(.seatRemoved(seat)) }
    strangers = strangers.filter { $0.seat != seat }
  }

  func add(_ report: TouchReport, from seat: UInt32) {
    switch report {
    case .down(let id, let surface, _, _, _):
      if surface == self.surface {
        strangers.remove(Contact(seat: seat, id: id))
      } else {
        strangers.insert(Contact(seat: seat, id: id))
        return
      }
    case .up(let id, _):
      if strangers.remove(Contact(seat: seat, id: id)) != nil { return }
    case .motion(let id, _, _, _), .shape(let id, _, _), .orientation(let id, _):
      if strangers.contains(Contact(seat: seat, id: id)) { return }
    case .cancel: strangers = strangers.filter { $0.seat != seat }
    case .frame: break
    }
    letters.append(.report(report, seat: seat))
  }
}
