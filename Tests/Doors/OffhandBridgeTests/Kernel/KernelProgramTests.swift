import CompositorRig
import Foundation
import Testing

/// The bridge below programs of GTK 4, Qt 6 and Chromium, under sway and labwc on a real kernel.
@Suite(.enabled(if: KernelRun.programs.obstacle == nil, "\(KernelRun.programs.obstacle ?? "")"))
struct KernelProgramTests {
  /// What `scripts/vm/programs` tells of one program.
  private struct Run: Decodable, CustomStringConvertible {
    struct Way: Decodable {
      var way: String
      /// Of each touch where it landed, where it ended, and how.
      var gestures: [String: [String]]
      /// The tap after the swipe.
      var next: [String]
      /// What the program of GTK received of the pointer.
      var pointer: Pointer?
    }

    /// Events of the protocol: name and numbers.
    struct Pointer: Decodable {
      var press: [Event]
      var pan: [Event]
      var pinch: [Event]
      /// The keys that the kernel has down afterwards.
      var down: Int
      /// Pinches under which a process is killed.
      var kill: [Event]
      var killTheKeeper: [Event]

      enum CodingKeys: String, CodingKey {
        case press, pan, pinch, down, kill
        case killTheKeeper = "kill the keeper"
      }
    }

    struct Event: Decodable {
      var name: String
      var values: [Double] = []

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        name = try list.decode(String.self)
        while !list.isAtEnd { values.append(try list.decode(Double.self)) }
      }
    }

    var compositor: String
    var program: String
    /// Why it was not measured to the end.
    var failure: String?
    var plain: [String: [String]]?
    var ways: [Way]

    var description: String { "\(program) under \(compositor)" }
  }

  private let runs: [Run]

  init() throws { runs = try KernelRun.programs.results() }

  @Test func `kernel programs receive taps, drags and pinches as without the bridge, also after a swipe`() throws {
    let expected = ["sway", "labwc"].flatMap { compositor in
      ["gtk", "qt", "chromium"].map { "\($0) under \(compositor)" }
    }
    #expect(Set(runs.map(\.description)) == Set(expected))
    for run in runs {
      try #require(run.failure == nil, "\(run): \(run.failure ?? "")")
      let plain = try #require(run.plain)
      #expect(run.ways.map(\.way) == (run.compositor == "sway" ? ["take-back", "hold"] : ["hold"]), "\(run)")
      for (name, count) in ["tap": 1, "drag": 1, "pinch": 2] {
        #expect(
          plain[name]?.count == count && plain[name]?.allSatisfy { $0.hasSuffix(" up") } == true, "\(run): \(name)")
        for way in run.ways { #expect(way.gestures[name] == plain[name], "\(run), \(way.way): \(name)") }
      }
      for way in run.ways { #expect(way.next == plain["tap"], "\(run), \(way.way)") }
    }
  }

  @Test func `kernel programs receive a swipe of three fingers as cancelled, or not at all`() {
    for run in runs {
      for way in run.ways {
        let touches = way.gestures["swipe"]
        #expect(touches?.count == (way.way == "hold" ? 0 : 3), "\(run), \(way.way)")
        #expect(touches?.allSatisfy { $0.hasSuffix(" cancel") } == true, "\(run), \(way.way)")
      }
    }
  }

  @Test func `kernel a press clicks the right button, and two fingers turn the wheel, with Ctrl as they spread`() throws
  {
    for run in runs where run.program == "gtk" {
      for way in run.ways {
        let pointer = try #require(way.pointer, "\(run), \(way.way)")
        // At 100 and 60 mm of 320 by 200.
        let place = try #require(pointer.press.last { $0.name == "motion" }?.values, "\(run), \(way.way)")
        #expect(place.count == 2 && abs(place[0] - 400) < 1 && abs(place[1] - 240) < 1, "\(run), \(way.way): \(place)")
        #expect(pointer.press.filter { $0.name == "button" }.map(\.values) == [[0x111, 1], [0x111, 0]])
        func turned(_ events: [Run.Event]) -> Double {
          events.filter { $0.name == "axis_value120" && $0.values.first == 0 }.reduce(0) { $0 + $1.values[1] }
        }
        // 60 mm upwards without the slop of at most 5, and from 20 mm to 140 without that of at most 8.
        #expect((400...450).contains(turned(pointer.pan)), "\(run), \(way.way): \(turned(pointer.pan))")
        #expect((-1680 ... -1320).contains(turned(pointer.pinch)), "\(run), \(way.way): \(turned(pointer.pinch))")
        #expect(!pointer.pan.contains { $0.name == "modifiers" && $0.values != [0] })
        let (first, last) = (
          pointer.pinch.firstIndex { $0.name == "modifiers" && $0.values == [4] },
          pointer.pinch.lastIndex { $0.name == "modifiers" }
        )
        let wheel = pointer.pinch.indices.filter { pointer.pinch[$0].name == "axis_value120" }
        #expect(wheel.allSatisfy { $0 > first ?? .max && $0 < last ?? 0 }, "\(run), \(way.way)")
        #expect(pointer.pinch.last { $0.name == "modifiers" }?.values == [0] && pointer.down == 0)
      }
    }
  }

  @Test func `kernel no program keeps Ctrl down after a process of the bridge is killed under a pinch`() throws {
    for run in runs where run.program == "gtk" {
      for way in run.ways {
        let pointer = try #require(way.pointer, "\(run), \(way.way)")
        for events in [pointer.kill, pointer.killTheKeeper] {
          let keys = events.filter { $0.name == "modifiers" || $0.name == "leave" }
          #expect(keys.contains { $0.values == [4] } && keys.last?.values != [4], "\(run), \(way.way)")
        }
      }
    }
  }
}
