/// The motion of content with a finger before it is known what the finger does; taken back if it was no drag.
///
/// A pan begins when its finger has gone farther than a tap drifts, about 3 mm. Content that waits for it stands still until then and
/// lags behind by that much. A view that asks for it moves its content at once:
///
/// ```swift
/// motion.follow(frame) for event in gestures.events {
///   switch (event.name, event.state) {
///   case (.pan, .began): position = position + motion.begin(event.gesture.translation) + event.gesture.translation
///   case (.tap, _), (.longPress, .began): motion.withdraw(at: event.timestamp)
///   default: break
///   }
/// } let shown = position + motion.offset(at: time)
/// ```
///
/// It follows the finger that landed last. A second finger beside one that has just landed ends that, since they may do something
/// else together; beside one that rests, the new one is followed. If all fingers lift and nothing has begun, it goes back by itself.
public struct ProvisionalMotion: Sendable {
  /// The time in seconds after which a finger beside which another lands is resting.
  private static let resting = 0.5

  private let spring: Spring
  private var state = State()

  private struct State: Sendable, Hashable {
    var leader: Touch.ID?
    var landed = Timestamp.zero
    /// The motion up to now, or from which it goes back.
    var offset = Vector.zero
    /// When it began to go back; `nil` if it does not.
    var withdrawn: Timestamp?
    /// Whether nothing is followed until all fingers have lifted: a gesture has begun, or several fingers are down.
    var isDecided = false
    var downCount = 0
  }

  /// Motion that is taken back by `spring`.
  public init(spring: Spring = .settle) { self.spring = spring }

  /// The distance of the content from where the gestures have put it.
  public func offset(at time: Timestamp) -> Vector {
    guard let withdrawn = state.withdrawn else { return state.offset }
    guard isAnimating(at: time) else { return .zero }
    return state.offset * spring.offset(from: 1, after: time.seconds(since: withdrawn))
  }

  /// Whether the content goes back.
  public func isAnimating(at time: Timestamp) -> Bool {
    guard let withdrawn = state.withdrawn else { return false }
    // A thousandth of a few millimetres is below a pixel.
    return time.seconds(since: withdrawn) < spring.settlingTime(from: 1, tolerance: 0.001)
  }

  /// Whether the content follows a finger, away from where the gestures have put it.
  public var isFollowing: Bool { state.leader != nil && state.offset != .zero }

  /// Follows the touches of `frame` that `belongs` says are on the content; before the events of the frame are handled.
  public mutating func follow(_ frame: borrowing TouchFrame, where belongs: (Touch) -> Bool = { _ in true }) {
    var downCount = 0
    for index in frame.indices where belongs(frame[index]) {
      let touch = frame[index]
      if touch.phase == .began { land(touch, at: frame.timestamp) }
      if touch.isDown { downCount += 1 }
      guard touch.id == state.leader else { continue }
      if touch.phase == .moved { state.offset += touch.position - touch.previousPosition }
      if !touch.isDown { state.leader = nil }
    }
    state.downCount = downCount
    guard downCount == 0 else { return }
    state.isDecided = false
    if state.withdrawn == nil, state.offset != .zero { withdraw(at: frame.timestamp) }
  }

  /// A gesture with this translation has begun and moves the content from now on. Returns what the content has moved beyond that, which
  /// is to be added to its position once.
  public mutating func begin(_ translation: Vector) -> Vector {
    let rest = state.offset == .zero ? .zero : state.offset - translation
    (state.offset, state.withdrawn, state.leader) = (.zero, nil, nil)
    state.isDecided = state.downCount > 0
    return rest
  }

  /// The touches do something else: the content goes back.
  public mutating func withdraw(at time: Timestamp) {
    state.offset = offset(at: time)
    state.leader = nil
    state.withdrawn = state.offset == .zero ? nil : time
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard !state.isDecided else { return }
    if state.leader != nil, time.seconds(since: state.landed) < ProvisionalMotion.resting {
      state.isDecided = true
      state.leader = nil
      return
    }
    state.offset = offset(at: time)
    state.withdrawn = nil
    (state.leader, state.landed) = (touch.id, time)
  }
}
