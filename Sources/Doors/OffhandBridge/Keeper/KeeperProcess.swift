import Offhand
import OffhandLibinput
import OffhandPlatform

/// The process that makes the twins and sees to it that no program keeps a finger: it lifts all of them when the other process ends, or
/// says nothing for two seconds while they are down.
struct KeeperProcess: ~Copyable {
  /// The longest silence with fingers down.
  static let patience = Duration.seconds(2)
  /// The time between the lift of the fingers and the end of a twin: what a program has not read by then is lost with the device.
  static let farewell = Duration.milliseconds(500)
  /// The most twins at a time. Each needs a descriptor that must be opened before this process gives up the right to.
  static let mostTwins = 8

  /// Makes a device by a descriptor.
  typealias Make = (VirtualTouchScreen.Description, VirtualTouchScreen.Maker) throws(VirtualTouchScreenError) ->
    any TwinDevice

  private let socket: UnixSocket
  private let make: Make
  private var makers: [VirtualTouchScreen.Maker] = []
  private var obstacle: Int32 = 0
  private var twins: [Int: (device: any TwinDevice, slots: Int, keys: [UInt16])] = [:]
  private var leaving: [(index: Int, at: Timestamp)] = []
  private var silenceEnds: Timestamp?

  /// A keeper for the process at the other end of `socket`.
  init(_ socket: consuming UnixSocket) {
    self.init(socket, makers: []) { (description, maker) throws(VirtualTouchScreenError) in
      try VirtualTouchScreen(description, by: maker)
    }
    do throws(VirtualTouchScreenError) {
      for _ in 0..<KeeperProcess.mostTwins { makers.append(try VirtualTouchScreen.Maker()) }
    } catch {
      if makers.isEmpty, case .cannotOpen(let reason) = error { obstacle = reason.code }
    }
  }

  /// A keeper that has these `makers`, of which `make` makes devices.
  init(_ socket: consuming UnixSocket, makers: [VirtualTouchScreen.Maker], make: @escaping Make) {
    self.socket = socket
    (self.makers, self.make) = (makers, make)
  }

  /// Serves until the other end is closed, then lifts all fingers and removes the twins.
  mutating func serve() {
    // A signal to the group, as of Control-C, is for the process that reads.
    guard let signals = try? SignalQueue([.interrupt, .terminate, .hangUp]) else { return }
    var message = [UInt8](repeating: 0, count: KeeperRequest.longest)
    while true {
      let ready = Descriptor.wait(forReading: socket.descriptor, or: signals.descriptor, atMost: patience)
      if ready.second { while signals.next() != nil {} }
      let now = MonotonicClock.now()
      if ready.first {
        let request = message.withUnsafeMutableBytes { buffer -> KeeperRequest?? in
          socket.receive(into: buffer).map { KeeperRequest(UnsafeRawBufferPointer(rebasing: buffer[..<$0])) }
        }
        guard let request else { break }
        if let request { handle(request, at: now) }
      } else if let silenceEnds, silenceEnds <= now {
        liftAll()
        self.silenceEnds = nil
        reply(.lifted)
      }
      leaving.removeAll { twin in
        guard twin.at <= now else { return false }
        twins[twin.index] = nil
        return true
      }
    }
    liftAll()
    MonotonicClock.sleep(for: KeeperProcess.farewell)
    twins = [:]
  }

  private var patience: Duration? {
    guard let next = ([silenceEnds] + leaving.map(\.at)).compactMap({ $0 }).min() else { return nil }
    return max(next - MonotonicClock.now(), .zero)
  }

  private mutating func handle(_ request: KeeperRequest, at now: Timestamp) {
    switch request {
    case .touched: silenceEnds = now + KeeperProcess.patience
    case .untouched: silenceEnds = nil
    case .remove(let index):
      guard twins[index] != nil, !leaving.contains(where: { $0.index == index }) else { return }
      lift(index)
      leaving.append((index, now + KeeperProcess.farewell))
    case .make(let description): make(description.screen, slots: description.slots)
    case .makePointer(let zooms): make(.pointer(zooms: zooms))
    }
  }

  private mutating func make(_ description: VirtualTouchScreen.Description, slots: Int = 0) {
    guard !makers.isEmpty else { return reply(.closed(obstacle)) }
    guard let index = makers.indices.first(where: { twins[$0] == nil }) else {
      return reply(.refused(KernelError.outOfDescriptors))
    }
    do throws(VirtualTouchScreenError) {
      let device = try make(description, makers[index])
      twins[index] = (device, slots, description.keys)
      let reply = KeeperReply.made(index, node: Int32(device.node.drop { !$0.isNumber }) ?? -1)
      reply.numbers.withUnsafeBytes { _ = socket.send($0, passing: makers[index].descriptor) }
    } catch {
      if case .refused(_, let code) = error { reply(.refused(code)) } else { reply(.refused(0)) }
    }
  }

  private func reply(_ reply: KeeperReply) { reply.numbers.withUnsafeBytes { _ = socket.send($0) } }

  private func liftAll() { for index in twins.keys { lift(index) } }

  /// Lifts every finger and key; the kernel leaves out what is no change.
  private func lift(_ index: Int) {
    guard let twin = twins[index] else { return }
    func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      try? twin.device.send(EvdevEvent(timestamp: .zero, type: type, code: code, value: value))
    }
    for slot in 0..<twin.slots {
      send(EvdevCode.absolute, EvdevCode.slot, Int32(slot))
      send(EvdevCode.absolute, EvdevCode.trackingID, -1)
      send(EvdevCode.absolute, EvdevCode.toolType, EvdevCode.finger)
    }
    for key in twin.keys { send(EvdevCode.key, key, 0) }
    send(EvdevCode.synchronization, EvdevCode.report, 0)
  }
}

/// A device that takes events: a virtual touch screen, or the pointer.
protocol TwinDevice: AnyObject {
  var node: String { get }
  func send(_ event: EvdevEvent) throws(VirtualTouchScreenError)
}

extension VirtualTouchScreen: TwinDevice {}
