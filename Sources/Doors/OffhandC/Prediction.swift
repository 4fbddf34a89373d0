public import COffhand
import Offhand

/// Where the touches of a handle will be.
struct TouchPrediction: ~Copyable {
  private var predictor: SteadyMotionPredictor
  /// The time from a finger to the time stamp of its touch, which is predicted too.
  var panelLatency = Duration.zero
  private let result: UnsafeMutablePointer<offhand_prediction>

  /// A prediction of touches on a panel of these bounds; an empty one is unknown.
  init(panel: Rect) {
    predictor = SteadyMotionPredictor(panel: panel.area > 0 ? panel : nil)
    result = .allocate(capacity: 1)
    result.initialize(to: offhand_prediction())
  }

  deinit { result.deallocate() }

  /// Replaces the bounds of the panel.
  mutating func setPanel(_ panel: Rect) { predictor.panel = panel.area > 0 ? panel : nil }

  /// Takes a frame.
  @inline(__always)
  mutating func record(_ frame: borrowing TouchFrame) { predictor.record(frame) }

  /// Forgets all touches.
  mutating func reset() { predictor.reset() }

  /// The expected position of a touch, valid until the next call; `nil` if it is not down.
  mutating func position(
    of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp
  ) -> UnsafePointer<offhand_prediction>? {
    guard let expected = predictor.position(of: touch, at: time + panelLatency, asOf: now) else { return nil }
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

/// Takes the latency of the touch screen from the text of `panel.toml`.
@c @implementation
public func offhand_set_panel(
  _ handle: OpaquePointer?, _ toml: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  withHandle(handle, else: -1) {
    do throws(SetupFault) {
      guard let toml else { throw SetupFault("toml is NULL") }
      $0.setPanelLatency(try PanelText(String(cString: toml)).latency)
      return 0
    } catch {
      error.write(to: buffer, size: size)
      return -1
    }
  }
}
