import OffhandPlatform

/// The program that a compositor is.
package struct CompositorProgram: Sendable, Hashable {
  /// Its name, such as `sway`.
  package var name: String
  /// The size of its file and the time at which that was made, which are others in another version.
  package var build: String

  package init(name: String, build: String) { (self.name, self.build) = (name, build) }

  /// The program of a process, which must be of the same user; `nil` if the kernel does not say.
  init?(process: Int32) {
    guard process > 0, let name = try? Files.contents(of: "/proc/\(process)/comm", atMost: 64),
      let file = try? Descriptor.status(of: "/proc/\(process)/exe")
    else { return nil }
    self.init(
      name: String(decoding: name.prefix { $0 != 10 }, as: UTF8.self), build: "\(file.size)-\(file.modified)")
  }
}
