public import Offhand

/// One thing that the event loop waits for and gives its turn: touches, the display, results of background work, signals.
///
/// Bound to the thread that runs the loop.
public protocol EventSource: AnyObject {
  /// The file descriptor whose readability means that there is something to do; `nil` where there is none.
  var descriptor: Int32? { get }

  /// Whether there is something to write that did not fit, so that room to write is waited for as well.
  var isBlockedOnWriting: Bool { get }

  /// The next moment at which there is something to do without the descriptor; `nil` while nothing is planned.
  ///
  /// Asked after every turn, in event time. A deadline that was served and still stands is not served again.
  var deadline: Timestamp? { get }

  /// Does what must be done before the loop goes to sleep, such as flushing what was written.
  func prepareToWait() throws

  /// Takes the turn: does everything that there is to do up to `now`, without blocking.
  func dispatch(at now: Timestamp) throws
}

extension EventSource {
  /// Nothing to write.
  public var isBlockedOnWriting: Bool { false }

  /// Nothing planned.
  public var deadline: Timestamp? { nil }

  /// Nothing to prepare.
  public func prepareToWait() throws {}
}
