import CompositorRig
import Offhand
import Testing

@testable import OffhandWayland

/// A touch source on a fake compositor whose surface is 640×480 pixels on 200×150 mm.
class TouchStage {
  let window: FakeWindow
  let source: WaylandTouchSource
  let surface: FakeServer.Argument
  private(set) var assembler: TouchFrameAssembler
  private(set) var events: [TouchSourceEvent] = []
  private(set) var frames: [[Touch]] = []

  init(_ server: FakeServer? = nil, input: WaylandTouchSource.Input = .touchScreens) throws {
    window = try FakeWindow(server)
    source = WaylandTouchSource(surface: window.surface, input: input)
    surface = .object(try #require(window.server.object(WlSurface.self)))
    assembler = TouchFrameAssembler(habits: input == .touchScreens ? .wayland : .pointer)
  }

  /// Takes in what the compositor sent, in one batch.
  func receive() throws {
    try window.connection.roundTrip()
    try window.connection.roundTrip()
    try source.dispatch(at: Timestamp(seconds: 1000)) { event in
      events.append(event)
      assembler.add(event) { frames.append($0.touches) }
    }
    assembler.endBatch { frames.append($0.touches) }
  }
}

extension TouchSourceEvent {
  /// The device that came; `nil` for other events.
  var added: TouchDevice? { if case .deviceAdded(let device) = self { device } else { nil } }

  /// Whether a device went.
  var isRemoval: Bool { if case .deviceRemoved = self { true } else { false } }
}
