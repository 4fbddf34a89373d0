import Glibc

/// Replaces a file for a process that gives up the right to: it is the old one or the new one as a whole, also after a power cut.
///
/// Another process keeps that right, for this file alone (`FileBroker`).
package final class FileReplacer {
  private let broker: FileBroker
  private let path: String
  /// Where the new one is written.
  private let draft: String

  /// Starts the other process, for the file at `path`; if there is none yet it gets `permissions`. Call it before there are threads.
  /// Throws if it could not be replaced, or the system has no process left.
  package init(_ path: String, permissions: UInt32 = 0o644) throws(KernelError) {
    let target = Files.resolved(path) ?? path
    let draft = "\(target).\(Environment.process).new"
    let status = try? Descriptor.status(of: target)
    if status?.isDirectory == true { throw KernelError(call: "open \(path)", code: EISDIR) }
    if status != nil { try Files.check(target, for: .writing) }
    try Files.check(target.lastIndex(of: "/").map { String(target[...$0]) } ?? ".", for: .writing)
    (self.path, self.draft) = (target, draft)
    broker = try FileBroker(named: "offhand-file", confinement: nil) { (request) throws(KernelError) in
      if request == draft {
        return try Descriptor(opening: draft, .creating(permissions: status?.permissions ?? permissions))
      }
      guard request == target else { throw KernelError(call: "open", code: EACCES) }
      guard rename(draft, target) == 0 else { throw .last("rename \(target)") }
      return try Descriptor(opening: target, .reading)
    } atEnd: {
      // Of writing that failed.
      Files.removeFile(draft)
    }
  }

  /// Replaces the file, once, by one with `bytes`. Throws if that fails; the old one then stays.
  package func replace(with bytes: [UInt8]) throws(KernelError) {
    let file = try broker.open(draft)
    try file.write(bytes)
    try file.synchronize()
    _ = try broker.open(path)
  }
}
