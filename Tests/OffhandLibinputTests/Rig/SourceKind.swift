import Offhand
import OffhandLibinput

/// The sources that keep one contract; the suites run on each.
enum SourceKind: CaseIterable {
  case libinput
  case evdev

  func source(
    _ selection: DeviceSelection, absence: Absence = .isAnError, preferences: MappingPreferences = MappingPreferences(),
    opener: FakeOpener, log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws(LibinputError) -> any DeviceTouchSource {
    switch self {
    case .libinput:
      try LibinputTouchSource(selection, absence: absence, preferences: preferences, opener: opener, log: log)
    case .evdev: try EvdevTouchSource(selection, absence: absence, preferences: preferences, opener: opener)
    }
  }
}
