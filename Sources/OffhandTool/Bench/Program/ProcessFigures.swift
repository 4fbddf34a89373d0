import Foundation

/// What the kernel says of a process.
struct ProcessFigures {
  /// Memory of its own, without what is shared, in kilobytes.
  var ownKilobytes: Double
  /// Pages of files that are in memory, in kilobytes.
  var fileKilobytes: Double
  /// Memory shared with others, which of a Wayland client is its buffers, in kilobytes.
  var sharedKilobytes: Double
  /// How often it slept and woke again, in all its threads.
  var wakeups: Int

  /// Of process `id`; `nil` where there is none.
  init?(_ id: Int32) {
    guard let status = FileManager.default.contents(atPath: "/proc/\(id)/status") else { return nil }
    let values = ProcessFigures.values(in: String(decoding: status, as: UTF8.self))
    guard let own = values["RssAnon"], let file = values["RssFile"], let shared = values["RssShmem"] else { return nil }
    (ownKilobytes, fileKilobytes, sharedKilobytes) = (own, file, shared)
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    wakeups = threads.reduce(0) { sum, thread in
      let status = FileManager.default.contents(atPath: "/proc/\(id)/task/\(thread)/status") ?? Data()
      let values = ProcessFigures.values(in: String(decoding: status, as: UTF8.self))
      return sum + Int(values["voluntary_ctxt_switches"] ?? 0)
    }
  }

  private static func values(in status: String) -> [String: Double] {
    var values: [String: Double] = [:]
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      if words.count >= 2, let value = Double(words[1]) { values[String(words[0])] = value }
    }
    return values
  }
}
