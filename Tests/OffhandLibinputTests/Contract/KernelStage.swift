import Offhand
import OffhandLibinput

/// A fake kernel device, read by libinput or by the raw source.
final class KernelStage: ContractStage {
  private let screen: FakeTouchScreen
  private let listener: Listener

  init(_ kind: SourceKind) throws {
    let seat = "seat-\(UInt64.random(in: 0 ... .max))"
    screen = FakeTouchScreen(seat: seat)
    screen.plug()
    listener = try Listener(kind, .seat(seat))
  }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    for (index, report) in script.reports.enumerated() {
      let time = Double(report.milliseconds)
      for (slot, change) in script.changes(at: index) {
        switch change {
        case .down(let place): screen.down(Int32(slot), units(place).x, units(place).y, at: time)
        case .motion(let place): screen.move(Int32(slot), units(place).x, units(place).y, at: time)
        case .up: screen.up(Int32(slot), at: time)
        case .rest: break
        }
      }
      screen.report(at: time)
      try listener.turn()
    }
    let size = listener.source.devices[0].surface.size
    if ending == .unplugged {
      screen.unplug()
      try listener.turn()
    }
    return ContractFrame.frames(listener.frames, on: size)
  }

  private func units(_ place: FingerScript.Place) -> (x: Int32, y: Int32) {
    (Int32((place.x * 6001).rounded()), Int32((place.y * 4001).rounded()))
  }
}
