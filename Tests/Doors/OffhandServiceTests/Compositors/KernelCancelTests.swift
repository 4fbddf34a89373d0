import CompositorRig
import Foundation
import Testing

/// A kernel's touch screen that is unplugged under a finger, or on which a finger becomes a palm, under each compositor of Debian 13.
@Suite(.enabled(if: KernelRun.cancels.obstacle == nil, "\(KernelRun.cancels.obstacle ?? "")"), .serialized)
struct KernelCancelTests {
  /// What `scripts/vm/cancels` tells about its run.
  private struct Results: Decodable {
    struct Compositor: Decodable {
      var compositor: String
      /// Why it was not measured.
      var failure: String?
      var faults: [Fault]?
      /// How each recorded contact ended: "cancelled" or "lifted".
      var contacts: [Contact]?
    }

    struct Fault: Decodable {
      var fault: String
      /// The events of the protocol from the landing on.
      var first: [String]
    }

    struct Contact: Decodable {
      var first: [Double]
      var last: [Double]
      var end: String

      init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        first = try fields.decode([Double].self)
        last = try fields.decode([Double].self)
        end = try fields.decode(String.self)
      }
    }

    /// The states of a pull whose screen was unplugged, the seconds until it ended, and the states of the next one.
    struct Pull: Decodable {
      var first: [String]
      var seconds: Double
      var next: [String]
    }

    var compositors: [Compositor]
    var pull: Pull
  }

  private func results() throws -> Results { try KernelRun.cancels.results() }

  @Test func `kernel no recorded finger continues one that was cancelled, whatever the compositor says of it`() throws {
    for run in try results().compositors {
      let contacts = try #require(run.contacts, "\(run.compositor): \(run.failure ?? "")")
      #expect(contacts.map(\.end) == ["cancelled", "cancelled", "lifted"], "\(run.compositor)")
      // A finger went 15 mm; the next one landed 160 mm away.
      #expect(contacts.allSatisfy { abs($0.last[0] - $0.first[0]) < 20 }, "\(run.compositor)")
    }
  }

  @Test func `kernel the compositors that pass cancels on are those that touch sources take for such`() throws {
    for run in try results().compositors {
      let faults = try #require(run.faults, "\(run.compositor): \(run.failure ?? "")")
      for fault in faults { #expect(fault.first.contains("cancel") == (run.compositor == "sway"), "\(run.compositor)") }
    }
  }

  @Test func `kernel a pull whose screen is unplugged ends under labwc, and the next finger begins another`() throws {
    let pull = try results().pull
    #expect(pull.first.first == "began" && pull.first.last == "cancelled" && (4...15).contains(pull.seconds))
    #expect(pull.next.first == "began" && pull.next.last == "ended")
  }
}
