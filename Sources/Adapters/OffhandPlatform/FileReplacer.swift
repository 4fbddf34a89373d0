import CPlatform
import Glibc

/// Replaces a file for a process that gives up the right to: it is the old one or the new one as a whole, also after a power cut.
/// Its owner and permissions stay. A file of another user, and one in a folder where none can be made, is written in place.
///
/// Another process keeps that right, for this file alone (`FileBroker`).
package final class FileReplacer {
  private let broker: FileBroker?
  /// The file that is written in place.
  private let file: Descriptor?
  private let path: String
  /// Where the new one is written.
  private let draft: String

  /// Starts the other process, for the file at `path`; if there is none yet it gets `permissions`. Call it before there are threads.
  /// Throws if it could not be replaced, or the system has no process left.
  package init(_ path: String, permissions: UInt32 = 0o644) throws(KernelError) {
    let target = Files.resolved(path) ?? path
    let draft = "\(target).\(Environment.process).new"
    let status = try? Descriptor.status(of: target)
    // A link that leads nowhere would be replaced itself.
    var link = stat()
    if status == nil, lstat(path, &link) == 0 { throw KernelError(call: "open \(path)", code: ENOENT) }
    if status?.isDirectory == true { throw KernelError(call: "open \(path)", code: EISDIR) }
    if status != nil { try Files.check(target, for: .writing) }
    (self.path, self.draft) = (target, draft)
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    if let status, !Files.isUsable(folder, for: .writing) || ![status.owner, 0].contains(Environment.user) {
      broker = nil
      file = try Descriptor(opening: target, .readingAndWriting)
      return
    }
    file = nil
    try Files.check(folder, for: .writing)
    broker = try FileBroker(named: "offhand-file", confinement: nil) { (request) throws(KernelError) in
      if request == draft {
        let new = try Descriptor(opening: draft, .creating(permissions: status == nil ? permissions : 0o600))
        if let status {
          // Permissions last: a change of the owner takes some away. Those of its group are for no other one.
          let isOwned = fchown(new.number, status.owner, status.group) == 0
          guard fchmod(new.number, status.permissions & (isOwned ? 0o7777 : 0o707)) == 0 else {
            throw .last("fchmod \(draft)")
          }
        }
        return new
      }
      guard request == target else { throw KernelError(call: "open", code: EACCES) }
      guard rename(draft, target) == 0 else { throw .last("rename \(target)") }
      return try Descriptor(opening: target, .reading)
    } atEnd: {
      // Of writing that failed.
      Files.removeFile(draft)
    }
  }

  /// Replaces the file, once, by one with `bytes`. Throws if that fails; the old one then stays, unless it is written in place.
  package func replace(with bytes: [UInt8]) throws(KernelError) {
    guard let broker else {
      try file?.write(bytes, at: 0)
      try file?.resize(to: bytes.count)
      try file?.synchronize()
      return
    }
    let new = try broker.open(draft)
    try new.write(bytes)
    try new.synchronize()
    _ = try broker.open(path)
  }
}
