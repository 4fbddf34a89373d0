import Offhand
import OffhandLibinput
import OffhandLinux
import OffhandRecordings

/// Opens what a program takes its touches from, and says which and why.
struct TouchInputs {
  /// What was opened.
  enum Opened {
    /// Touch screens through libinput.
    case libinput(TouchFeed<LibinputTouchSource>)
    /// A recording that plays from `start` on.
    case recording(path: String)
    /// The compositor.
    case wayland
  }

  /// What was opened.
  var opened: Opened
  /// One line for the user: where touches come from and, where nobody had chosen, why.
  var notice: String

  /// Opens what `input` names. Throws where it cannot be had; only the automatic choice has an alternative.
  static func open(_ input: TouchInput, for receiver: any TouchReceiver) throws -> TouchInputs {
    switch input {
    case .automatic: automatic(for: receiver)
    case .libinput(let seat): try libinput(.seat(seat), for: receiver)
    case .devices(let paths): try libinput(.nodes(paths), for: receiver)
    case .wayland: TouchInputs(opened: .wayland, notice: "touches come from the compositor (wl_touch)")
    case .recording(let path): try recording(path)
    }
  }

  private static func automatic(for receiver: any TouchReceiver) -> TouchInputs {
    do {
      return try libinput(.defaultSeat, for: receiver)
    } catch {
      return TouchInputs(
        opened: .wayland, notice: "touches come from the compositor (wl_touch), because libinput has none: \(error)")
    }
  }

  private static func libinput(
    _ selection: DeviceSelection, for receiver: any TouchReceiver
  ) throws(LibinputError) -> TouchInputs {
    let source = try LibinputTouchSource(selection)
    let names = source.devices.map { "\($0.name) at \($0.path)" }.joined(separator: ", ")
    return TouchInputs(
      opened: .libinput(TouchFeed(source, habits: .libinput, receiver: receiver)),
      notice: "touches come from libinput: \(names)")
  }

  /// Reads the first recording of the file, so that a broken one is told of at once.
  private static func recording(_ path: String) throws(RecordingError) -> TouchInputs {
    let source = try RecordingTouchSource(path: path, start: .zero)
    let caveat = source.caveat.map { " (\($0))" } ?? ""
    return TouchInputs(opened: .recording(path: path), notice: "touches come from the recording \(path)\(caveat)")
  }
}
