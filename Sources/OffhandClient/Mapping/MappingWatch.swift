import Logging
import Offhand
import OffhandLibinput
import OffhandWayland

/// Watches whether the compositor sees the fingers that we read where we see them, and says so where it does not.
///
/// Our own surface gets `wl_touch` for the same fingers. Two landings that come at the same time, each the only one of its
/// account, are one finger's; where they lie apart time after time, one of the two mappings is wrong.
final class MappingWatch {
  /// How far apart in time two accounts of one landing may be: a compositor that is busy drawing tells late.
  static let patience = Duration.milliseconds(300)
  /// After so many landings of which the compositor told nothing, the touch screen does not lie where we think.
  static let maximumSilence = 5

  private let source: any DeviceTouchSource
  private let warn: (String) -> Void
  private var comparisons: [DeviceID: MappingComparison] = [:]
  private var silence: [DeviceID: Int] = [:]
  private var own: Landing?
  private var other: Landing?
  /// The touch screens of which everything was said.
  private var settled: Set<DeviceID> = []

  /// A finger that landed: on what, when, and where as a part of the surface.
  private struct Landing {
    var device: DeviceID
    var time: Timestamp
    var place: (x: Double, y: Double)
  }

  /// Watches the touch screens of `source`; `warn` is told one line for each that is mapped wrongly.
  init(_ source: any DeviceTouchSource, warn: @escaping (String) -> Void) {
    self.source = source
    self.warn = warn
  }

  /// Takes note of what we read.
  func note(own frame: borrowing TouchFrame) {
    guard let touch = MappingWatch.soleLanding(in: frame), !settled.contains(touch.device),
      let surface = source.devices.first(where: { $0.id == touch.device })?.surface
    else { return }
    if let own, own.device == touch.device { missed(own.device) }
    own = Landing(device: touch.device, time: frame.timestamp, place: MappingWatch.part(touch.position, of: surface))
    pair()
  }

  /// Takes note of what the compositor told of `surface`, which is on the output named so.
  func note(other frame: borrowing TouchFrame, on surface: SurfaceGeometry, of output: String?) {
    guard let touch = MappingWatch.soleLanding(in: frame) else { return }
    other = Landing(device: touch.device, time: frame.timestamp, place: MappingWatch.part(touch.position, of: surface))
    pair(output)
  }

  private func pair(_ output: String? = nil) {
    guard let own, let other else { return }
    let isOwnOlder = own.time < other.time
    guard (isOwnOlder ? other.time - own.time : own.time - other.time) <= MappingWatch.patience else {
      // The older one was alone.
      if isOwnOlder { self.own = nil } else { self.other = nil }
      return
    }
    (self.own, self.other) = (nil, nil)
    silence[own.device] = 0
    comparisons[own.device, default: MappingComparison()].note(own: own.place, other: other.place)
    judge(own.device, output)
  }

  /// The compositor has not told of a landing before the next one came.
  private func missed(_ device: DeviceID) {
    silence[device, default: 0] += 1
    guard silence[device] == MappingWatch.maximumSilence, let screen = source.devices.first(where: { $0.id == device })
    else { return }
    settled.insert(device)
    let output = screen.output.map { " on \($0.name)" } ?? ""
    warn(
      "\(screen.name): the compositor tells nothing of its touches\(output); if it lies elsewhere, "
        + "say so with --map '\(name(of: device))=OUTPUT' ('offhand map' finds out)")
  }

  private func judge(_ device: DeviceID, _ output: String?) {
    guard let verdict = comparisons[device]?.verdict, let screen = source.devices.first(where: { $0.id == device })
    else {
      return
    }
    settled.insert(device)
    if let output, let mapped = screen.output?.name, mapped != output {
      return warn(
        "\(screen.name): its touches arrive on \(output), and we take it to lie on \(mapped); "
          + "--map '\(name(of: device))=\(output)' fits")
    }
    switch verdict {
    case .agrees: break
    case .differs(let matrix):
      warn(
        "\(screen.name): the compositor sees its touches elsewhere than we do; with this rule of udev both agree: "
          + #"ENV{LIBINPUT_CALIBRATION_MATRIX}="\#(calibration(of: device, corrected: matrix))""#)
    case .unrelated:
      warn(
        "\(screen.name): the compositor sees its touches elsewhere than we do, and no mapping leads from the one to the "
          + "other; 'offhand map' finds out which output it lies on")
    }
  }

  /// The matrix for the panel that moves our places to the compositor's. Ours follow from the panel's by its matrix and the
  /// turn of the output, so the correction is led back through that turn.
  private func calibration(of device: DeviceID, corrected correction: CalibrationMatrix) -> String {
    let present = source.panel(of: device)?.calibration ?? .identity
    let turn = source.mapping(of: device)?.transform ?? .normal
    let matrix = present.followed(by: turn.matrix).followed(by: correction).followed(by: turn.inverse.matrix)
    return [matrix.xx, matrix.xy, matrix.x0, matrix.yx, matrix.yy, matrix.y0].map { number in
      let rounded = (number * 1000).rounded() / 1000
      return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }.joined(separator: " ")
  }

  /// The name that stays when the touch screen is plugged in elsewhere in time: its place on the bus.
  private func name(of device: DeviceID) -> String { source.names(of: device).first ?? "" }

  /// The touch that landed in `frame`, where no other finger is on the glass.
  private static func soleLanding(in frame: borrowing TouchFrame) -> Touch? {
    guard frame.downCount == 1 else { return nil }
    for index in frame.indices where frame[index].phase == .began { return frame[index] }
    return nil
  }

  private static func part(_ place: Point, of surface: SurfaceGeometry) -> (x: Double, y: Double) {
    (place.x / surface.size.width, place.y / surface.size.height)
  }
}

/// Passes on what a feed delivers, and lets a mapping watch see it.
final class MappingTap: TouchReceiver {
  private let receiver: any TouchReceiver
  /// Whoever watches; nobody while there is no surface of ours to compare with.
  var watch: MappingWatch?

  init(_ receiver: any TouchReceiver) { self.receiver = receiver }

  func receive(added device: TouchDevice) { receiver.receive(added: device) }

  func receive(changed device: TouchDevice) { receiver.receive(changed: device) }

  func receive(removed device: DeviceID) { receiver.receive(removed: device) }

  func receive(_ frame: borrowing TouchFrame) {
    watch?.note(own: frame)
    receiver.receive(frame)
  }
}

/// Hears what the compositor says of fingers on one surface, for a mapping watch alone.
final class CompositorWitness: TouchReceiver {
  private let watch: MappingWatch
  private let surface: Surface

  init(_ watch: MappingWatch, on surface: Surface) {
    self.watch = watch
    self.surface = surface
  }

  func receive(added device: TouchDevice) {}

  func receive(changed device: TouchDevice) {}

  func receive(removed device: DeviceID) {}

  func receive(_ frame: borrowing TouchFrame) {
    guard let geometry = surface.layout?.geometry else { return }
    watch.note(other: frame, on: geometry, of: surface.output?.name)
  }
}
