import CompositorRig
import Glibc
import Logging
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandClient

/// A listener whose clock and whose turns are the test's.
private final class DoorRig {
  private let folder: TemporaryFolder
  private(set) var source: ListenerSource?
  private(set) var accepted = 0
  /// The time that a connection takes.
  var work = Duration.zero
  private var time = Timestamp(seconds: 50)
  private var clients: [LineClient] = []

  init() throws {
    folder = try TemporaryFolder()
    source = ListenerSource(
      try UnixListener(at: folder.file("socket")), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      now: { [unowned self] in time }
    ) { [unowned self] _, _ in
      accepted += 1
      time = time + work
    }
  }

  func connect(_ count: Int) throws { for _ in 0..<count { clients.append(try LineClient(folder.file("socket"))) } }

  /// A turn of the loop at `seconds`.
  func turn(_ seconds: Double) {
    time = Timestamp(seconds: seconds)
    source?.dispatch(at: time)
  }
}

@Suite(.ownThreads)
struct ListenerSourceTests {
  @Test func `one connection is accepted a turn, and none in the pause after it`() throws {
    let rig = try DoorRig()
    let source = try #require(rig.source)
    try rig.connect(20)
    rig.turn(50)
    #expect(rig.accepted == 1)
    #expect(source.descriptor == nil && source.deadline == Timestamp(seconds: 50) + ListenerSource.pause)
    for time in [50, 50.001, 50.0049] { rig.turn(time) }
    #expect(rig.accepted == 1)
    for count in 2...20 {
      rig.turn(50 + Double(count))
      #expect(rig.accepted == count)
    }
    // Without a flood the next one wakes the loop.
    rig.turn(80)
    #expect(rig.accepted == 20 && source.deadline == nil && source.descriptor != nil)
  }

  @Test func `the pause begins when the connection is served, however long that took`() throws {
    let rig = try DoorRig()
    try rig.connect(2)
    rig.work = .seconds(1)
    rig.turn(50)
    #expect(rig.source?.deadline == Timestamp(seconds: 51) + ListenerSource.pause)
  }

  @Test func `what could accept no connection tries again after a second, and is woken by the next one`() throws {
    let rig = try DoorRig()
    let source = try #require(rig.source)
    let descriptor = try #require(source.descriptor)
    let (kept, other) = (dup(descriptor), open("/dev/null", O_RDONLY))
    defer {
      close(kept)
      close(other)
    }
    // Nothing is accepted from what is no socket.
    #expect(dup2(other, descriptor) == descriptor)
    rig.turn(50)
    #expect(source.descriptor == nil && source.deadline == Timestamp(seconds: 51))
    #expect(dup2(kept, descriptor) == descriptor)
    rig.turn(51)
    #expect(source.descriptor == descriptor && source.deadline == nil)
  }
}
