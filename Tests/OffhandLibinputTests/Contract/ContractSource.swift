import CompositorRig
import Testing

/// Every way in which touches come in.
enum ContractSource: String, CaseIterable, CustomTestStringConvertible {
  case libinput
  case evdev
  case jsonLines
  case libinputRecord
  case weston
  case sway
  case cage

  var testDescription: String { rawValue }

  /// Those that this machine can try.
  static var present: [ContractSource] {
    allCases.filter { source in
      switch source {
      case .libinput, .evdev, .jsonLines, .libinputRecord: true
      case .weston: Weston.isAvailable
      case .sway: Weston.isAvailable && Sway.isAvailable
      case .cage: Weston.isAvailable && Cage.isAvailable
      }
    }
  }

  /// A touch screen that can be played on, and the source behind it.
  func stage() throws -> any ContractStage {
    switch self {
    case .libinput: try KernelStage(.libinput)
    case .evdev: try KernelStage(.evdev)
    case .jsonLines: RecordingStage(extension: "jsonl")
    case .libinputRecord: RecordingStage(extension: "yml")
    case .weston:
      try {
        let weston = try Weston()
        return try CompositorStage(weston, touching: weston)
      }()
    case .sway:
      try {
        let weston = try Weston(touchScreen: .later)
        return try CompositorStage(try Sway(inside: weston), touching: weston)
      }()
    case .cage:
      try {
        let weston = try Weston(touchScreen: .later)
        return try CompositorStage(try Cage(inside: weston), touching: weston)
      }()
    }
  }
}
