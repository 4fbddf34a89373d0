import Offhand

/// A finger that taps the middle of a table once a second.
final class Metronome: TouchSource {
  private let table = TouchDevice(
    id: DeviceID(rawValue: 1), name: "metronome",
    surface: SurfaceGeometry(size: Size(width: 520, height: 290), pixelWidth: 0, pixelHeight: 0, provenance: .device))
  private var isDown = false
  private var next: Timestamp?

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { next ?? .zero }

  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let time = next else {
      body(.deviceAdded(table))
      next = now + .seconds(1)
      return
    }
    guard time <= now else { return }
    isDown.toggle()
    let kind: TouchEvent.Kind = isDown ? .down(Point(x: 260, y: 145)) : .up
    body(.touch(TouchEvent(device: table.id, slot: 0, timestamp: time, kind: kind)))
    body(.frame(table.id, time))
    next = time + (isDown ? .milliseconds(80) : .milliseconds(920))
  }
}
