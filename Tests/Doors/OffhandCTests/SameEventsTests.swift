import COffhand
import Foundation
import Offhand
import OffhandC
import OffhandRecordings
import Testing

/// Events through C are those of the Swift pipeline, to the last bit of every number.
@Suite struct SameEventsTests {
  /// The recordings of people: `$OFFHAND_CORPUS`, or `../shared` beside the checkout; `nil` where this machine has none.
  static let traces: String? = {
    let environment = ProcessInfo.processInfo.environment["OFFHAND_CORPUS"]
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let shared = environment ?? checkout.appendingPathComponent("../shared").standardized.path
    return FileManager.default.fileExists(atPath: shared + "/traces") ? shared + "/traces" : nil
  }()

  static let files: [String] =
    traces.map { traces in
      ((try? FileManager.default.contentsOfDirectory(atPath: traces)) ?? [])
        .filter { $0.contains(".jsonl") && $0 != "devices.jsonl" }.sorted()
    } ?? []

  @Test(.enabled(if: traces != nil, "no corpus: set OFFHAND_CORPUS"), arguments: files)
  func `a recording gives the same bytes through C as through Swift`(file: String) throws {
    var reader = try RecordingReader(path: try #require(Self.traces) + "/" + file)
    var count = 0
    while let recording = try reader.next() {
      count += 1
      // Debug builds are slow.
      guard count <= 8 || count % 80 == 0 else { continue }
      let scale = RecordingScale(recording)
      for name in count % 5 == 1 ? PipelineCatalog.entries.map(\.name) : ["standard"] {
        let swift = swiftEvents(recording, scale, name)
        let c = try cEvents(recording, scale, name)
        if swift != c { Issue.record("\(recording.trace): \(name) differs, \(swift.count) and \(c.count) numbers") }
      }
    }
    #expect(count > 0)
  }

  private func swiftEvents(_ recording: Recording, _ scale: RecordingScale, _ name: String) -> [UInt64] {
    func events(of pipeline: some GesturePipeline) -> [UInt64] {
      var replay = Replay(recording, scale: scale, through: pipeline)
      var numbers: [UInt64] = []
      replay.run { event, _ in numbers += Self.numbers(event) }
      return numbers
    }
    guard
      let pipeline = PipelineCatalog.pipeline(
        named: name, bounds: scale.surface.bounds, posture: scale.posture(of: recording.device))
    else { return [] }
    return events(of: pipeline)
  }

  private func cEvents(_ recording: Recording, _ scale: RecordingScale, _ name: String) throws -> [UInt64] {
    let bounds = scale.surface.bounds
    let panel = offhand_rect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    let gestures = try name.withCString { name in
      try CGestures(outputs: [panel], flags: [OFFHAND_INFER_HAND]) {
        $0.pipeline = name
        $0.posture = Self.posture(scale.posture(of: recording.device))
      }
    }
    gestures.play(recording, scale: scale)
    return gestures.events.flatMap(Self.numbers)
  }

  /// The name of a gesture as numbers, so that everything is compared as such.
  private static func numbers(_ name: String) -> [UInt64] { name.utf8.map(UInt64.init) }

  private static func numbers(_ event: GestureEvent) -> [UInt64] {
    let gesture = event.gesture
    let doubles = [
      gesture.location.x, gesture.location.y, gesture.translation.dx, gesture.translation.dy, gesture.velocity.dx,
      gesture.velocity.dy, gesture.scale, gesture.scaleVelocity, gesture.rotation.radians, gesture.rotationVelocity,
      gesture.hand.confidence,
    ]
    let side: UInt64 =
      switch gesture.hand.side {
      case .unknown: 0
      case .left: 1
      case .right: 2
      case .both: 3
      }
    return numbers(event.name.description) + doubles.map(\.bitPattern) + [
      UInt64(event.state.rawValue), UInt64(bitPattern: event.timestamp.nanoseconds), UInt64(gesture.fingers),
      UInt64(gesture.taps), gesture.edge.map { UInt64(ScreenEdges($0).rawValue) } ?? 0,
      gesture.direction.map { UInt64(SwipeDirections($0).rawValue) } ?? 0, side, UInt64(event.recognizer),
      UInt64(event.handIndex),
    ]
  }

  private static func numbers(_ event: offhand_event) -> [UInt64] {
    let doubles = [
      event.x, event.y, event.dx, event.dy, event.vx, event.vy, event.scale, event.scale_velocity, event.rotation,
      event.rotation_velocity, event.hand_confidence,
    ]
    return numbers(String(cString: event.name)) + doubles.map(\.bitPattern) + [
      UInt64(event.state.rawValue), UInt64(bitPattern: event.time), UInt64(event.fingers), UInt64(event.taps),
      UInt64(event.edge), UInt64(event.direction), UInt64(event.hand.rawValue), UInt64(event.recognizer),
      UInt64(event.hand_index),
    ]
  }

  private static func posture(_ posture: Posture) -> offhand_posture {
    switch posture {
    case .unknown: OFFHAND_POSTURE_UNKNOWN
    case .flatTablet: OFFHAND_POSTURE_FLAT_TABLET
    case .monitor: OFFHAND_POSTURE_MONITOR
    case .kiosk: OFFHAND_POSTURE_KIOSK
    case .tabletop: OFFHAND_POSTURE_TABLETOP
    case .handheld: OFFHAND_POSTURE_HANDHELD
    case .faceUp: OFFHAND_POSTURE_FACE_UP
    case .thumbs: OFFHAND_POSTURE_THUMBS
    }
  }
}
