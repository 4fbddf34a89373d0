import CPlatform
import Glibc

/// One thread of the operating system that runs one piece of work. Wraps `pthread_create`.
///
/// It takes no signals: those belong to the thread of the loop, and one that a worker took would end the process.
public struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  /// Starts `body` on a thread of its own. Throws where the system has no thread left.
  public init(_ body: @escaping @Sendable () -> Void) throws(KernelError) {
    var started = pthread_t()
    // The thread takes the closure out of this memory and gives the memory back.
    let work = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    work.initialize(to: body)
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread inherits the mask, so there is no moment in which it would take one.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = pthread_create(
      &started, nil,
      { argument in
        guard let work = argument?.assumingMemoryBound(to: (@Sendable () -> Void).self) else { return nil }
        let body = work.move()
        work.deallocate()
        body()
        return nil
      }, work)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard code == 0 else {
      work.deinitialize(count: 1)
      work.deallocate()
      throw KernelError(call: "pthread_create", code: code)
    }
    thread = started
  }

  /// Waits until the work is done.
  public consuming func join() { pthread_join(thread, nil) }
}
