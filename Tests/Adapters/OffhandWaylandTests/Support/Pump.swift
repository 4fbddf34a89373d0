import CompositorRig
import Glibc
import Offhand
import OffhandPlatform
import OffhandWayland

extension Connection {
  /// Drives the connection as an event loop would, until `condition` holds; `turn` is called after every dispatch.
  func pump(
    until what: String, within limit: Duration = Waiting.patience, turn: () throws -> Void = {},
    _ condition: () throws -> Bool
  ) throws {
    var patience = Patience(limit)
    while true {
      try turn()
      if try condition() { return }
      if patience.isOver { throw RigError("waited \(patience.elapsed) in vain for \(what)") }
      try prepareToWait()
      var socket = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&socket, 1, 10)
      try dispatch()
    }
  }
}

/// The present moment on the clock that touches are stamped with.
func monotonicNow() -> Timestamp { MonotonicClock.now() }

/// Paints surfaces in one colour, with a square in another.
struct TestPattern {
  var background = Pixel(red: 20, green: 60, blue: 120)
  var square = Pixel(red: 240, green: 200, blue: 40)
  /// Where the square is, in device pixels.
  var place = PixelRect(x: 10, y: 20, width: 40, height: 30)

  /// Draws into `buffer` what is within `damage`, or all.
  func paint(_ buffer: PixelBuffer, within damage: Damage? = nil) {
    for y in 0..<buffer.height {
      let row = (buffer.memory + Int(y) * buffer.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<buffer.width {
        if let damage,
          !damage.indices.contains(where: { damage[$0].contains(PixelRect(x: x, y: y, width: 1, height: 1)) })
        {
          continue
        }
        row[Int(x)] = word(place.contains(PixelRect(x: x, y: y, width: 1, height: 1)) ? square : background)
      }
    }
  }

  private func word(_ pixel: Pixel) -> UInt32 {
    0xff00_0000 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
  }
}

extension Surface {
  /// Draws the pattern if a frame may be drawn now, whole.
  @discardableResult func show(_ pattern: TestPattern) throws -> DrawOutcome? {
    guard opportunity(at: monotonicNow()) == .now else { return nil }
    return try draw { buffer in
      pattern.paint(buffer)
      return Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
  }
}

/// A window that shows the pattern on a compositor.
struct PatternWindow {
  let connection: Connection
  let window: ToplevelSurface
  var surface: Surface { window.surface }

  /// Shows it until so many `frames` were committed and it `isSettled`.
  init(
    at socket: String, _ extent: ToplevelSurface.Extent = .fullscreen(on: nil), frames: Int,
    isSettled: (ToplevelSurface) -> Bool = { _ in true }
  ) throws {
    connection = try Connection(to: .named(socket))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: extent)
    self.window = window
    try connection.pump(until: "\(frames) frames") {
      try window.surface.show(TestPattern())
    } _: {
      window.surface.commitCount >= frames && isSettled(window)
    }
  }
}

extension TouchFrame {
  /// The contacts, to be kept.
  var touches: [Touch] {
    var touches: [Touch] = []
    for index in indices { touches.append(self[index]) }
    return touches
  }
}
