import Foundation
package import Testing

/// Threads apart for suites that mostly wait for programs, so that these hold up no others: tests share as many threads as there are
/// processors. Of such suites twice as many run at a time: more would be late before a compositor's clock.
package struct OwnThreads: SuiteTrait, TestScoping {
  private static let executor = Executor()

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor, operation: function)
  }

  private final class Executor: TaskExecutor {
    private let threads = OperationQueue()

    init() { threads.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      threads.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: Self { Self() }
}
