import HeadlessCompositors
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandOSC

// Tests/Adapters/OffhandOSCTests/PythonOSCTests.swift
private let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
private let python = ["env", "PYTHONPATH=/\(root)/.build/python", "python3", "-u", "-c"]
private let hasPythonOSC = (try? Program(python + ["import pythonosc"]).wait()) == .exited(0)

/// An implementation of OSC by others, python-osc, as a receiver and as a sender.
@Suite(.enabled(if: hasPythonOSC, "needs python-osc: scripts/setup osc"))
struct PythonOSCTests {
  @Test(arguments: TUIOWriter.Version.allCases) func `python-osc reads what is sent`(version: TUIOWriter.Version) throws
  {
    let address = try TUIOAddress.free()
    let receiver = try Program(
      python + [
        """
        from pythonosc import dispatcher, osc_server
        d = dispatcher.Dispatcher()
        d.set_default_handler(lambda path, *values: print(path, *values))
        server = osc_server.BlockingOSCUDPServer(('127.0.0.1', \(address.port)), d)
        print('ready')
        server.handle_request()
        """
      ])
    try receiver.waitForOutput("ready")
    var assembler = TouchFrameAssembler()
    var writer = TUIOWriter(version, name: "offhand", size: Size(width: 1000, height: 500))
    let device = DeviceID(rawValue: 1)
    let landing = TouchEvent.Kind.down(Point(x: 250, y: 250))
    assembler.add(.touch(TouchEvent(device: device, slot: 4, timestamp: .zero, kind: landing))) { _ in }
    let sender = try TUIOSender(to: [address])
    assembler.add(.frame(device, .zero)) { sender.send(writer.datagrams(for: $0)) }
    #expect(try receiver.wait() == .exited(0))
    let lines = receiver.standardOutput.split(separator: "\n").dropFirst().map(String.init)
    switch version {
    case .first:
      #expect(
        lines == [
          "/tuio/2Dcur source offhand", "/tuio/2Dcur alive 1", "/tuio/2Dcur set 1 0.25 0.5 0.0 0.0 0.0",
          "/tuio/2Dcur fseq 1",
        ])
    case .second:
      #expect(lines.count == 3 && lines[0].hasPrefix("/tuio2/frm 1 ") && lines[0].hasSuffix(" offhand"))
      #expect(lines.dropFirst() == ["/tuio2/ptr 1 0 0 0.25 0.5 0.0 0.0 0.0 1.0", "/tuio2/alv 1"])
    }
  }

  @Test func `what python-osc sends is a touch`() throws {
    let address = try TUIOAddress.free()
    let source = try TUIOTouchSource(TUIOPort(address))
    let sender = try Program(
      python + [
        """
        from pythonosc import osc_bundle_builder as b, osc_message_builder as m, udp_client
        bundle = b.OscBundleBuilder(b.IMMEDIATELY)
        for values in [('source', 'py'), ('alive', 5), ('set', 5, .5, .5, 0., 0., 0.), ('fseq', 1)]:
            message = m.OscMessageBuilder('/tuio/2Dcur')
            for value in values: message.add_arg(value)
            bundle.add_content(message.build())
        udp_client.UDPClient('127.0.0.1', \(address.port)).send(bundle.build())
        """
      ])
    #expect(try sender.wait() == .exited(0))
    #expect(Descriptor.wait(for: try #require(source.descriptor), .reading, atMost: .seconds(60)))
    var landed: [Int32] = []
    try source.dispatch(at: MonotonicClock.now()) {
      if case .touch(let touch) = $0, case .down = touch.kind { landed.append(touch.slot) }
    }
    #expect(landed == [5])
  }
}
