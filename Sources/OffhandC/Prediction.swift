public import COffhand
import Offhand

/// Where the touches of a handle will be, by the numbers that the caller gave them.
struct TouchPrediction: ~Copyable {
  private struct Entry {
    var id: Touch.ID
    var device: UInt32
    var slot: Int32
  }

  private var predictor: SteadyMotionPredictor
  /// The touches that are down.
  private var entries: [Entry] = []
  private let result: UnsafeMutablePointer<offhand_prediction>

  /// A prediction of touches on a panel of these bounds; an empty one is unknown.
  init(panel: Rect) {
    predictor = SteadyMotionPredictor(panel: panel.area > 0 ? panel : nil)
    entries.reserveCapacity(TouchFrame.capacity)
    result = .allocate(capacity: 1)
    result.initialize(to: offhand_prediction())
  }

  deinit { result.deallocate() }

  /// Replaces the bounds of the panel.
  mutating func setPanel(_ panel: Rect) { predictor.panel = panel.area > 0 ? panel : nil }

  /// Takes a frame.
  @inline(__always)
  mutating func record(_ frame: borrowing TouchFrame) {
    predictor.record(frame)
    entries.removeAll(keepingCapacity: true)
    for index in frame.indices where frame[index].isDown {
      entries.append(
        Entry(id: frame[index].id, device: frame[index].device.rawValue, slot: frame[index].slot))
    }
  }

  /// Forgets all touches.
  mutating func reset() {
    predictor.reset()
    entries.removeAll(keepingCapacity: true)
  }

  /// The expected position of a touch, valid until the next call; `nil` if it is not down.
  mutating func position(
    of touch: (device: UInt32, slot: Int32), at time: Timestamp, asOf now: Timestamp
  ) -> UnsafePointer<offhand_prediction>? {
    guard let entry = entries.first(where: { $0.device == touch.device && $0.slot == touch.slot }),
      let expected = predictor.position(of: entry.id, at: time, asOf: now)
    else { return nil }
    result.pointee = offhand_prediction(
      x: expected.position.x, y: expected.position.y, measured_x: expected.measured.x, measured_y: expected.measured.y,
      uncertainty: expected.uncertainty)
    return UnsafePointer(result)
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns where a touch is expected to be.
@c @implementation
public func offhand_predict(
  _ handle: OpaquePointer?, _ time: Int64, _ now: Int64, _ device: UInt32, _ slot: Int32
) -> UnsafePointer<offhand_prediction>? {
  withHandle(handle, else: nil) { $0.predict(device: device, slot: slot, at: time, asOf: now) }
}
