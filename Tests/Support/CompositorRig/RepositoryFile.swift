package import Foundation
import HeadlessCompositors
import OffhandPlatform

/// A file of this repository, wherever it is checked out.
package enum RepositoryFile {
  /// The absolute path of `path`, which is relative to the root.
  package static func path(_ path: String) -> String {
    let here = #filePath
    let root = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    return "\(root)/\(path)"
  }
}

/// A run on Debian's own kernel in QEMU, with touch screens made through uinput and a screen that the kernel drives.
///
/// The tests judge what it left; they do not start it. An emulated machine takes both cores for minutes, in which neither its own
/// programs nor other tests keep their time.
package enum KernelRun: String, Sendable {
  /// What `scripts/vm/touches` leaves: touches that reach the screen.
  case touches = "OFFHAND_KERNEL_RESULTS"
  /// What `scripts/vm/sources` leaves: touch sources before devices of every make.
  case sources = "OFFHAND_KERNEL_SOURCES"
  /// What `scripts/vm/cancels` leaves: what programs are told of touches that are cancelled.
  case cancels = "OFFHAND_KERNEL_CANCELS"
  /// What `scripts/vm/edges` leaves: swipes from an edge, and who received them.
  case edges = "OFFHAND_KERNEL_EDGES"
  /// What `scripts/vm/bridge` leaves: what programs receive of touches with the bridge between.
  case bridge = "OFFHAND_KERNEL_BRIDGE"
  /// What `scripts/vm/unit` leaves: the bridge's package under systemd.
  case unit = "OFFHAND_KERNEL_UNIT"
  /// What `scripts/vm/kiosk` leaves: a kiosk under systemd, from its setup to its removal.
  case kiosk = "OFFHAND_KERNEL_KIOSK"
  /// What `scripts/vm/programs` leaves: what programs of other makes receive with the bridge between.
  case programs = "OFFHAND_KERNEL_PROGRAMS"

  /// Why there is nothing to judge, `nil` if there is something; tests ask in `.enabled(if:)`.
  package var obstacle: String? {
    directory == nil ? "$\(rawValue) names no run of scripts/vm/\(self); scripts/test makes one where QEMU can" : nil
  }

  /// The directory with the results, named by the environment.
  package var directory: String? { Environment[rawValue] }

  /// The path of a file of the results.
  package func path(_ name: String) throws -> String {
    guard let directory else { throw RigError("\(self): \(obstacle ?? "")") }
    return "\(directory)/\(name)"
  }

  /// What the run tells about itself.
  package func results<Results: Decodable>(by decoder: JSONDecoder = JSONDecoder()) throws -> Results {
    try decoder.decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: path("results.json"))))
  }
}
