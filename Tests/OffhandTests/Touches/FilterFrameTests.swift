import OffhandTesting
import Testing

@testable import Offhand

/// What filters make of single frames.
@Suite struct FilterFrameTests {
  private typealias Contact = (id: UInt64, phase: Touch.Phase, x: Double)

  private static let panel = DeviceID(rawValue: 1)

  private static func frame(_ contacts: [Contact], at milliseconds: Int64, device: DeviceID = panel) -> TouchFrame {
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000))
    for contact in contacts {
      var touch = Touch(
        id: Touch.ID(rawValue: contact.id), device: device, slot: Int32(contact.id),
        position: Point(x: contact.x, y: 50))
      touch.phase = contact.phase
      touch.landingTime = contact.phase == .began ? frame.timestamp : .zero
      frame.append(touch)
    }
    return frame
  }

  private static func line(_ frame: borrowing TouchFrame) -> [String] {
    frame.indices.map { "\(frame[$0].id.rawValue) \(frame[$0].phase) \(frame[$0].position.x)" }
  }

  private static func filtered(_ filter: inout some TouchFilter, _ frame: TouchFrame) -> [String] {
    var frame = frame
    filter.filter(&frame)
    return line(frame)
  }

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  // MARK: Glitches

  /// A filter that has seen a contact go and another come, with `pause` in milliseconds and `step` in mm between, `times` times.
  private static func learned(
    _ times: Int, pause: Int64 = 8, step: Double = 1, backOn other: DeviceID = panel
  ) -> GlitchFilter {
    var filter = GlitchFilter()
    for number in 0..<Int64(times) {
      let (start, id) = (number * 1000, UInt64(number) * 2 + 1)
      for (frame, device) in [
        (frame([(id, .began, 50)], at: start), panel), (frame([(id, .ended, 50)], at: start + 8), panel),
        (frame([(id + 1, .began, 50 + step)], at: start + 8 + pause, device: other), other),
        (frame([(id + 1, .ended, 50 + step)], at: start + 300, device: other), other),
      ] {
        _ = device
        var frame = frame
        filter.filter(&frame)
      }
    }
    return filter
  }

  @Test func `a device is known to lose contacts after two that come back, near, soon and on it`() {
    #expect(Self.learned(2).withholdsLifts(of: Self.panel))
    #expect(!Self.learned(1).withholdsLifts(of: Self.panel))
    #expect(!Self.learned(5, pause: 60).withholdsLifts(of: Self.panel))
    #expect(!Self.learned(5, step: 12).withholdsLifts(of: Self.panel))
    let other = DeviceID(rawValue: 2)
    #expect(!Self.learned(5, backOn: other).withholdsLifts(of: other))
    #expect(!Self.learned(5, backOn: other).withholdsLifts(of: Self.panel))
  }

  @Test func `a contact that comes back goes on as the touch that it was, with its landing, from where it was`() {
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
    #expect(Self.filtered(&filter, Self.frame([(1, .ended, 50)], at: 100)) == ["1 stationary 50.0"])
    var back = Self.frame([(2, .began, 53)], at: 116)
    filter.filter(&back)
    #expect(Self.line(back) == ["1 moved 53.0"])
    #expect(back[0].previousPosition.x == 50)
    #expect(back[0].landingTime == .zero)
    var later = Self.frame([(2, .moved, 54)], at: 124)
    filter.filter(&later)
    #expect(Self.line(later) == ["1 moved 54.0"])
    #expect(later[0].landingTime == .zero)
    #expect(filter.withheld == nil)
  }

  @Test func `one that lands elsewhere, late or on another panel is another touch`() {
    for (x, pause, device) in [(70.0, Int64(16), Self.panel), (50, 16, DeviceID(rawValue: 2))] {
      var filter = GlitchFilter(devices: [Self.panel])
      _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
      _ = Self.filtered(&filter, Self.frame([(1, .ended, 50)], at: 100))
      let next = Self.filtered(&filter, Self.frame([(2, .began, x)], at: 100 + pause, device: device))
      #expect(next == ["1 stationary 50.0", "2 began \(x)"])
    }
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
    _ = Self.filtered(&filter, Self.frame([(1, .ended, 50)], at: 100))
    #expect(Self.filtered(&filter, Self.frame([(2, .began, 50)], at: 200)) == ["1 ended 50.0", "2 began 50.0"])
  }

  @Test func `a finger that lands elsewhere in the slot of one whose lift is withheld ends that one`() {
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50), (2, .began, 90)], at: 0))
    #expect(Self.filtered(&filter, Self.frame([(1, .ended, 50), (2, .ended, 90)], at: 100)).count == 2)
    var next = Self.frame([(3, .began, 120)], at: 108)
    next[0].slot = 1
    #expect(Self.filtered(&filter, next) == ["1 ended 50.0", "2 stationary 90.0", "3 began 120.0"])
    #expect(filter.withheld?.until == Self.time(140))
  }

  @Test func `lifts are withheld each for its own 40 ms, and released without moving the others`() {
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50), (2, .began, 80), (3, .began, 110)], at: 0))
    _ = Self.filtered(&filter, Self.frame([(1, .ended, 50), (2, .stationary, 80), (3, .moved, 112)], at: 100))
    _ = Self.filtered(&filter, Self.frame([(2, .ended, 80), (3, .moved, 115)], at: 120))
    #expect(filter.withheld == WithheldTouches(since: Self.time(120), until: Self.time(140)))
    var released = TouchFrame()
    filter.release(into: &released)
    #expect(Self.line(released) == ["1 ended 50.0", "2 stationary 80.0", "3 stationary 115.0"])
    #expect(released[2].previousPosition.x == 115)
    #expect(filter.withheld == WithheldTouches(since: Self.time(120), until: Self.time(160)))
    filter.release(into: &released)
    #expect(Self.line(released) == ["2 ended 80.0", "3 stationary 115.0"])
    #expect(filter.withheld == nil)
  }

  @Test func `after a reset nothing of before comes`() {
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
    _ = Self.filtered(&filter, Self.frame([(1, .ended, 50)], at: 100))
    filter.reset()
    #expect(filter.withheld == nil)
    #expect(Self.filtered(&filter, Self.frame([(2, .began, 50)], at: 108)) == ["2 began 50.0"])
  }

  @Test func `a contact whose number comes again later is a touch of its own`() {
    var filter = GlitchFilter(devices: [Self.panel])
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
    _ = Self.filtered(&filter, Self.frame([(1, .ended, 50)], at: 100))
    _ = Self.filtered(&filter, Self.frame([(2, .began, 50)], at: 108))
    _ = Self.filtered(&filter, Self.frame([(2, .ended, 50)], at: 200))
    _ = Self.filtered(&filter, Self.frame([], at: 300))
    #expect(Self.filtered(&filter, Self.frame([(2, .began, 90)], at: 400)) == ["2 began 90.0"])
  }

  // MARK: Noise

  /// Frames of a still finger whose positions alternate by `noise`, with one contact for every thirty reports.
  private static func tremble(
    _ filter: inout some TouchFilter, by noise: Double, reports: Int, device: DeviceID = panel, from id: UInt64 = 1
  ) {
    var random = SeededGenerator(seed: 5)
    for report in 0..<reports {
      var touch = Touch(
        id: Touch.ID(rawValue: id + UInt64(report / 30)), device: device,
        position: Point(x: 50 + random.number(-noise...noise), y: 50 + random.number(-noise...noise)))
      touch.phase = report % 30 == 0 ? .began : .moved
      var frame = TouchFrame(timestamp: time(Int64(report) * 8))
      frame.append(touch)
      filter.filter(&frame)
    }
  }

  private static func floor(_ filter: inout NoiseFilter, _ devices: [DeviceID]) -> Double {
    var frame = TouchFrame()
    for (index, device) in devices.enumerated() {
      frame.append(Touch(id: Touch.ID(rawValue: 9000 + UInt64(index)), device: device, position: .origin))
    }
    filter.filter(&frame)
    return frame.noiseFloor
  }

  @Test func `the noisiest of the panels that are touched counts`() {
    var filter = NoiseFilter()
    let quiet = DeviceID(rawValue: 2)
    Self.tremble(&filter, by: 0.3, reports: 600)
    Self.tremble(&filter, by: 0.02, reports: 600, device: quiet, from: 500)
    let noisy = Self.floor(&filter, [Self.panel])
    #expect(noisy > 0.3)
    #expect(Self.floor(&filter, [Self.panel, quiet]) == noisy)
    #expect(Self.floor(&filter, [quiet, Self.panel]) == noisy)
    #expect(Self.floor(&filter, [quiet]) < noisy / 3)
  }

  @Test func `a finger whose number was another's is not compared with that one`() {
    var filter = NoiseFilter()
    for report in 0..<400 {
      // Each contact is seen twice only; neighbours lie 1 mm apart.
      var frame = Self.frame(
        [(7, report % 2 == 0 ? .began : .moved, 50 + Double(report / 2 % 2))], at: Int64(report) * 8)
      filter.filter(&frame)
      var lifted = Self.frame([], at: Int64(report) * 8 + 4)
      if report % 2 == 1 { filter.filter(&lifted) }
    }
    #expect(filter.deviation(of: Self.panel) == 0)
  }

  @Test func `behind the jitter filter a finger moves from where it was shown`() {
    var filter = JitterFilter(radius: 1)
    _ = Self.filtered(&filter, Self.frame([(1, .began, 50)], at: 0))
    #expect(Self.filtered(&filter, Self.frame([(1, .moved, 50.5)], at: 8)) == ["1 stationary 50.0"])
    var frame = Self.frame([(1, .moved, 53)], at: 16)
    filter.filter(&frame)
    #expect(Self.line(frame) == ["1 moved 52.0"])
    #expect(frame[0].previousPosition.x == 50)
    var noisy = Self.frame([(1, .moved, 55)], at: 24)
    noisy.noiseFloor = 2.5
    filter.filter(&noisy)
    #expect(Self.line(noisy) == ["1 moved 52.5"], "as wide as the noise of the panel")
  }

  // MARK: Several filters

  /// Withholds nothing but says so, and marks the frames that it saw.
  private struct Marker: TouchFilter {
    var offset: Double
    var end: Timestamp?

    mutating func filter(_ frame: inout TouchFrame) {
      for index in frame.indices { frame[index].position.x += offset }
    }
    var withheld: WithheldTouches? { end.map { WithheldTouches(since: .zero, until: $0) } }
    mutating func release(into frame: inout TouchFrame) { end = nil }
    mutating func reset() {}
  }

  @Test func `of two filters that withhold, the one that is due first is released, and passes the second`() {
    for (one, another) in [(Int64(20), Int64(50)), (50, 20)] {
      var pair = TouchFilterPair(
        first: Marker(offset: 1, end: Self.time(one)), second: Marker(offset: 10, end: Self.time(another)))
      #expect(pair.withheld?.until == Self.time(20))
      var frame = Self.frame([(1, .stationary, 50)], at: 0)
      pair.release(into: &frame)
      #expect(frame[0].position.x == (one < another ? 60 : 50))
      #expect(pair.withheld?.until == Self.time(50))
    }
  }

  @Test func `frames of filters are due with what comes first, and rest while a contact may be lost`() {
    var frames = FilteredFrames(GlitchFilter(devices: [Self.panel]))
    frames.filter(Self.frame([(1, .began, 50)], at: 0))
    #expect(frames.deadline(beside: Self.time(30)) == Self.time(30))
    frames.filter(Self.frame([(1, .ended, 50)], at: 100))
    #expect(frames.isPaused)
    #expect(frames.deadline(beside: Self.time(110)) == Self.time(140))
    frames.filter(Self.frame([(2, .began, 90)], at: 120))
    #expect(!frames.isPaused)
    #expect(frames.deadline(beside: Self.time(130)) == Self.time(130))
    #expect(frames.deadline(beside: Self.time(150)) == Self.time(140))
    #expect(frames.deadline(beside: nil) == Self.time(140))
    let (early, late) = (frames.release(before: Self.time(140)), frames.release(before: Self.time(141)))
    #expect(!early && late)
    #expect(Self.line(frames.frame) == ["1 ended 50.0", "2 stationary 90.0"])
  }
}
