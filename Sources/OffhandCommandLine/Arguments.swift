public import ArgumentParser
public import Offhand
package import OffhandWayland

/// The argument of `--commit`: when frames are committed.
package enum CommitArgument: String, ExpressibleByArgument, CaseIterable {
  case immediate
  case frameCallback = "frame-callback"
  case lateLatch = "late-latch"

  /// The policy of that name.
  package var policy: any PresentationPolicy {
    switch self {
    case .immediate: .immediate
    case .frameCallback: .frameCallback
    case .lateLatch: .lateLatch
    }
  }
}

extension PlacementPreset: ExpressibleByArgument {}
