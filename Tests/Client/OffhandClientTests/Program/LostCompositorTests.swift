import CompositorRig
import Glibc
import Logging
import Offhand
import OffhandPixman
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandClient

/// A program that looks for another compositor, as often as its schedule says.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
struct LostCompositorTests {
  private struct Blank: QuietView {}

  /// Does something once, right before the loop waits.
  private final class LastWord: EventSource {
    let descriptor: Int32? = nil
    var word: (() -> Void)?
    private(set) var isSaid = false

    func prepareToWait() {
      guard let word, !isSaid else { return }
      isSaid = true
      word()
    }
    func dispatch(at now: Timestamp) {}
  }

  /// A program at the compositor behind `path`.
  private func program(at path: String, attempts: Int) throws -> ViewProgram<Blank> {
    let program = try ViewProgram(
      Blank(), title: "Test", renderer: Renderer(fonts: try FontBook()), input: TouchInput(.wayland),
      display: ViewDisplay(loss: .reconnects), posture: nil, observer: nil, at: .named(path),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    program.schedule = ReconnectSchedule(firstDelay: .milliseconds(20), attempts: attempts)
    return program
  }

  private func end(_ weston: Weston) {
    kill(-weston.program.processID, SIGKILL)
    _ = try? weston.program.wait()
  }

  private func isMissing(_ error: ConnectionError?) -> Bool {
    if case .noCompositor = error { true } else { false }
  }

  @Test func `it tries again and again, and ends with the reason after the last attempt`() throws {
    let weston = try Weston()
    let program = try program(at: weston.socketPath, attempts: 3)
    end(weston)
    let start = ContinuousClock.now
    let error = #expect(throws: ConnectionError.self) { try program.run() }
    #expect(isMissing(error))
    #expect(ContinuousClock.now - start >= .milliseconds(20 + 40 + 80))
    #expect(program.schedule.nextDelay() == nil)
  }

  /// A program of one attempt, connected to the first compositor, which has ended; the second is at the same path.
  private func program(in folder: TemporaryFolder, of westons: [Weston]) throws -> ViewProgram<Blank> {
    let path = folder.file("wl")
    symlink(westons[0].socketPath, path)
    let program = try program(at: path, attempts: 1)
    unlink(path)
    symlink(westons[1].socketPath, path)
    end(westons[0])
    return program
  }

  @Test func `all attempts are for the next loss again`() throws {
    let westons = [try Weston(), try Weston()]
    let folder = try TemporaryFolder()
    let program = try program(in: folder, of: westons)
    var frames = 0
    program.onFrame = { _, _ in
      frames += 1
      end(westons[1])
    }
    let error = #expect(throws: ConnectionError.self) { try program.run() }
    #expect(isMissing(error) && frames > 0)
  }

  @Test func `a program that is to end when the compositor goes looks for no other`() throws {
    let westons = [try Weston(), try Weston()]
    let folder = try TemporaryFolder()
    let program = try program(in: folder, of: westons)
    // It has its turns before the second connection, which is added later.
    let last = LastWord()
    program.add(last)
    program.onFrame = { [unowned program] _, _ in
      last.word = { [unowned program] in
        program.stop()
        end(westons[1])
      }
    }
    try program.run()
    #expect(last.isSaid)
  }
}
