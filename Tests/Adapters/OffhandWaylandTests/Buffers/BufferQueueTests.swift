import CompositorRig
import Glibc
import Offhand
import Testing
@testable import OffhandWayland

struct BufferQueueTests {
  private let dot = Damage(PixelRect(x: 5, y: 5, width: 10, height: 10))

  @Test func `a compositor that gives buffers back at once is served with one`() throws {
    let server = try FakeServer.withWindows()
    let window = try FakeWindow(server)
    for _ in 0..<10 {
      try window.draw()
      try server.send(WlBuffer.self, "release")
      try window.connection.roundTrip()
    }
    #expect(window.surface.bufferCount == 1)
    try window.draw(dot) { buffer in
      #expect(buffer.age == 1)
      #expect(buffer.missing == Damage())
    }
  }

  @Test func `a compositor that keeps buffers gets three and no more, and nothing is lost`() throws {
    let window = try FakeWindow()
    #expect(try window.draw() == .committed(1))
    for step in 2...3 {
      let outcome = try window.draw(dot) { buffer in
        #expect(buffer.age == 0)
        #expect(buffer.missing == nil)
      }
      #expect(outcome == .committed(step))
    }
    #expect(try window.draw(dot) == .starved)
    #expect(window.surface.starvationCount == 1)
    #expect(window.surface.bufferCount == 3)
    // The first buffer comes back: it lacks what the second and third changed.
    try window.server.send(WlBuffer.self, "release")
    try window.connection.roundTrip()
    let outcome = try window.draw(dot) { buffer in
      #expect(buffer.age == 3)
      #expect(buffer.missing?.bounds == dot.bounds)
    }
    #expect(outcome == .committed(4))
  }

  @Test func `of several free buffers the youngest is taken`() throws {
    let window = try FakeWindow()
    for _ in 0..<3 { try window.draw(dot) }
    try window.server.send(WlBuffer.self, "release")
    try window.server.send(WlBuffer.self, number: 1, "release")
    try window.connection.roundTrip()
    try window.draw(dot) { #expect($0.age == 2) }
  }

  @Test func `a buffer of a former size goes when the compositor has given it back`() throws {
    let window = try FakeWindow()
    try window.draw()
    try window.configure(width: 300, height: 200)
    try window.connection.roundTrip()
    try window.draw { #expect($0.missing == nil) }
    #expect(window.surface.bufferCount == 2)
    #expect(window.server.count(WlBuffer.self, "destroy") == 0)
    try window.server.send(WlBuffer.self, "release")
    try window.connection.roundTrip()
    try window.draw(dot)
    #expect(window.server.count(WlBuffer.self, "destroy") == 1)
  }

  @Test func `buffers that are used no more go after a while`() throws {
    let window = try FakeWindow()
    for _ in 0..<3 { try window.draw(dot) }
    #expect(window.surface.bufferCount == 3)
    for index in Int32(0)..<3 { try window.server.send(WlBuffer.self, number: index, "release") }
    try window.connection.roundTrip()
    for _ in 0..<BufferQueue.idleCommits + 4 {
      try window.draw(dot)
      // The youngest is taken each time, and given back at once.
      let youngest = Int32(window.server.objects(WlBuffer.self) - 1)
      try window.server.send(WlBuffer.self, number: youngest, "release")
      try window.connection.roundTrip()
    }
    #expect(window.surface.bufferCount == 1)
  }

  @Test func `sizes that no buffer can hold are an error and not an overflow`() throws {
    let window = try FakeWindow()
    try window.configure(width: Int64(Int32.max), height: Int64(Int32.max))
    try window.connection.roundTrip()
    #expect(throws: SurfaceError.tooLarge(width: .max, height: .max)) { try window.draw() }
    try window.configure(width: 640, height: 480)
    try window.connection.roundTrip()
    #expect(try window.draw() == .committed(1))
  }

  @Test func `a buffer is memory of the right size that cannot shrink`() throws {
    let window = try FakeWindow()
    try window.draw { buffer in
      #expect(buffer.width == 640 && buffer.height == 480 && buffer.stride == 2560)
      buffer.memory.storeBytes(of: 7, toByteOffset: 2560 * 480 - 4, as: UInt32.self)
    }
    #expect(window.server.last(WlShm.self, "create_pool", 2..<3) == [2560 * 480])
  }
}

struct DamageHistoryTests {
  private func rect(_ step: Int) -> PixelRect { PixelRect(x: Int32(step) * 100, y: 0, width: 10, height: 10) }

  @Test func `what changed after a commit is the sum of the later ones`() {
    var history = DamageHistory()
    #expect(history.changes(after: 0) == nil)
    for step in 1...3 { history.record(Damage(rect(step))) }
    #expect(history.changes(after: 3) == Damage())
    #expect(history.changes(after: 2) == Damage(rect(3)))
    #expect(history.changes(after: 1)?.area == 200)
  }

  @Test func `what is forgotten is everything`() {
    var history = DamageHistory()
    for step in 1...20 { history.record(Damage(rect(step))) }
    #expect(history.changes(after: 12) == nil)
    #expect(history.changes(after: 13) != nil)
  }
}

struct DescriptorExhaustionTests {
  @Test func `without descriptors a frame is an error, and drawn when there are some again`() async {
    // In a process of its own: the limit holds for all tests of a process.
    await #expect(processExitsWith: .success) {
      let window = try FakeWindow()
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let usual = limit
      let lowest = dup(0)
      close(lowest)
      limit.rlim_cur = rlim_t(lowest)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var failure: SurfaceError?
      do throws(SurfaceError) {
        _ = try window.surface.draw { _ in Damage() }
      } catch {
        failure = error
      }
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), [usual])
      guard failure == .noMemory(width: 640, height: 480, code: EMFILE) else {
        throw RigError("not the expected failure: \(failure as Any)")
      }
      guard try window.draw() == .committed(1) else { throw RigError("nothing was drawn afterwards") }
    }
  }
}
