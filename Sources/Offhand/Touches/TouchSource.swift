/// Where touches come from: libinput, `wl_touch`, a recording. One job: say what happened, in order.
///
/// A source is driven by the event loop: when `descriptor` is readable, or when `deadline` has come, `dispatch` is called
/// and hands over everything that is there. Sources are bound to the thread that made them.
public protocol TouchSource: AnyObject {
  /// What goes wrong with this kind of source; it says what, where and what to do.
  associatedtype Failure: Error

  /// The file descriptor whose readability means that there is something to dispatch; `nil` where there is none.
  var descriptor: Int32? { get }

  /// When there will be something to dispatch without the descriptor; `nil` where that never happens.
  var deadline: Timestamp? { get }

  /// Hands over everything that has happened up to `now`, without blocking.
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(Failure)
}
