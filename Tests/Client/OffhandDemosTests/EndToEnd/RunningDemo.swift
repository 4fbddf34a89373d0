import CompositorRig
import Foundation
import Glibc
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

extension Compositor {
  /// Starts `offhand` with these words, on this compositor's touches, and waits until it shows all that it has.
  func start(_ words: [String]) throws -> Program {
    let program = try run([Program.built("offhand")] + words + ["--source", "wayland", "--log", "info"])
    try program.waitForOutput("complete")
    return program
  }
}

extension Program {
  /// Ends it by a signal, which it takes in good order.
  func end(sourceLocation: SourceLocation = #_sourceLocation) throws {
    signal(SIGTERM)
    #expect(try wait() == .exited(0), sourceLocation: sourceLocation)
  }
}

/// The display of a program: a link that leads to one compositor and then to another.
struct MovableDisplay {
  private let folder: TemporaryFolder
  let path: String

  init(to first: some Compositor) throws {
    folder = try TemporaryFolder()
    path = folder.file("wl")
    try lead(to: first.socketPath)
  }

  /// The variables that lead a program to it.
  var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": path] }

  func lead(to socket: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: socket)
  }
}

/// Two photos, green and red, which a screenshot tells apart.
struct GreenAndRed {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, color) in [("a.png", UInt32(0x00C800)), ("b.png", 0xC80000)] {
      let photo = Bitmap(width: 300, height: 200)
      photo.fill(Color(rgb: color))
      try PNGWriter.write(photo, to: folder.file(name))
    }
  }

  static func green(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds { $0.green > 150 && $0.red < 90 && $0.blue < 90 }
  }

  static func red(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds { $0.red > 150 && $0.green < 60 && $0.blue < 60 }
  }
}

extension Screenshot {
  /// Whether the ground of the touch monitor is seen.
  var showsMonitor: Bool { count { $0.isNear(Pixel(red: 0x16, green: 0x18, blue: 0x1D)) } > 100_000 }

  /// What has one of the colours of the monitor's touches.
  func ring(within bounds: PixelBounds? = nil) -> PixelBounds? {
    self.bounds(within: bounds ?? PixelBounds(left: 0, top: 0, right: width, bottom: height)) {
      let (low, high) = (min($0.red, $0.green, $0.blue), max($0.red, $0.green, $0.blue))
      return high > 150 && high - low > 60
    }
  }
}
