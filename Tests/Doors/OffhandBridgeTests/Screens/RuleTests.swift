import Offhand
import OffhandLibinput
import OffhandService
import Testing

@testable import OffhandBridge

/// The small rules of the bridge.
struct RuleTests {
  private func event(_ name: String, _ state: GestureState, fingers: Int, direction: SwipeDirection? = nil) throws
    -> GestureEvent
  {
    var gesture = Gesture()
    (gesture.fingers, gesture.direction) = (fingers, direction)
    return GestureEvent(
      recognizer: 0, name: try GestureName(name), state: state, timestamp: .zero, gesture: gesture)
  }

  @Test func `exclusive gestures take their touches when they begin, others none`() throws {
    var pinch = ServiceConfiguration.ListenedGesture(.pinch, fingers: 3)
    let began = try event("pinch", .began, fingers: 3)
    #expect(!pinch.takes(began))
    pinch.exclusive = true
    #expect(try pinch.takes(began) && !pinch.takes(event("pinch", .began, fingers: 2)))
    #expect(try !pinch.takes(event("pinch", .ended, fingers: 3)))
    var swipe = TwinRelayTests.swipe(3)
    swipe.direction = .left
    #expect(try swipe.takes(event("swipe-3", .recognized, fingers: 3, direction: .left)))
    #expect(try !swipe.takes(event("swipe-3", .recognized, fingers: 3, direction: .right)))
  }

  @Test func `a twin that is open longer than it was told of is waited for, no more`() {
    var arrival = TwinArrival()
    func note(_ change: Int, _ milliseconds: Int64) -> Bool {
      arrival.note(change, at: Timestamp(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000))
    }
    // Two openings that were told of once, and both closed.
    for change in [0, 1, -1, -1] { #expect(!note(change, 0)) }
    #expect(!arrival.isOpen && !note(1, 50) && arrival.isOpen)
    #expect(!note(0, 140) && note(0, 150))
  }

  @Test func `a pointer waits for a rest of one finger, and of two that turn the wheel`() {
    let (rest, moment) = (Duration.milliseconds(560), Duration.milliseconds(60))
    let press = HoldRule([], pointer: [.rightClick])
    #expect(press.patience(for: 1) == rest && press.mayTake(1) && !press.mayTake(2))
    let wheel = HoldRule([TwinRelayTests.swipe(3)], pointer: [.wheel])
    #expect((1...3).map(wheel.patience) == [rest, rest, moment] && wheel.mayTake(3) && wheel.isWhole(2))
    #expect(TwinRelayTests.threeFingers.patience(for: 1) == moment && !HoldRule([]).holds)
  }

  @Test func `where two programs are awaited, the second one counts once it stays`() {
    var arrival = TwinArrival()
    func note(_ change: Int, _ milliseconds: Int) -> Bool {
      arrival.note(change, awaiting: 2, at: Timestamp.zero + .milliseconds(milliseconds))
    }
    #expect(!note(1, 0) && !note(1, 0) && !note(-1, 50) && !note(0, 200) && !arrival.isOpen)
    #expect(!note(1, 300) && !note(0, 399) && note(0, 400) && arrival.isOpen)
  }

  @Test func `a description of a twin survives its message, and one that is cut off or too long is none`() throws {
    var screen = VirtualTouchScreen.Description(
      name: "Panel", identity: [3, 0x1234, 0x5678, 1],
      axes: [
        .init(code: EvdevCode.slot, minimum: 0, maximum: 59),
        .init(code: EvdevCode.positionX, minimum: -5, maximum: 6000, resolution: 20),
      ])
    (screen.hasTimestamps, screen.place) = (true, "usb-0000:00:14.0-1/input0")
    let request = KeeperRequest.make(TwinDescription(of: screen))
    let read = { (numbers: [Int32]) in numbers.withUnsafeBytes { KeeperRequest($0) } }
    guard case .make(let description) = read(request.numbers) else {
      Issue.record("no description")
      return
    }
    #expect(.make(description) == request && description.slots == 60)
    #expect(description.screen.place == "usb-0000:00:14.0-1/input/\(Keeper.place)")
    for (place, twin) in [("", Keeper.place), ("i2c-ELAN", "i2c-ELAN/input/\(Keeper.place)")] {
      screen.place = place
      #expect(TwinDescription(of: screen).screen.place == twin)
    }
    #expect(description.screen.axes.contains { $0.code == EvdevCode.toolType && $0.maximum == 2 })
    for length in 0..<15 { #expect(read(Array(request.numbers.prefix(length))) == nil) }
    #expect(read(request.numbers + Array(repeating: 65, count: 80)) == nil)
    #expect(
      read([1, 0, 0, 0, 0, 0, 65]) == nil && read([1, 0, 0, 0, 0, 0, 1, 64, 0, 0, 0]) == nil && read([9]) == nil)
    for request in [
      KeeperRequest.remove(3), .touched, .untouched, .makePointer(zooms: true), .makePointer(zooms: false),
    ] { #expect(read(request.numbers) == request) }
  }

  @Test func `the pointer has the right button and wheels, and Ctrl only to zoom`() {
    for zooms in [false, true] {
      let pointer = VirtualTouchScreen.Description.pointer(zooms: zooms)
      #expect(pointer.keys == (zooms ? [0x111, 29] : [0x111]) && pointer.wheels == [8, 6, 11, 12])
      #expect(pointer.axes.map(\.code) == [0, 1] && pointer.place == Keeper.place)
    }
  }

  @Test(arguments: [CalibrationMatrix.identity, CalibrationMatrix(0, -1, 1, 1, 0, 0)])
  func `millimetres become the units that the device would say`(calibration: CalibrationMatrix) throws {
    let axes = [
      VirtualTouchScreen.Description.Axis(code: EvdevCode.positionX, minimum: 100, maximum: 6099),
      .init(code: EvdevCode.positionY, minimum: 0, maximum: 3999),
    ]
    let size = Size(width: 300, height: 200)
    let scale = try #require(
      RawScale(VirtualTouchScreen.Description(name: "", identity: [], axes: axes), calibration: calibration, size: size)
    )
    let part = calibration.apply(x: 0.25, y: 0.5)
    let units = scale.units(Point(x: part.x * size.width, y: part.y * size.height))
    #expect(units == (1600, 2000))
    let moved = calibration.apply(x: 0.75, y: 0.5)
    let way = Vector(dx: (moved.x - part.x) * size.width, dy: (moved.y - part.y) * size.height)
    #expect(scale.units(way) == (3000, 0))
  }
}
