public import COffhand
import Offhand

extension offhand_delivery {
  /// The delivery as the caller reads it.
  init(_ delivery: TouchRelay.Delivery) {
    let touch = delivery.touch
    self.init(
      time: delivery.timestamp.nanoseconds, phase: offhand_phase(touch.phase), device: touch.device.rawValue,
      slot: touch.slot, x: touch.position.x, y: touch.position.y)
  }
}

extension offhand_phase {
  fileprivate init(_ phase: Touch.Phase) {
    self =
      switch phase {
      case .began: OFFHAND_DOWN
      case .moved, .stationary: OFFHAND_MOTION
      case .ended: OFFHAND_UP
      case .cancelled: OFFHAND_TAKEN
      }
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns the next delivery that has not been read.
@c @implementation
public func offhand_next_delivery(_ handle: OpaquePointer?) -> UnsafePointer<offhand_delivery>? {
  withHandle(handle, else: nil) { $0.nextDelivery() }
}
