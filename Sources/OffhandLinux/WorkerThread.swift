import Glibc

/// One thread of the operating system that runs one piece of work. Wraps `pthread_create`.
public struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts `body` on a thread of its own. Throws where the system has no thread left.
  public init(_ body: @escaping @Sendable () -> Void) throws(KernelError) {
    var started = pthread_t()
    let work = Unmanaged.passRetained(Work(body: body))
    let code = pthread_create(
      &started, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw KernelError(call: "pthread_create", code: code)
    }
    thread = started
  }

  /// Waits until the work is done.
  public consuming func join() { pthread_join(thread, nil) }
}
