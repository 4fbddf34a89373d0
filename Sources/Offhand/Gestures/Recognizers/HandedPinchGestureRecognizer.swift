/// A pinch that knows whose hand it is: the recognizer that this project grew out of.
public struct HandedPinchGestureRecognizer: GestureRecognizer {
  /// Where the hand comes from.
  public enum Mode: Sendable, Hashable {
    /// As the original does: from the two fingers that landed first, once, when the pinch begins, and never revised. Where
    /// the rule has no answer the hand stays unknown.
    case seed(OriginalHandednessRule)
    /// From the pipeline's estimate, frame by frame, with its confidence.
    case continuous
  }

  /// `handed-pinch`.
  public static var name: GestureName { "handed-pinch" }

  /// The pinch.
  public var pinch: PinchGestureRecognizer
  /// Where the hand comes from.
  public var mode: Mode
  private var hand = Hand.unknown

  /// A pinch whose hand comes from `mode`.
  public init(_ pinch: PinchGestureRecognizer = PinchGestureRecognizer(), mode: Mode = .continuous) {
    self.pinch = pinch
    self.mode = mode
  }

  /// The pinch's.
  public var touchRequirement: TouchRequirement { pinch.touchRequirement }

  /// The spreading; and the hand, where the original's rule says it.
  public var components: GestureComponents { mode == .continuous ? pinch.components : [.scale, .hand] }

  /// Follows the pinch; asks for the hand when it begins.
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

  /// The pinch's.
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

  /// The scale starts at one.
  public mutating func rebase(_ group: borrowing TouchGroup) { pinch.rebase(group) }

  /// Sets the scale.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) { pinch.set(value, group) }

  /// Forgets the attempt, and the hand.
  public mutating func reset() {
    pinch.reset()
    hand = .unknown
  }

  private func handedness(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, by rule: OriginalHandednessRule
  ) -> Handedness {
    var first: Touch?
    var second: Touch?
    var remaining = group.touches
    while let touch = remaining.popFirst() {
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
