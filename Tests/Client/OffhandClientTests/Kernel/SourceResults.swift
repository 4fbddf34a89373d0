import CompositorRig
import Foundation
import Testing

/// What `scripts/vm/sources` tells about its run.
struct SourceResults: Decodable {
  struct Axis: Decodable {
    var min: Int
    var max: Int
    var fuzz: Int?
    var res: Int?
  }

  /// One contact of a report that was played; without a place when it ended.
  struct Contact: Decodable {
    var slot: Int
    var x: Int?
    var y: Int?
    var change: String
  }

  /// A screen, and what was played on it, report by report.
  struct Panel: Decodable {
    var name: String
    var slots: Int
    var x: Axis
    var y: Axis
    var reports: [[Contact]]
  }

  /// What became of a probe.
  struct Probe: Decodable {
    var log: String
    var exit: Int
  }

  /// What a probe held at a moment.
  struct Holdings: Decodable {
    var descriptors: Int
    var kilobytes: Int
  }

  struct Liar: Decodable {
    var name: String
    var width: Double
    var height: Double
  }

  struct Matrix: Decodable {
    var devices: [Panel]
    var liar: Liar
    var sources: [String: Probe]
  }

  struct Plugs: Decodable {
    var cycles: Int
    var before: [String: Holdings]
    var after: [String: Holdings]
    var sources: [String: Probe]
  }

  struct Played: Decodable {
    var devices: [Panel]
    var sources: [String: Probe]
  }

  struct Stalled: Decodable {
    /// Slot, x and y of the last report before everything lifted.
    var last: [[Int]]
    var sources: [String: Probe]
  }

  /// What was tried to open, by path: the name of the device, or what it is.
  struct Broker: Decodable {
    var names: [String: String]
    var sources: [String: Probe]
  }

  /// How many landings weston's client had heard of: before, when capture began, at its end, when it was over, at the end.
  struct Grab: Decodable {
    var shared: Int
    var heard: [Int]
    var reports: Int
    var seen: Int
    var source: Probe
    var client: String
  }

  /// How a command ended, and what it said.
  struct Run: Decodable {
    var exit: Int
    var output: String
    var errors: String
  }

  /// `offhand map`, and a demo that compares with weston: as both know the screen, and with a turn of which only we know.
  struct Mapping: Decodable {
    var asked: Run
    var same: Run
    var turned: Run
  }

  struct Permission: Decodable {
    var without: [String: Run]
    var doctor: Run
    var granted: [String: Run]
    var readable: [String: Bool]
  }

  /// What was recorded: the x of every finger, and how many were taken away, frame by frame.
  struct Terminal: Decodable {
    var exit: Int
    var frames: [[Int]]
    var cancelled: [Int]
  }

  struct Fast: Decodable {
    var count: Int
    var player: Int
    var sources: [String: Probe]
  }

  var matrix: Matrix?
  var plugs: Plugs
  var unplug: Played
  var stalled: Stalled
  var two: Played
  var broker: Broker
  var grab: Grab
  var mapping: Mapping
  var permission: Permission
  var terminal: Terminal
  var fast: Fast

  /// The results of the one run that all tests share.
  static func shared() throws -> SourceResults { try outcome.get() }

  private static let outcome = Result { () -> SourceResults in try KernelRun.sources.results() }

  /// The log of this name.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: KernelRun.sources.path(name), encoding: .utf8)
  }

  /// What a probe wrote down.
  func account(_ probe: Probe) throws -> ProbeAccount { try ProbeAccount(text(probe.log)) }
}

/// What a probe wrote down of one source.
struct ProbeAccount {
  struct Device {
    var number: Int
    var name: String
    var width: Double
    var height: Double
    var basis: String
  }

  struct Touch: Decodable {
    var device: Int
    var slot: Int
    var id: Int
    var phase: String
    var x: Double
    var y: Double

    var isDown: Bool { phase != "ended" && phase != "cancelled" }
  }

  struct Frame {
    var microseconds: Int
    var touches: [Touch]
  }

  /// What the source noticed that ought not to happen.
  struct Summary: Decodable {
    var drops: Int
    var unknown: Int
  }

  /// An attempt to open a node; 0 or the error number, by the program itself and by the process that opens touch screens for it.
  struct Opening {
    var path: String
    var direct: Int
    var brokered: Int
  }

  private struct Line: Decodable {
    var added: Int?
    var name: String?
    var width: Double?
    var height: Double?
    var basis: String?
    var removed: Int?
    var time: Int?
    var touches: [Touch]?
    var capture: String?
    var opening: String?
    var direct: Int?
    var brokered: Int?
    var drops: Int?
  }

  private(set) var devices: [Device] = []
  private(set) var removed: [Int] = []
  private(set) var frames: [Frame] = []
  private(set) var captures: [String] = []
  private(set) var openings: [Opening] = []
  private(set) var summary: Summary?

  /// Reads the lines of a probe.
  init(_ text: String) throws {
    let decoder = JSONDecoder()
    for text in text.split(separator: "\n") {
      let data = Data(text.utf8)
      let line = try decoder.decode(Line.self, from: data)
      if let number = line.added {
        devices.append(
          Device(
            number: number, name: line.name ?? "", width: line.width ?? 0, height: line.height ?? 0,
            basis: line.basis ?? ""))
      }
      if let number = line.removed { removed.append(number) }
      if let time = line.time { frames.append(Frame(microseconds: time, touches: line.touches ?? [])) }
      if let state = line.capture { captures.append(state) }
      if let path = line.opening, let direct = line.direct, let brokered = line.brokered {
        openings.append(Opening(path: path, direct: direct, brokered: brokered))
      }
      if line.drops != nil { summary = try decoder.decode(Summary.self, from: data) }
    }
  }

  /// The frames in which a touch of this device did something or rested.
  func frames(of device: Device) -> [Frame] {
    frames.compactMap { frame in
      let touches = frame.touches.filter { $0.device == device.number }
      return touches.isEmpty ? nil : Frame(microseconds: frame.microseconds, touches: touches)
    }
  }

  /// The contacts that began and never ended.
  var unfinished: Set<Int> {
    frames.reduce(into: []) { open, frame in
      for touch in frame.touches { if touch.isDown { open.insert(touch.id) } else { open.remove(touch.id) } }
    }
  }
}
