import Glibc
import Offhand
import OffhandLibinput

/// A source under test with a frame assembler behind it: everything that it said, and the frames that came of it.
final class Listener {
  let source: any DeviceTouchSource
  let opener: FakeOpener
  private(set) var events: [TouchSourceEvent] = []
  private(set) var frames: [TouchFrame] = []
  private(set) var assembler = TouchFrameAssembler(habits: .libinput)
  var now = Timestamp.zero

  init(_ source: any DeviceTouchSource, _ opener: FakeOpener) {
    self.source = source
    self.opener = opener
  }

  /// A source of a seat's touch screens, or of single ones, that has had its first turn.
  convenience init(
    _ kind: SourceKind, _ selection: DeviceSelection, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: FakeOpener = FakeOpener(),
    log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws {
    self.init(
      try kind.source(selection, absence: absence, preferences: preferences, opener: opener, log: log), opener)
    try turn()
  }

  /// Gives the source turns, as the event loop would, for as long as its descriptor is readable: libinput takes in one
  /// message of udev a turn, and tests beside this one make udev speak.
  func turn() throws {
    for _ in 0..<10_000 {
      try source.dispatch(at: now) { take($0) }
      assembler.endBatch { frames.append(copy $0) }
      var request = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) <= 0 { return }
    }
  }

  func take(_ event: TouchSourceEvent) {
    events.append(event)
    assembler.add(event) { frames.append(copy $0) }
  }

  /// Forgets what was said so far.
  func clear() {
    events = []
    frames = []
  }

  /// The frames in short: slots, phases, millimetres to a tenth.
  var summary: [String] {
    frames.map { frame in
      frame.indices.map { index in
        let touch = frame[index]
        let x = (touch.position.x * 10).rounded() / 10
        let y = (touch.position.y * 10).rounded() / 10
        return "\(touch.slot) \(touch.phase) \(x),\(y)"
      }.joined(separator: " | ")
    }
  }
}
