import CompositorRig
import Glibc
import Offhand
import OffhandWayland

/// A window on a real compositor, whose touches come from weston's synthetic touch screen.
final class CompositorStage: ContractStage {
  private let compositor: any Compositor
  private let weston: Weston
  private let connection: Connection
  private let window: ToplevelSurface
  private let source: WaylandTouchSource
  private var assembler = TouchFrameAssembler(habits: .wayland)
  private var frames: [TouchFrame] = []

  init(_ compositor: any Compositor, touching weston: Weston) throws {
    (self.compositor, self.weston) = (compositor, weston)
    connection = try Connection(to: .named(compositor.socketPath))
    window = ToplevelSurface(connection, title: "Contract", applicationID: "test", extent: .fullscreen(on: nil))
    source = WaylandTouchSource(surface: window.surface)
    try pump("a window that covers the screen, and a touch screen") {
      window.surface.layout?.width == 1024 && window.surface.commitCount >= 5
        && connection.seats.contains(where: \.hasTouch)
    }
  }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    let size = try size()
    // Where a compositor shows the window only some frames later, the first landing would go elsewhere.
    try pump("a window that gets touches") {
      try weston.touch(.down(id: 9, x: 512, y: 320), .frame, .up(id: 9), .frame)
      return !frames.isEmpty
    }
    // None of these may come later than the script: behind a finger at another place there are no more.
    try weston.touch(.down(id: 9, x: 102, y: 64), .frame, .up(id: 9), .frame)
    try pump("the last of them") {
      frames.last.map { $0.count == 1 && $0[0].phase == .ended && $0[0].position.x < size.width / 4 } ?? false
    }
    frames = []
    let start = CompositorStage.now()
    for (index, report) in script.reports.enumerated() {
      let time = start + Int64(report.milliseconds) * 1_000_000
      let commands = script.changes(at: index).compactMap { slot, change -> TouchCommand? in
        switch change {
        case .down(let place): .down(id: slot, x: place.x * 1024, y: place.y * 640, at: time)
        case .motion(let place): .motion(id: slot, x: place.x * 1024, y: place.y * 640, at: time)
        case .up: .up(id: slot, at: time)
        case .rest: nil
        }
      }
      // Not ahead of its time, as no finger is.
      while CompositorStage.now() < time { try turn() }
      try weston.touch(commands + [.frame])
      try pump("report \(index)") { frames.count > index }
    }
    if ending == .unplugged {
      try weston.touch(.touchRemove)
      try pump("the touch screen to go") { frames.count > script.reports.count }
    }
    try rest()
    return ContractFrame.frames(frames, on: size)
  }

  private func size() throws -> Size {
    guard let geometry = window.surface.layout?.geometry else { throw RigError("the window has no size") }
    return geometry.size
  }

  /// Gives whatever may still come the time to come.
  private func rest() throws {
    let end = ContinuousClock.now + .milliseconds(100)
    while ContinuousClock.now < end { try turn() }
  }

  private func pump(_ what: String, until condition: () throws -> Bool) throws {
    try Waiting.until(what) {
      if try condition() { return true }
      try turn()
      return false
    }
  }

  private func turn() throws {
    let now = Timestamp(nanoseconds: CompositorStage.now())
    if window.surface.opportunity(at: now) == .now {
      _ = try window.surface.draw { Damage(PixelRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
    }
    try source.dispatch(at: now) { event in assembler.add(event) { frames.append(copy $0) } }
    assembler.endBatch { frames.append(copy $0) }
    try connection.prepareToWait()
    var socket = pollfd(fd: connection.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, 5)
    try connection.dispatch()
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
