import Logging
import Offhand
import OffhandLibinput
import OffhandPlatform
import OffhandWayland

/// Compares the positions of touches that are read here with those that the compositor reports, and warns if they differ.
///
/// The program's surface gets `wl_touch` events for the same touches. Two landings within 300 ms, each the only touch of its
/// source, are one touch; if their positions differ repeatedly, one of the two mappings is wrong. It also warns after five
/// landings in a row that the compositor did not report.
final class MappingWatch {
  /// The greatest time between two reports of one landing: a compositor that is busy drawing reports late.
  static let patience = Duration.milliseconds(300)
  /// The number of landings without a report of the compositor after which the touch screen counts as being on another output.
  static let maximumSilence = 5

  private let source: any DeviceTouchSource
  private let warn: (String) -> Void
  private var comparisons: [DeviceID: MappingComparison] = [:]
  private var silence: [DeviceID: Int] = [:]
  private var own: Landing?
  private var other: Landing?
  /// The touch screens that need no further comparison.
  private var settled: Set<DeviceID> = []

  /// A landing: the touch screen, the time, and the position in fractions of the surface.
  private struct Landing {
    var device: DeviceID
    var time: Timestamp
    var position: (x: Double, y: Double)
  }

  /// Watches the touch screens of `source`; `warn` receives one line for each that is mapped wrongly.
  init(_ source: any DeviceTouchSource, warn: @escaping (String) -> Void) {
    self.source = source
    self.warn = warn
  }

  /// Notes a frame that was read here.
  func note(own frame: borrowing TouchFrame) {
    guard let touch = MappingWatch.soleLanding(in: frame), !settled.contains(touch.device),
      let surface = source.devices.first(where: { $0.id == touch.device })?.surface
    else { return }
    if let own, own.device == touch.device { missed(own.device) }
    own = Landing(
      device: touch.device, time: frame.timestamp, position: MappingWatch.fraction(touch.position, of: surface))
    pair()
  }

  /// Notes a frame that the compositor reported for `surface`, which is on `output`.
  func note(other frame: borrowing TouchFrame, on surface: SurfaceGeometry, of output: String?) {
    guard let touch = MappingWatch.soleLanding(in: frame) else { return }
    other = Landing(
      device: touch.device, time: frame.timestamp, position: MappingWatch.fraction(touch.position, of: surface))
    pair(output)
  }

  private func pair(_ output: String? = nil) {
    guard let own, let other else { return }
    let isOwnOlder = own.time < other.time
    guard (isOwnOlder ? other.time - own.time : own.time - other.time) <= MappingWatch.patience else {
      // The older landing had no counterpart.
      if isOwnOlder { self.own = nil } else { self.other = nil }
      return
    }
    (self.own, self.other) = (nil, nil)
    silence[own.device] = 0
    comparisons[own.device, default: MappingComparison()].note(own: own.position, other: other.position)
    judge(own.device, output)
  }

  /// Counts a landing that the compositor did not report before the next one.
  private func missed(_ device: DeviceID) {
    silence[device, default: 0] += 1
    guard silence[device] == MappingWatch.maximumSilence, let screen = source.devices.first(where: { $0.id == device })
    else { return }
    settled.insert(device)
    let output = screen.output.map { " on \($0.name)" } ?? ""
    warn(
      "\(screen.name): the compositor reports none of its touches\(output); if it lies elsewhere, "
        + "say so with --map \(ForeignText.shellWord("\(name(of: device))=OUTPUT")) ('offhand map' finds out)")
  }

  private func judge(_ device: DeviceID, _ output: String?) {
    guard let verdict = comparisons[device]?.verdict, let screen = source.devices.first(where: { $0.id == device })
    else {
      return
    }
    settled.insert(device)
    if let output, let mapped = screen.output?.name, mapped != output {
      return warn(
        "\(screen.name): its touches arrive on \(output), but it is mapped to \(mapped); "
          + "--map \(ForeignText.shellWord("\(name(of: device))=\(output)")) fits")
    }
    switch verdict {
    case .agrees: break
    case .differs where source.preferences.calibration(for: source.names(of: device), after: .identity) != .identity:
      // What the compositor lacks is that calibration, or it has it twice here: positions alone do not tell which.
      warn(
        "\(screen.name): the compositor maps its touches differently, without the calibration in panel.toml; "
          + "with the udev rule there in use, remove calibration from panel.toml")
    case .differs(let matrix):
      warn(
        "\(screen.name): the compositor maps its touches differently; with this udev rule both agree: "
          + #"ENV{LIBINPUT_CALIBRATION_MATRIX}="\#(calibration(of: device, corrected: matrix))""#)
    case .unrelated:
      warn(
        "\(screen.name): the compositor maps its touches differently, and no matrix explains the difference; "
          + "'offhand map' finds out which output it lies on")
    }
  }

  /// The calibration matrix that makes both mappings agree. Positions result from the panel's by its matrix and the transform of
  /// the output, so the correction is transformed back.
  private func calibration(of device: DeviceID, corrected correction: CalibrationMatrix) -> String {
    let present = source.panel(of: device)?.calibration ?? .identity
    let transform = source.mapping(of: device)?.transform ?? .normal
    let matrix = present.followed(by: transform.matrix).followed(by: correction).followed(by: transform.inverse.matrix)
    return matrix.text()
  }

  /// The stable name of the touch screen: its path on the bus.
  private func name(of device: DeviceID) -> String { source.names(of: device).first ?? "" }

  /// The touch that landed in `frame`; `nil` if there are others.
  private static func soleLanding(in frame: borrowing TouchFrame) -> Touch? {
    guard frame.downCount == 1 else { return nil }
    for index in frame.indices where frame[index].phase == .began { return frame[index] }
    return nil
  }

  private static func fraction(_ position: Point, of surface: SurfaceGeometry) -> (x: Double, y: Double) {
    (position.x / surface.size.width, position.y / surface.size.height)
  }
}

/// Passes the touches that the compositor reports for one surface to a mapping watch.
final class SurfaceComparison: TouchReceiver {
  private let watch: MappingWatch
  private let surface: Surface

  init(_ watch: MappingWatch, on surface: Surface) {
    self.watch = watch
    self.surface = surface
  }

  func receive(_ frame: borrowing TouchFrame) {
    guard let geometry = surface.layout?.geometry else { return }
    watch.note(other: frame, on: geometry, of: surface.output?.name)
  }
}
