import CompositorRig
import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandService

/// When the service opens touch screens, beside a compositor whose own touch screen comes later.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: Sway.isAvailable && Weston.isAvailable, "needs sway and weston: scripts/setup compositors"))
struct TouchAccessTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"
  private let opener = FakeOpener()
  private let receiver = Receiver()
  private let weston: Weston
  private let sway: Sway
  private let loop: EventLoop
  private let access: TouchAccess

  init() throws {
    weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    sway = try Sway(in: weston)
    let connection = try Connection(to: .named(sway.socketPath))
    loop = try EventLoop()
    loop.add(ConnectionSource(connection))
    access = TouchAccess(
      TouchInput(.evdev(.seat(seat))), opener: opener, connection: connection, loop: loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    access.watchSession { [access, receiver] in if access.lacksScreens { TouchAccessTests.open(access, receiver) } }
  }

  /// As the service does.
  private static func open(_ access: TouchAccess, _ receiver: Receiver) {
    var configuration = ServiceConfiguration()
    configuration.gestures = [ServiceConfiguration.ListenedGesture(.tap)]
    access.open(for: configuration, beside: nil, receiver: receiver)
  }

  @Test func `a touch screen that is plugged in after the start is opened when the compositor has it`() throws {
    TouchAccessTests.open(access, receiver)
    #expect(!access.isOpen && access.lacksScreens && !access.hears)
    FakeTouchScreen(seat: seat).plug()
    try weston.touch(.touchAdd)
    try Waiting.until("the touch screen") {
      try loop.round(.none) { access.update(at: $0) }
      return access.isOpen
    }
    #expect(access.hears && !access.lacksScreens && opener.openDescriptors.count == 1)
    // In the background the touches are another user's.
    access.move(to: .background, at: .zero)
    #expect(!access.hears && !access.lacksScreens)
  }

  @Test func `in the background none is opened, not for a moment, and in front it is`() {
    FakeTouchScreen(seat: seat).plug()
    access.move(to: .background, at: .zero)
    TouchAccessTests.open(access, receiver)
    #expect(opener.opened.isEmpty && !access.isOpen && !access.lacksScreens)
    access.move(to: .foreground, at: .zero)
    #expect(opener.openDescriptors.count == 1 && access.isOpen && !access.lacksScreens)
  }
}
