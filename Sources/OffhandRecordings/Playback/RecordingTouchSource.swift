public import Offhand

/// Plays the recordings of a file as if somebody touched the glass now: a touch source without a descriptor, driven by
/// its deadline alone.
public final class RecordingTouchSource: TouchSource {
  /// The pause between two recordings of one file: longer than any gesture waits, so that nothing spans two of them.
  public static let pause = Duration.seconds(1)

  private var reader: RecordingReader
  private let pixelsPerMillimetre: Double?
  private var playback: RecordingPlayback?
  private var devices: UInt32 = 0

  /// Plays the file at `path`; time zero of its first recording is `start`, on the clock that `dispatch` is given.
  ///
  /// `pixelsPerMillimetre` is the scale of recordings that do not know their size. Throws where the file cannot be
  /// read.
  public init(path: String, start: Timestamp, pixelsPerMillimetre: Double? = nil) throws(RecordingError) {
    reader = try RecordingReader(path: path)
    self.pixelsPerMillimetre = pixelsPerMillimetre
    try load(at: start)
  }

  /// A recording has no descriptor.
  public var descriptor: Int32? { nil }

  /// When the next frame is due; `nil` when everything was played.
  public var deadline: Timestamp? { playback?.nextTime }

  /// What a reader of results must know about the scale of the recording that plays now.
  public var caveat: String? { playback?.scale.caveat }

  /// Hands over every frame that is due at `now`. Throws where the file breaks; the source then has nothing more to say.
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
      recording, scale: RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre),
      device: DeviceID(rawValue: devices), start: start)
  }
}
