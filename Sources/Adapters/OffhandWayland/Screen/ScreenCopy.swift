package import Offhand
import OffhandPlatform

/// Reads back a small part of an output as the compositor shows it, each time something on the output has changed
/// (`wlr-screencopy`), to measure when a change is on the screen.
///
/// It blocks, so it needs a thread and a connection of its own.
package final class ScreenCopy {
  /// The first pixel of the part, and when its copy arrived.
  package struct Reading: Sendable, Hashable {
    /// Red, green and blue: `0xRRGGBB`.
    package var color: UInt32
    /// The time at which the copy arrived.
    package var time: Timestamp
  }

  /// The reason for which nothing could be read back.
  package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The compositor does not offer `wlr-screencopy`.
    case unavailable(UnavailableGlobal)
    /// The compositor has no output.
    case noOutput
    /// The kernel has no memory for the copy; `code` is its reason.
    case noMemory(code: Int32)
    /// The connection is lost.
    case connection(ConnectionError)

    /// One plain line.
    package var description: String {
      switch self {
      case .unavailable(let global): "\(global)"
      case .noOutput: "the compositor has no output to look at"
      case .noMemory(let code): "no memory to read the screen back (errno \(code))"
      case .connection(let error): "\(error)"
      }
    }
  }

  private let connection: Connection
  private let manager: ZwlrScreencopyManagerV1
  private let output: Output
  private let area: PixelRect
  private var memory: SharedMemory?
  private var buffer: WlBuffer?

  /// The state of the copy that is under way.
  private struct Progress {
    var shape: (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)?
    var isDescribed = false
    var end: End?

    enum End { case ready, failed }
  }

  /// A copy of `area`, in logical pixels of the first output of `connection`.
  package init(_ connection: Connection, area: PixelRect) throws(Failure) {
    guard let output = connection.outputs.first else { throw .noOutput }
    guard let manager = connection.registry.bindOnRequest(ZwlrScreencopyManagerV1.demand) else {
      throw .unavailable(ZwlrScreencopyManagerV1.demand.unavailable(offered: nil))
    }
    self.connection = connection
    self.manager = manager
    self.output = output
    self.area = area
  }

  deinit {
    buffer?.destroy()
    manager.destroy()
  }

  /// Waits until something on the output has changed and reads the part back; `nil` if that takes longer than `patience`. Throws if the connection is lost.
  package func next(within patience: Duration) throws(Failure) -> Reading? {
    let frame: ZwlrScreencopyFrameV1 = manager.captureOutputRegion(
      overlayCursor: 0, output: output.object, x: area.x, y: area.y, width: area.width, height: area.height)
    defer { frame.destroy() }
    var progress = Progress()
    frame.listen { event in
      switch event {
      case .buffer(let format, let width, let height, let stride): progress.shape = (format, width, height, stride)
      case .bufferDone: progress.isDescribed = true
      case .ready: progress.end = .ready
      case .failed: progress.end = .failed
      }
    }
    let end = ContinuousClock.now + patience
    try wait(until: end) { progress.isDescribed || progress.end != nil }
    guard progress.end == nil, progress.isDescribed, let shape = progress.shape else { return nil }
    frame.copyWithDamage(buffer: try buffer(for: shape))
    try wait(until: end) { progress.end != nil }
    let time = MonotonicClock.now()
    guard progress.end == .ready, let pixel = memory?.address.load(as: UInt32.self) else { return nil }
    return Reading(color: color(of: pixel, in: shape.format), time: time)
  }

  private func wait(until end: ContinuousClock.Instant, _ condition: () -> Bool) throws(Failure) {
    do {
      while !condition() {
        try connection.prepareToWait()
        let remaining = end - ContinuousClock.now
        guard remaining > .zero else { return }
        try connection.waitForSocket(remaining)
        try connection.dispatch()
      }
    } catch {
      throw .connection(error)
    }
  }

  /// The only buffer: the part never changes its size.
  private func buffer(
    for shape: (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)
  ) throws(Failure) -> WlBuffer {
    if let buffer { return buffer }
    guard let shm = connection.registry.shm else { throw .noOutput }
    let made: WlBuffer
    do {
      let memory = try SharedMemory(size: Int(shape.stride) * Int(shape.height))
      made = memory.makeBuffer(
        shm, width: Int32(shape.width), height: Int32(shape.height), stride: Int32(shape.stride), format: shape.format)
      self.memory = consume memory
    } catch {
      throw .noMemory(code: error.code)
    }
    buffer = made
    return made
  }

  private func color(of pixel: UInt32, in format: WlShm.Format) -> UInt32 {
    guard format == .xbgr8888 || format == .abgr8888 else { return pixel & 0xFFFFFF }
    return (pixel & 0xFF) << 16 | pixel & 0xFF00 | (pixel >> 16) & 0xFF
  }
}
