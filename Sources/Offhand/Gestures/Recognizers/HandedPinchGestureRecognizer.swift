/// A pinch that reports the hand that makes it: the recognizer that this project grew out of.
public struct HandedPinchGestureRecognizer: GestureRecognizer {
  /// The source of the hand.
  public enum Mode: Sendable, Hashable {
    /// As in the original: from the two fingers that landed first, once, when the pinch begins, and never revised. If
    /// the rule has no result, the hand stays unknown.
    case seed(OriginalHandednessRule)
    /// From the pipeline's estimate, frame by frame, with its confidence.
    case continuous
  }

  /// `handed-pinch`.
  public static var name: GestureName { "handed-pinch" }

  /// The pinch.
  public var pinch: PinchGestureRecognizer
  /// The source of the hand.
  public var mode: Mode
  private var hand = Hand.unknown

  /// A pinch whose hand comes from `mode`.
  public init(_ pinch: PinchGestureRecognizer = PinchGestureRecognizer(), mode: Mode = .continuous) {
    self.pinch = pinch
    self.mode = mode
  }

  /// Returns the value of `pinch`.
  public var touchRequirement: TouchRequirement { pinch.touchRequirement }

  /// The scale; with `.seed`, also the hand.
  public var components: GestureComponents { mode == .continuous ? pinch.components : [.scale, .hand] }

  /// Runs the pinch; with `.seed`, determines the hand when it begins.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let result = pinch.recognize(group, in: table, beside: others)
    if result == .began, case .seed(let rule) = mode {
      hand = Hand.unknown
      let side = handedness(group, in: table, by: rule)
      if side != .unknown { hand = Hand(side: side, confidence: 1) }
    }
    return result
  }

  /// Returns the value of `pinch`.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    pinch.slack(of: group, in: table)
  }

  /// The pinch with its hand.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = pinch.gesture(group, in: table)
    gesture.hand = hand
    return gesture
  }

  /// Restarts the scale at 1.
  public mutating func rebase(_ group: borrowing TouchGroup) { pinch.rebase(group) }

  /// Sets the scale.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) { pinch.set(value, group) }

  /// Discards the attempt and the hand.
  public mutating func reset() {
    pinch.reset()
    hand = .unknown
  }

  private func handedness(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, by rule: OriginalHandednessRule
  ) -> Handedness {
    var first: Touch?
    var second: Touch?
    for touch in group.touches {
      let touch = table[touch]
      if first.map({ touch.id < $0.id }) ?? true {
        second = first
        first = touch
      } else if second.map({ touch.id < $0.id }) ?? true {
        second = touch
      }
    }
    guard let first, let second else { return .unknown }
    return rule.hand(of: first.position, and: second.position)
  }
}
