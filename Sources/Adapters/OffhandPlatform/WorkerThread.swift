import CPlatform
import Glibc

/// An operating system thread that runs one closure (`pthread_create`).
///
/// It takes no signals but its own: those belong to the thread of the event loop, and one that a worker took would end the process. A
/// thread that is not joined frees its stack when its work is done.
package struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  /// Starts a thread that runs `body`. Throws if the system has no thread left.
  package init(_ body: @escaping @Sendable () -> Void) throws(KernelError) {
    var started = pthread_t()
    // The thread takes the closure out of this memory and frees it.
    let work = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    work.initialize(to: body)
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // The kernel sends it to the thread whose call it refused, and ends the process if that thread blocks it (`RefusedCalls`).
    sigdelset(&all, SIGSYS)
    // The new thread inherits the mask, so there is no moment in which it would take a signal.
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

  /// Without this, the stack of a thread that is not joined stays mapped to the end of the process.
  deinit { pthread_detach(thread) }

  /// Waits until the work is done.
  package consuming func join() {
    pthread_join(thread, nil)
    discard self
  }
}
