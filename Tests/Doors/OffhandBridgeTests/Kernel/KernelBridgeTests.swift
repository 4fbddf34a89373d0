import CompositorRig
import Foundation
import Testing

/// The bridge between a real kernel's touch screen and each compositor of Debian 13, with a program that fills the screen.
@Suite(.enabled(if: KernelRun.bridge.obstacle == nil, "\(KernelRun.bridge.obstacle ?? "")"), .serialized)
struct KernelBridgeTests {
  /// What `scripts/vm/bridge` tells about its run. Events begin with their name.
  private struct Results: Decodable {
    struct Compositor: Decodable {
      var compositor: String
      /// Why it was not measured to the end.
      var failure: String?
      /// The events of gestures without the bridge.
      var plain: [String: [[String]]]
      /// What `offhand bridge --check` printed.
      var check: String?
      var ways: [Way]
    }

    struct Way: Decodable {
      var way: String
      var gestures: [String: [[String]]]
      var faults: [Fault]
    }

    struct Fault: Decodable {
      var fault: String
      /// The fingers that the program keeps while the finger is still on the glass.
      var kept: Int?
      var keptAfterTheLift: Int
      /// The events of the next tap.
      var next: [String]

      enum CodingKeys: String, CodingKey {
        case fault, kept, next
        case keptAfterTheLift = "kept after the lift"
      }
    }

    /// The reports that were made at a rate, and those that a reader received.
    struct Delay: Decodable {
      var rate: Int
      var sent: Int
      var reports: Int
    }

    var compositors: [Compositor]
    /// Whether readers of the node receive the same with the bridge: "same", by way and gesture.
    var raw: [String: [String: String]]
    var delays: [Delay]
  }

  private func results() throws -> Results { try KernelRun.bridge.results() }

  @Test func `kernel touches that nothing takes reach programs as without the bridge`() throws {
    for run in try results().compositors {
      try #require(run.failure == nil, "\(run.compositor): \(run.failure ?? "")")
      let ways = ["sway", "kwin"].contains(run.compositor) ? ["take-back", "hold"] : ["hold"]
      #expect(run.ways.map(\.way) == ways, "\(run.compositor)")
      for way in run.ways {
        for name in ["tap", "drag", "pinch"] {
          #expect(way.gestures[name] == run.plain[name], "\(run.compositor) \(way.way): \(name)")
        }
      }
    }
  }

  @Test func `kernel the check finds out which way a compositor allows`() throws {
    for run in try results().compositors {
      let way = run.ways.contains { $0.way == "take-back" } ? "take-back" : "hold"
      #expect(run.check?.contains("(\(way))") == true, "\(run.compositor): \(run.check ?? "")")
    }
  }

  @Test func `kernel a swipe of three fingers is cancelled, or never arrives`() throws {
    for run in try results().compositors {
      for way in run.ways {
        let names = try #require(way.gestures["swipe"]).map { $0[0] }
        if way.way == "hold" {
          #expect(names.isEmpty, "\(run.compositor)")
        } else {
          #expect(names.filter { $0 == "down" }.count == 3 && !names.contains("up"), "\(run.compositor)")
          #expect(names.last == "cancel", "\(run.compositor)")
        }
      }
    }
  }

  @Test func `kernel no program keeps a finger after any fault, and the next tap arrives`() throws {
    for run in try results().compositors {
      for way in run.ways {
        #expect(way.faults.count == 6)
        for fault in way.faults {
          #expect(fault.kept ?? 0 == 0 && fault.keptAfterTheLift == 0, "\(run.compositor) \(way.way): \(fault.fault)")
          #expect(fault.next == ["down", "up"], "\(run.compositor) \(way.way): \(fault.fault)")
        }
      }
    }
  }

  @Test func `kernel readers of the node receive the same events, and all of them`() throws {
    let results = try results()
    #expect(Set(results.raw.keys) == ["take-back", "hold"] && !results.delays.isEmpty)
    for (way, gestures) in results.raw {
      #expect(Set(gestures.keys) == ["tap", "drag", "pinch"], "\(way)")
      for (name, found) in gestures { #expect(found == "same", "\(way): \(name)") }
    }
    // Delays are those of an emulated processor; at 240 Hz it may be too slow for what it emulates.
    for delay in results.delays where delay.rate < 100 { #expect(delay.reports == delay.sent) }
  }
}
