import OffhandPlatform

/// The kernel's figures of a process.
package struct ProcessFigures {
  /// Anonymous memory (RssAnon), in kB.
  package let ownKilobytes: Double
  /// Resident pages of files (RssFile), in kB.
  package let fileKilobytes: Double
  /// Shared memory (RssShmem), which for a Wayland client is its buffers, in kB.
  package let sharedKilobytes: Double
  /// How often its threads slept and woke: their voluntary context switches.
  package let wakeups: Int

  /// Reads the figures of process `id`; `nil` if there is none.
  package init?(_ id: Int32) {
    let tasks = "/proc/\(id)/task"
    let threads = ((try? Files.names(in: tasks)) ?? []).map { ProcessFigures.values(in: "\(tasks)/\($0)/status") }
    // Each thread tells the memory of the process.
    guard let own = threads.first?["RssAnon"], let file = threads.first?["RssFile"],
      let shared = threads.first?["RssShmem"]
    else { return nil }
    (ownKilobytes, fileKilobytes, sharedKilobytes) = (own, file, shared)
    wakeups = threads.reduce(0) { $0 + Int($1["voluntary_ctxt_switches"] ?? 0) }
  }

  private static func values(in path: String) -> [String: Double] {
    let status = String(decoding: (try? Files.contents(of: path)) ?? [], as: UTF8.self)
    var values: [String: Double] = [:]
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      if words.count >= 2, let value = Double(words[1]) { values[String(words[0])] = value }
    }
    return values
  }
}
