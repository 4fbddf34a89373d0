import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandService
import OffhandWayland

/// The bridge, as far as a program of this session learns of it.
struct BridgeProbe {
  /// What came of connecting to it.
  enum State: Equatable {
    case absent
    case refused(String)
    /// It holds so many touch screens.
    case holding(Int)
  }

  var state: State
  /// Whether the kernel makes twins of touch screens.
  var makesTwins = true
  /// The name of the compositor; `nil` if it is not known.
  var compositor: String?
  /// What `offhand bridge --check` has found; `nil` if nothing of this compositor.
  var takesBack: Bool?

  init(_ state: State) { self.state = state }

  /// Reads the first line of the bridge at `path`, for at most a second; that disturbs no service that uses it.
  init(at path: String = Environment["OFFHAND_BRIDGE"] ?? BridgeLine.socket, under program: CompositorProgram?) {
    do throws(KernelError) {
      state = BridgeProbe.state(of: try StreamSocket.connection(to: path))
    } catch {
      state = (try? Descriptor.status(of: path)) == nil ? .absent : .refused("\(path): \(error.reason)")
    }
    makesTwins = (try? Descriptor.status(of: VirtualTouchScreen.path)) != nil
    compositor = program?.name
    takesBack = BridgeAnswer(of: program)?.takesBack
  }

  private static func state(of socket: borrowing StreamSocket) -> State {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: BridgeLine.lengthLimit)
    while !line.contains(UInt8(ascii: "\n")), Descriptor.wait(for: socket.descriptor, .reading, atMost: .seconds(1)) {
      guard case .bytes(let count)? = try? piece.withUnsafeMutableBytes({ try socket.receive(into: $0) }) else { break }
      line += piece[..<count]
    }
    switch try? BridgeLine(Array(line.prefix { $0 != UInt8(ascii: "\n") })) {
    case .hello(BridgeLine.version, let screens): return .holding(screens.count)
    case .hello(let version, _): return .refused(BridgeLine.mismatch(with: version))
    case .error(let reason): return .refused(reason)
    default: return .refused("it does not answer")
    }
  }

  var finding: Finding {
    guard makesTwins || state == .absent else {
      return Finding(
        subject: "bridge", verdict: .impaired,
        text: "\(VirtualTouchScreen.path) is missing: it has no twins of touch screens", remedy: "modprobe uinput")
    }
    switch state {
    case .absent:
      return Finding(
        subject: "bridge", verdict: .good, text: "none runs, so programs also receive the touches of gestures",
        remedy: "systemctl enable --now offhand-bridge, which keeps them from programs")
    case .refused(let reason):
      return Finding(
        subject: "bridge", verdict: .impaired, text: reason,
        remedy: "systemctl status offhand-bridge; it serves the user of the session in front, or the one of --user")
    case .holding(let count):
      let way =
        switch takesBack {
        case true?: "touches are delivered at once, and taken back"
        case false?: "touches are held until it is decided"
        case nil: "touches are held, as \(compositor ?? "the compositor") was not checked"
        }
      return Finding(
        subject: "bridge", verdict: .good,
        text: "holds \(count == 1 ? "one touch screen" : "\(count) touch screens"); \(way)",
        remedy: takesBack == nil ? "offhand bridge --check" : nil)
    }
  }
}
