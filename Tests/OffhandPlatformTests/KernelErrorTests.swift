import OffhandPlatform
import Testing

struct KernelErrorTests {
  @Test func `a failed call is one plain line`() throws {
    let error = #expect(throws: KernelError.self) {
      let poller = try Poller()
      try poller.add(-1, key: 0, interest: .reading)
    }
    #expect(error?.description == "epoll_ctl failed: Bad file descriptor (errno 9)")
  }
}
