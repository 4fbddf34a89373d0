package import Offhand
import OffhandPlatform

/// Reads back an output as the compositor shows it (`wlr-screencopy`): a small part each time something on the output has changed, to
/// measure when a change is on the screen, or a picture of all of it.
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

  /// All pixels, row by row: opaque, `0xFFRRGGBB`.
  package struct Picture: Sendable, Hashable {
    package var width, height: Int
    package var pixels: [UInt32]
  }

  /// The reason for which nothing could be read back.
  package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The compositor does not offer `wlr-screencopy`.
    case unavailable(UnavailableGlobal)
    /// The compositor has no output, or none of this name.
    case noOutput
    /// The compositor shows nothing of it, or in a format that is not known here.
    case noPicture
    /// The kernel has no memory for the copy; `code` is its reason.
    case noMemory(code: Int32)
    /// The connection is lost.
    case connection(ConnectionError)

    /// One plain line.
    package var description: String {
      switch self {
      case .unavailable(let global): "\(global)"
      case .noOutput: "the compositor has no such output to look at"
      case .noPicture: "the compositor gives no picture of the output"
      case .noMemory(let code): "no memory to read the screen back (errno \(code))"
      case .connection(let error): "\(error)"
      }
    }
  }

  private let connection: Connection
  private let manager: ZwlrScreencopyManagerV1
  private let output: Output
  private let area: PixelRect?
  private var memory: SharedMemory?
  private var buffer: WlBuffer?

  private typealias Shape = (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)

  /// The state of the copy that is under way.
  private struct Progress {
    var shape: Shape?
    var isUpsideDown = false
    var isDescribed = false
    var end: End?

    enum End { case ready, failed }
  }

  /// A copy of `area`, in logical pixels of the output `name`, the first one of `connection` otherwise; without an area of all of it.
  package init(_ connection: Connection, output name: String? = nil, area: PixelRect? = nil) throws(Failure) {
    guard let output = connection.outputs.first(where: { name == nil || $0.name == name }) else { throw .noOutput }
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
    guard let shape = try capture(onChange: true, within: patience)?.shape else { return nil }
    let time = MonotonicClock.now()
    guard let pixel = memory?.address.load(as: UInt32.self) else { return nil }
    return Reading(color: color(of: pixel, in: shape.format), time: time)
  }

  /// Reads all of it back as it is now. Throws if that takes longer than `patience`.
  package func picture(within patience: Duration) throws(Failure) -> Picture {
    guard let (shape, isUpsideDown) = try capture(onChange: false, within: patience), shape.stride == 4 * shape.width,
      let source = memory?.address.assumingMemoryBound(to: UInt32.self)
    else { throw .noPicture }
    let (width, height) = (Int(shape.width), Int(shape.height))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = source + (isUpsideDown ? height - 1 - y : y) * width
      for x in 0..<width { pixels.append(0xFF00_0000 | color(of: row[x], in: shape.format)) }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  private func capture(
    onChange: Bool, within patience: Duration
  ) throws(Failure) -> (shape: Shape, isUpsideDown: Bool)? {
    let frame: ZwlrScreencopyFrameV1 =
      if let area {
        manager.captureOutputRegion(
          overlayCursor: 0, output: output.object, x: area.x, y: area.y, width: area.width, height: area.height)
      } else {
        manager.captureOutput(overlayCursor: 0, output: output.object)
      }
    defer { frame.destroy() }
    var progress = Progress()
    frame.listen { event in
      switch event {
      case .buffer(let format, let width, let height, let stride): progress.shape = (format, width, height, stride)
      case .flags(let flags): progress.isUpsideDown = flags.contains(.yInvert)
      case .bufferDone: progress.isDescribed = true
      case .ready: progress.end = .ready
      case .failed: progress.end = .failed
      }
    }
    let end = ContinuousClock.now + patience
    try wait(until: end) { progress.isDescribed || progress.end != nil }
    guard progress.end == nil, progress.isDescribed, let shape = progress.shape else { return nil }
    let buffer = try buffer(for: shape)
    if onChange { frame.copyWithDamage(buffer: buffer) } else { frame.copy(buffer: buffer) }
    try wait(until: end) { progress.end != nil }
    return progress.end == .ready ? (shape, progress.isUpsideDown) : nil
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
  private func buffer(for shape: Shape) throws(Failure) -> WlBuffer {
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
