import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

/// Plays recordings in real time through uinput: each on a virtual touch screen like its device.
final class KernelPlayer: EventSource {
  /// The time before the first touch on a new screen, so that other programs have opened it, and after the last one, so that they have
  /// read it.
  static let lead = Duration.seconds(1)

  private var reader: RecordingReader
  private let pixelsPerMillimetre: Double?
  private let announce: (VirtualTouchScreen, Recording) -> Void
  private let stop: () -> Void
  private var current: Stage?
  private(set) var reports = 0

  /// A recording on its screen.
  private struct Stage {
    let screen: VirtualTouchScreen
    let frames: [RecordedFrame]
    let start: Timestamp
    var encoder: EvdevEncoder
    var next = 0

    /// The time at which the next frame is due; after the last one, the time at which the screen is removed.
    var deadline: Timestamp {
      next < frames.count
        ? start + (frames[next].time - .zero)
        : start + (frames.last.map { $0.time - .zero } ?? .zero) + KernelPlayer.lead
    }
  }

  /// Plays the recordings of the file at `path`. Calls `announce` for each recording, and `stop` after the last.
  init(
    path: String, pixelsPerMillimetre: Double?, announce: @escaping (VirtualTouchScreen, Recording) -> Void,
    stop: @escaping () -> Void
  ) throws {
    reader = try RecordingReader(path: path)
    self.pixelsPerMillimetre = pixelsPerMillimetre
    self.announce = announce
    self.stop = stop
    try load()
  }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { current?.deadline }

  func dispatch(at now: Timestamp) throws {
    while var stage = current, stage.deadline <= now {
      guard stage.next < stage.frames.count else {
        // The screen is removed with the touches that the recording left down.
        try load()
        continue
      }
      for event in stage.encoder.report(stage.frames[stage.next]) { try stage.screen.send(event) }
      stage.next += 1
      reports += 1
      current = stage
    }
  }

  private func load() throws {
    current = nil
    guard let recording = try reader.next() else { return stop() }
    let encoder = EvdevEncoder(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    let screen = try VirtualTouchScreen(
      VirtualTouchScreen.Description(
        name: encoder.name, identity: encoder.identity,
        axes: encoder.axes.map {
          .init(
            code: $0.code, minimum: $0.axis.minimum, maximum: $0.axis.maximum, fuzz: $0.axis.fuzz,
            resolution: $0.axis.resolution)
        }))
    announce(screen, recording)
    // Creating a screen takes a while.
    current = Stage(
      screen: screen, frames: recording.frames, start: MonotonicClock.now() + KernelPlayer.lead, encoder: encoder)
  }
}
