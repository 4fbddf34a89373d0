import Glibc

/// A shared library that is loaded while the program runs. It is never unloaded: what it handed out may still be in use.
package struct SharedLibrary {
  /// Why a shared library cannot be used: the loader's own words.
  package struct LoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One line, which names the file.
    package let description: String
  }

  private let handle: UnsafeMutableRawPointer
  private let path: String

  /// Loads the file at `path`. Throws if it is no shared library of this machine, or lacks something that it needs.
  package init(path: String) throws(LoadError) {
    // The loader would look for a name without a slash in the system's folders.
    guard let handle = dlopen(path.contains("/") ? path : "./\(path)", RTLD_NOW | RTLD_LOCAL) else {
      throw LoadError(description: SharedLibrary.reason(path))
    }
    self.handle = handle
    self.path = path
  }

  /// The address of the function called `name`. Throws if the library exports no such function.
  package func function(_ name: String) throws(LoadError) -> UnsafeMutableRawPointer {
    guard let address = dlsym(handle, name) else {
      throw LoadError(description: "\(path) exports no function '\(name)'")
    }
    return address
  }

  private static func reason(_ path: String) -> String {
    dlerror().map { String(cString: $0) } ?? "\(path) cannot be loaded"
  }
}
