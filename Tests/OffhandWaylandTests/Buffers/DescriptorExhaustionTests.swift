import CompositorRig
import Glibc
import Offhand
import Testing

@testable import OffhandWayland

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
