import Glibc
import OffhandPlatform
import Testing

@Suite(.serialized) struct SignalQueueTests {
  @Test func `a signal becomes readable instead of killing`() async throws {
    // On a thread of its own, so that the mask of the test's threads stays as it is.
    let thread = try WorkerThread {
      do {
        let queue = try SignalQueue()
        let before = queue.next()
        pthread_kill(pthread_self(), SIGINT)
        pthread_kill(pthread_self(), SIGTERM)
        let signals = [queue.next(), queue.next(), queue.next()]
        #expect(before == nil)
        #expect(signals == [.interrupt, .terminate, nil])
      } catch {
        Issue.record(error)
      }
    }
    thread.join()
  }
}
