import ArgumentParser
import OffhandWayland

/// One `--commit` as it is written: when frames are committed.
enum CommitArgument: String, ExpressibleByArgument, CaseIterable {
  case immediate
  case frameCallback = "frame-callback"
  case lateLatch = "late-latch"

  /// The policy of that name.
  var policy: any PresentationPolicy {
    switch self {
    case .immediate: .immediate
    case .frameCallback: .frameCallback
    case .lateLatch: .lateLatch
    }
  }
}
