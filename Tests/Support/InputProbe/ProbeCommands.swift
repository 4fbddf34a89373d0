import Glibc
import Offhand
import OffhandClient
import OffhandLibinput

/// Does what the standard input asks for; ends with it.
final class ProbeCommands: EventSource {
  private let feed: ProbeFeed
  private let stop: () -> Void

  init(_ feed: ProbeFeed, stop: @escaping () -> Void) {
    self.feed = feed
    self.stop = stop
  }

  var descriptor: Int32? { STDIN_FILENO }

  func dispatch(at now: Timestamp) throws {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return stop() }
    for word in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
      switch word {
      case "grab": feed.source.capture(.exclusive)
      case "share": feed.source.capture(.shared)
      case "suspend": feed.source.suspend(at: now) { feed.take($0) }
      case "resume": try feed.source.resume(at: now) { feed.take($0) }
      default: stop()
      }
    }
  }
}
