import Foundation

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
    var lags: Int
    var stalls: Int
    var unknown: Int
    var duplicates: Int
    var late: Int
    var overflows: Int
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
    var drops: Int?
  }

  private(set) var devices: [Device] = []
  private(set) var removed: [Int] = []
  private(set) var frames: [Frame] = []
  private(set) var captures: [String] = []
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
