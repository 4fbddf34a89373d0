import Offhand
import OffhandLibinput
import OffhandPixman
import OffhandWayland
import Testing

@testable import OffhandClient

/// One view on each of several outputs: each has its own touches, devices and size.
struct ViewScreensTests {
  /// Remembers the touches it is given.
  private struct LoggingView: QuietView {
    var log: [String] = []
    var width = 0.0
    var mark = 0

    mutating func layout(in environment: ViewEnvironment) { width = environment.bounds.width }
    mutating func process(_ frame: borrowing TouchFrame) {
      for index in frame.indices {
        log.append("\(frame[index].id.rawValue) \(frame[index].phase)\(frame.isLate ? " late" : "")")
      }
      if frame.count == 0 { log.append("nothing") }
    }
  }

  private let screens: ViewScreens<LoggingView>

  init() throws {
    let renderer = Renderer(fonts: try FontBook())
    screens = ViewScreens(LoggingView()) { ViewHost($0, renderer: renderer) }
  }

  private static func device(_ id: UInt32, on output: String?, width: Double = 250) -> TouchDevice {
    let surface = SurfaceGeometry(
      size: Size(width: width, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    var device = TouchDevice(id: DeviceID(rawValue: id), name: "panel \(id)", surface: surface)
    device.output = output.map { OutputAssignment(name: $0, reason: .configured) }
    return device
  }

  private static func frame(_ touches: [(id: UInt64, device: UInt32, phase: Touch.Phase)], isLate: Bool = false)
    -> TouchFrame
  {
    var frame = TouchFrame(timestamp: .zero)
    frame.isLate = isLate
    for touch in touches {
      var own = Touch(id: Touch.ID(rawValue: touch.id), device: DeviceID(rawValue: touch.device), position: .origin)
      own.phase = touch.phase
      frame.append(own)
    }
    return frame
  }

  private func log(_ index: Int) -> [String] { screens.all[index].host.view.log }

  /// A window in which the size that a view is given can be seen.
  private func show(_ index: Int) {
    screens.all[index].host.move(to: MemoryWindow(width: 600, height: 400, size: Size(width: 300, height: 200)))
  }

  private func width(_ index: Int) throws -> Double {
    try screens.all[index].host.update(at: .zero)
    return screens.all[index].host.view.width
  }

  @Test func `fingers on two outputs reach the view of their own output alone`() {
    _ = screens.add(outputName: "A")
    _ = screens.add(outputName: "B")
    screens.receive(added: Self.device(1, on: "A"))
    screens.receive(added: Self.device(2, on: "B"))
    screens.receive(Self.frame([(10, 1, .began)]))
    screens.receive(Self.frame([(10, 1, .stationary), (20, 2, .began)]))
    screens.receive(Self.frame([(10, 1, .moved), (20, 2, .stationary)], isLate: true))
    screens.receive(Self.frame([(10, 1, .ended), (20, 2, .stationary)]))
    screens.receive(Self.frame([(20, 2, .ended)]))
    #expect(log(0) == ["10 began", "10 stationary", "10 moved late", "10 ended"])
    #expect(log(1) == ["20 began", "20 stationary late", "20 stationary", "20 ended"])
  }

  @Test func `a finger stays on its output while its screen is mapped to another, and the next one is there`() {
    _ = screens.add(outputName: "A")
    _ = screens.add(outputName: "B")
    screens.receive(added: Self.device(1, on: "A"))
    screens.receive(Self.frame([(10, 1, .began)]))
    screens.receive(changed: Self.device(1, on: "B"))
    screens.receive(Self.frame([(10, 1, .moved)]))
    screens.receive(Self.frame([(10, 1, .ended)]))
    screens.receive(Self.frame([(10, 1, .began)]))
    #expect(log(0) == ["10 began", "10 moved", "10 ended"])
    #expect(log(1) == ["10 began"])
  }

  @Test func `a screen on no known output reaches the first view`() {
    _ = screens.add(outputName: "A")
    _ = screens.add(outputName: "B")
    screens.receive(added: Self.device(1, on: nil))
    screens.receive(Self.frame([(10, 1, .began)]))
    #expect(log(0) == ["10 began"])
    #expect(log(1).isEmpty)
  }

  @Test func `the size of a touch screen is that of its own output, of one that comes later too, until it goes`() throws
  {
    _ = screens.add(outputName: "A")
    screens.receive(added: Self.device(1, on: "B", width: 250))
    _ = screens.add(outputName: "B")
    show(0)
    show(1)
    #expect(try width(0) == 300)
    #expect(try width(1) == 250)
    _ = screens.add(outputName: "C")
    show(2)
    #expect(try width(2) == 300, "the touch screen is on another output")
    screens.receive(changed: Self.device(1, on: "A", width: 240))
    #expect(try width(0) == 240)
    #expect(try width(1) == 300)
    screens.receive(removed: DeviceID(rawValue: 1))
    #expect(try width(0) == 300)
  }

  @Test func `two outputs of one name have an overlay each, and one that comes back has that of its name`() {
    func overlay(_ id: UInt32, among present: [UInt32]) -> ViewScreen<LoggingView> {
      let screen = screens.overlay(of: id, named: "PANEL", among: present) ?? screens.add(outputName: "PANEL")
      screen.outputID = id
      return screen
    }
    for _ in 0..<3 { for id in [UInt32(4), 7] { _ = overlay(id, among: [4, 7]) } }
    #expect(screens.all.count == 2)
    #expect(overlay(4, among: [4, 7]) !== overlay(7, among: [4, 7]))
    let second = overlay(7, among: [4, 7])
    #expect(overlay(9, among: [4, 9]) === second)
  }

  @Test func `what is changed is seen on every screen, also on those that come later`() {
    _ = screens.add(outputName: "A")
    screens.change { $0.mark = 7 }
    _ = screens.add(outputName: "B")
    #expect(screens.all.map(\.host.view.mark) == [7, 7])
  }

  @Test func `on a surface that is gone nothing is drawn any more`() throws {
    let screen = screens.add(outputName: "A")
    let window = MemoryWindow(width: 600, height: 400, size: Size(width: 300, height: 200))
    screen.host.move(to: window)
    try screen.host.update(at: .zero)
    #expect(window.damages.count == 1)
    window.frameDone()
    window.needsFrame = true
    screen.leave(at: .zero)
    try screen.host.update(at: Timestamp(seconds: 1))
    #expect(window.damages.count == 1)
  }

  @Test func `touches that the compositor does not report are noticed`() {
    _ = screens.add(outputName: "A")
    let surface = SurfaceGeometry(
      size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    let source = PlacedSource(surface, on: "A", calibration: .identity)
    var warnings: [String] = []
    screens.mappingWatch = MappingWatch(source) { warnings.append($0) }
    for touch in UInt64(1)...8 {
      screens.receive(Self.frame([(touch, 1, .began)]))
      screens.receive(Self.frame([(touch, 1, .ended)]))
    }
    #expect(warnings.count == 1)
  }
}
