public import Offhand

/// Turns the frames of a recording into the events of a touch source, frame by frame.
///
/// The device is added before the first frame and removed after the last one, so that fingers still down then are cancelled:
/// the end of a recording is not a lift.
package struct RecordingPlayback: Sendable {
  /// The recording.
  package let recording: Recording
  /// The scale from its positions to millimetres.
  package let scale: RecordingScale
  /// The device in the events.
  package let device: DeviceID
  /// The time of the recording's zero.
  package let start: Timestamp

  private struct Contact: Sendable {
    var id: Int
    var slot: Int32
    var position: Point
    var shape: ContactShape?
  }

  private var nextFrame = 0
  private var hasBegun = false
  private var hasEnded = false
  private var contacts: [Contact] = []

  /// Plays `recording` from `start`.
  package init(
    _ recording: Recording, scale: RecordingScale, device: DeviceID = DeviceID(rawValue: 1), start: Timestamp = .zero
  ) {
    self.recording = recording
    self.scale = scale
    self.device = device
    self.start = start
  }

  /// The time of the next frame; `nil` after the last one.
  package var nextTime: Timestamp? {
    if nextFrame < recording.frames.count { return time(of: nextFrame) }
    if hasEnded { return nil }
    return recording.frames.isEmpty ? start : time(of: recording.frames.count - 1)
  }

  /// The recording's id of the touch in `slot`; `nil` if none is down.
  package func recordedID(inSlot slot: Int32) -> Int? { contacts.first { $0.slot == slot }?.id }

  /// Passes the events of the next frame to `body`. Returns `false` if there is none.
  package mutating func advance(_ body: (TouchSourceEvent) -> Void) -> Bool {
    guard let time = nextTime else { return false }
    if !hasBegun {
      hasBegun = true
      let name = recording.device.name
      body(.deviceAdded(TouchDevice(id: device, name: name, path: recording.trace, surface: scale.surface)))
    }
    guard nextFrame < recording.frames.count else {
      hasEnded = true
      contacts = []
      body(.deviceRemoved(device, time))
      return true
    }
    play(recording.frames[nextFrame], at: time, body)
    nextFrame += 1
    return true
  }

  private func time(of frame: Int) -> Timestamp {
    start + (recording.frames[frame].time - .zero)
  }

  private mutating func play(_ frame: RecordedFrame, at time: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    let device = device
    func say(_ slot: Int32, _ kind: TouchEvent.Kind, tool: Touch.Tool = .finger) {
      body(.touch(TouchEvent(device: device, slot: slot, timestamp: time, kind: kind, tool: tool)))
    }
    contacts.removeAll { contact in
      if frame.touches.contains(where: { $0.id == contact.id }) { return false }
      say(contact.slot, frame.cancelled.contains(contact.id) ? .cancel : .up)
      return true
    }
    for touch in frame.touches {
      let position = scale.position(of: touch)
      let shape = scale.shape(of: touch)
      if let index = contacts.firstIndex(where: { $0.id == touch.id }) {
        let slot = contacts[index].slot
        let isMoved = contacts[index].position != position
        if isMoved { say(slot, .motion(position)) }
        // Pressure alone makes no frame.
        if isMoved || shape?.major != 0 {
          if let shape, contacts[index].shape != shape { say(slot, .shape(shape)) }
          contacts[index].shape = shape
        }
        contacts[index].position = position
      } else {
        let slot = freeSlot()
        contacts.append(Contact(id: touch.id, slot: slot, position: position, shape: shape))
        say(slot, .down(position), tool: touch.isPen ? .pen : .finger)
        if let shape { say(slot, .shape(shape)) }
      }
    }
    body(.frame(device, time))
  }

  private func freeSlot() -> Int32 {
    var slot: Int32 = 0
    while contacts.contains(where: { $0.slot == slot }) { slot += 1 }
    return slot
  }
}

/// Plays the recordings of a file as live touches: a touch source without a descriptor, driven by its deadline alone.
public final class RecordingTouchSource: TouchSource {
  /// The pause between two recordings of one file: longer than any timeout of a gesture, so that no gesture spans two
  /// recordings.
  public static let pause = Duration.seconds(1)

  private var reader: RecordingReader
  private var playback: RecordingPlayback?
  private var devices: UInt32 = 0

  /// Plays the file at `path`; time zero of its first recording is `start`, on the clock that `dispatch` is given. Throws if the file
  /// cannot be read.
  public init(path: String, start: Timestamp) throws(RecordingError) {
    reader = try RecordingReader(path: path)
    try load(at: start)
  }

  /// A recording has no descriptor.
  public var descriptor: Int32? { nil }

  /// The time of the next frame; `nil` after the last one.
  public var deadline: Timestamp? { playback?.nextTime }

  /// Whether the last recording of the file is over.
  public var isOver: Bool { playback == nil }

  /// The glass of the recording that is played, or is to be played next; `nil` after the last one.
  public var surface: SurfaceGeometry? { playback?.scale.surface }

  /// A remark on the scale of the recording being played; `nil` if it needs none.
  package var caveat: String? { playback?.scale.caveat }

  /// Delivers every frame that is due at `now`. Throws if the file is faulty; the source then ends.
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(RecordingError) {
    while let time = playback?.nextTime, time <= now {
      _ = playback?.advance(body)
      if playback?.nextTime == nil { try load(at: time + RecordingTouchSource.pause) }
    }
  }

  private func load(at start: Timestamp) throws(RecordingError) {
    playback = nil
    guard let recording = try reader.next() else { return }
    devices += 1
    playback = RecordingPlayback(
      recording, scale: RecordingScale(recording), device: DeviceID(rawValue: devices), start: start)
  }
}
