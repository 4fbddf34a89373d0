/// Removes files for a process that gives up the right to.
///
/// The kernel grants that right for a whole folder with all that is in it: to remove one file in the home, everything there could be
/// removed. So another process keeps it, which removes these files and can be asked for nothing else. It ends with this process.
package final class FileRemover {
  private let socket: UnixSocket

  /// Starts the other process, for the files at `paths`. Call it before there are threads. Throws if the system has no process left.
  package init(_ paths: [String]) throws(KernelError) {
    socket = try ProcessHalf.start("offhand-remover") { socket in
      // A signal to the group, as of Control-C, is for the process that asks.
      let signals = try? SignalQueue([.interrupt, .terminate, .hangUp])
      while !Descriptor.wait(for: socket.descriptor, .reading, atMost: nil) {}
      var request: UInt8 = 0
      if withUnsafeMutableBytes(of: &request, { socket.receive(into: $0) }) != nil {
        paths.forEach(Files.removeFile)
        withUnsafeBytes(of: request) { _ = socket.send($0) }
      }
      _ = consume signals
    }
  }

  /// Removes the files, and waits until they are, at most half a second.
  package func remove() {
    withUnsafeBytes(of: UInt8(0)) { _ = socket.send($0) }
    // The answer, or the end of the other process.
    Descriptor.wait(for: socket.descriptor, .reading, atMost: .milliseconds(500))
  }
}
