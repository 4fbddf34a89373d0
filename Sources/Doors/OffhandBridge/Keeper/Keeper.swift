package import Offhand
import OffhandClient
import OffhandLibinput
package import OffhandPlatform

/// This process' end of the keeper: another process that makes the twins of touch screens, and lifts their fingers when this one ends or
/// stops.
///
/// Both have a descriptor of each twin. This one writes touches to it, which is a hop less for each of them, and lifts them when the
/// keeper ends; so no program keeps a finger whichever of the two is killed. This one cannot make a device of it (`Confinement`).
package final class Keeper: EventSource {
  /// Where twins are plugged in, as they say: the end of their `phys`.
  package static let place = "offhand-bridge/twin"
  /// The time between two signs of life with fingers down: a quarter of the keeper's patience.
  private static let beat = Duration.milliseconds(500)
  /// The longest time for making a twin.
  package static let patience = Duration.seconds(5)

  /// Called when the keeper has lifted all fingers, since this process was stopped.
  var onLift: () -> Void = {}
  /// Called when the keeper has ended: all fingers are to be lifted here.
  var onEnd: () -> Void = {}

  private let socket: UnixSocket
  private var touched: Set<Int> = []
  private var hasEnded = false
  /// The replies to `make` that were not waited for.
  private var lateReplies = 0
  private let patience: Duration
  package private(set) var deadline: Timestamp?

  /// Starts the other process. Call it before there are threads. Throws if the system has no process left.
  package init() throws(KernelError) {
    let pair = try UnixSocket.pair()
    switch try ProcessHalf.split() {
    case .new:
      let socket = pair.takeSecond()
      ProcessHalf.begin(as: "offhand-keeper", keeping: socket.descriptor)
      var process = KeeperProcess(socket)
      _ = Confinement(readable: ["/sys"], makesDevices: true).apply()
      process.serve()
      ProcessHalf.end(0)
    case .old: socket = pair.takeFirst()
    }
    patience = Keeper.patience
  }

  /// The end of a keeper at the other end of `socket`, which is waited for with `patience`.
  package init(_ socket: consuming UnixSocket, patience: Duration = Keeper.patience) {
    self.socket = socket
    self.patience = patience
  }

  package var descriptor: Int32? { socket.descriptor }

  package func dispatch(at now: Timestamp) throws {
    if let deadline, deadline <= now {
      tell(.touched)
      self.deadline = now + Keeper.beat
    }
    guard Descriptor.wait(for: socket.descriptor, .reading, atMost: .zero) else { return }
    var passed: Descriptor?
    guard let reply = receive(&passed) else {
      hasEnded = true
      onEnd()
      // What programs have not read by then is lost with the twins.
      MonotonicClock.sleep(for: KeeperProcess.farewell)
      throw KeeperError.ended
    }
    if let reply, !isLate(reply), reply == .lifted { forget() }
  }

  /// Makes a twin of the described touch screen. Throws if the kernel refuses, or the keeper has ended.
  func makeTwin(of screen: VirtualTouchScreen.Description) throws -> Twin {
    try make(.make(TwinDescription(of: screen)), name: screen.name)
  }

  /// Makes the pointer. Throws as for a twin.
  func makePointer(zooms: Bool) throws -> Twin {
    try make(.makePointer(zooms: zooms), name: VirtualTouchScreen.Description.pointer(zooms: zooms).name)
  }

  private func make(_ request: KeeperRequest, name: String) throws -> Twin {
    guard tell(request) else { throw hasEnded ? KeeperError.ended : .silent }
    let limit = MonotonicClock.now() + patience
    while MonotonicClock.now() < limit {
      guard Descriptor.wait(for: socket.descriptor, .reading, atMost: limit - MonotonicClock.now()) else { continue }
      var passed: Descriptor?
      guard let reply = receive(&passed) else { throw KeeperError.ended }
      if let reply, isLate(reply) { continue }
      switch reply {
      case nil: continue
      case .lifted: forget()
      case .made(let index, let node):
        guard let descriptor = passed.take() else {
          remove(index)
          throw VirtualTouchScreenError.refused(name: name, code: KernelError.outOfDescriptors)
        }
        return Twin(index, node: "event\(node)", VirtualTouches(to: descriptor), keeper: self)
      case .closed(let code):
        throw VirtualTouchScreenError.cannotOpen(KernelError(call: "open \(VirtualTouchScreen.path)", code: code))
      case .refused(let code): throw VirtualTouchScreenError.refused(name: name, code: code)
      }
    }
    lateReplies += 1
    throw KeeperError.silent
  }

  /// Whether a reply is to a request that is no longer waited for; the twin of it is removed.
  private func isLate(_ reply: KeeperReply) -> Bool {
    guard lateReplies > 0, reply != .lifted else { return false }
    lateReplies -= 1
    if case .made(let index, _) = reply { remove(index) }
    return true
  }

  /// Tells the keeper whether a twin has fingers, before it has.
  func note(_ index: Int, isTouched: Bool) {
    guard isTouched != touched.contains(index) else { return }
    if isTouched { touched.insert(index) } else { touched.remove(index) }
    if touched.isEmpty {
      tell(.untouched)
      deadline = nil
    } else if deadline == nil {
      tell(.touched)
      deadline = MonotonicClock.now() + Keeper.beat
    }
  }

  /// Has the keeper lift the fingers of a twin, and remove it.
  func remove(_ index: Int) {
    note(index, isTouched: false)
    tell(.remove(index))
  }

  private func forget() {
    touched = []
    deadline = nil
    onLift()
  }

  /// Returns whether it was sent.
  @discardableResult
  private func tell(_ request: KeeperRequest) -> Bool {
    // A keeper that reads nothing has been stopped: it keeps the fingers that are down now, and lifts them when it goes on.
    !hasEnded && request.numbers.withUnsafeBytes { socket.send($0) }
  }

  private func receive(_ passed: inout Descriptor?) -> KeeperReply?? {
    var bytes = [UInt8](repeating: 0, count: 16)
    return bytes.withUnsafeMutableBytes { buffer in
      socket.receive(into: buffer, passed: &passed).map {
        KeeperReply(UnsafeRawBufferPointer(rebasing: buffer[..<$0]))
      }
    }
  }
}

/// A twin, or the pointer, that the keeper made, to which this process writes.
final class Twin {
  /// The name of its node in the folder of input devices.
  let node: String
  private let index: Int
  private var touches: VirtualTouches
  private let keeper: Keeper

  init(_ index: Int, node: String, _ touches: consuming VirtualTouches, keeper: Keeper) {
    self.index = index
    self.node = node
    self.touches = touches
    self.keeper = keeper
  }

  deinit { keeper.remove(index) }

  /// Writes whole reports, after which it has fingers or keys down, or not. Throws if the twin is gone.
  func write(_ events: ArraySlice<EvdevEvent>, isTouched: Bool) throws(VirtualTouchScreenError) {
    if isTouched { keeper.note(index, isTouched: true) }
    try touches.write(events)
    if !isTouched { keeper.note(index, isTouched: false) }
  }
}

/// Why twins can no longer be trusted.
package enum KeeperError: Error, CustomStringConvertible {
  case ended
  /// It does not reply.
  case silent

  package var description: String {
    switch self {
    case .ended: "the process that keeps the twins of the touch screens has ended; the touch screens are shared again"
    case .silent: "the process that keeps the twins of the touch screens does not reply"
    }
  }
}
