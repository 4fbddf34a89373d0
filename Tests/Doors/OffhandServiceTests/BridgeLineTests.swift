import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandRecordings
import OffhandWayland
import Testing

@testable import OffhandService

/// What the bridge and its client say to one another.
struct BridgeLineTests {
  @Test func `two services that take the bridge from each other do so ever more seldom, and a restart is soon noticed`()
  {
    // Each connects when its pause is over, and the other one is disconnected.
    var (pauses, due, owner, changes) = ([BridgePauses(), BridgePauses()], [0.0, 0.5], 0, 0)
    var since = 0.0
    while let now = due.min(), now < 600, let next = due.firstIndex(of: now) {
      let pause = pauses[owner].next(after: .seconds(now - since))
      if owner != next { due[owner] = now + pause / .seconds(1) }
      (owner, since, changes, due[next]) = (next, now, changes + 1, .infinity)
    }
    #expect(changes < 40)
    var one = BridgePauses()
    #expect((0..<8).map { _ in one.next(after: nil) } == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(one.next(after: .seconds(3600)) == .seconds(1))
  }

  private typealias Listened = ServiceConfiguration.ListenedGesture

  private func request(_ line: String) throws -> BridgeRequest { try BridgeRequest(Array(line.utf8)) }

  /// A line without its end.
  private func body(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropLast()) }

  private func swipe(_ direction: Listened.Direction?, fingers: Int = 3) -> Listened {
    var gesture = Listened(.swipe, fingers: fingers)
    (gesture.direction, gesture.exclusive) = (direction, true)
    return gesture
  }

  private var event: GestureEvent {
    var gesture = Gesture()
    gesture.location = Point(x: 100, y: 40)
    gesture.translation = Vector(dx: -30, dy: 2)
    gesture.velocity = Vector(dx: -250, dy: 12.5)
    (gesture.scale, gesture.scaleVelocity) = (1.25, -0.5)
    (gesture.rotation, gesture.rotationVelocity) = (Angle(radians: 0.5), 0.25)
    (gesture.direction, gesture.fingers, gesture.taps) = (.left, 3, 1)
    gesture.hand = Hand(side: .left, confidence: 0.75)
    return GestureEvent(
      recognizer: 4, name: "swipe-3", state: .recognized, timestamp: Timestamp(nanoseconds: 12_504_001_000),
      gesture: gesture)
  }

  private var touches: [Touch] {
    (0..<3).map {
      Touch(
        id: Touch.ID(rawValue: UInt64($0)), slot: Int32($0), position: Point(x: 90 + 10 * Double($0), y: 40.5),
        landingTime: .zero)
    }
  }

  @Test func `what the bridge sends is read as it was written`() throws {
    let screens = [
      BridgedPanel(
        id: 3, name: "ILITEK \"Multi\"", size: Size(width: 344, height: 193.5), path: "/dev/input/event3",
        twin: "/dev/input/event9"),
      BridgedPanel(id: 4, name: "second", size: Size(width: 60, height: 100)),
    ]
    let gesture = BridgedGesture(event, screen: 3, touches: touches)
    let lines: [BridgeLine] = [
      .hello(version: BridgeLine.version, screens), .screens([]),
      .gesture(gesture), .mark(TouchMark(screen: 3, touch: 9, at: Point(x: 20.5, y: 8), .counts)),
      .letGo(screen: "second"), .error("no \u{7}"),
    ]
    for line in lines {
      #expect(line.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(try BridgeLine(body(line.bytes)).bytes == line.bytes)
    }
    #expect(gesture.event.gesture == event.gesture && gesture.event.name == event.name)
    #expect(gesture.contacts.map(\.position) == touches.map(\.position))
  }

  @Test func `a touch screen that is read here is one of the bridge by its node, that of its twin, or a link to them`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["event3", "event9"] { try folder.write("", to: name) }
    #expect(symlink(folder.file("event9"), folder.file("by-id")) == 0)
    let nodes = try ["event3", "event9"].map { try #require(Files.resolved(folder.file($0))) }
    let bridged = BridgedPanel(id: 3, name: "ILITEK", size: .zero, path: nodes[0], twin: nodes[1])
    for name in ["event3", "event9", "by-id"] { #expect(bridged.isRead(at: folder.file(name))) }
    #expect(!bridged.isRead(at: folder.file("event4")) && !bridged.isRead(at: folder.path))
  }

  @Test func `of another version's hello the version is read, whatever it says of touch screens`() throws {
    let hello = #"{"hello":"offhand-bridge","version":1,"screens":[{"id":1,"name":"a","size_mm":[300,200]}]}"#
    guard case .hello(version: 1, let screens) = try BridgeLine(Array(hello.utf8)) else { return #expect(Bool(false)) }
    #expect(screens.isEmpty)
    #expect(BridgeLine.mismatch(with: 1).contains("restart the bridge"))
  }

  @Test func `what the client sends is read as it was written`() throws {
    var tap = Listened(.tap, fingers: 2)
    (tap.taps, tap.output) = (2, "second")
    (tap.values[.distance], tap.values[.duration]) = (2.5, 0.3)
    let area = Rect(x: 0, y: 0, width: 5, height: 4)
    let place = BridgedPointer.Place(screen: 3, transform: .rotated90, area: Rect(x: 0.25, y: 0, width: 0.5, height: 1))
    let pointer = BridgedPointer(uses: [.rightClick, .zoom], zooms: true, places: [place])
    let third = ServiceConfiguration.DeadArea(area: Rect(x: 0, y: 80, width: 160, height: 40), output: "/event3")
    var accommodations = Accommodations()
    for setting in Accommodations.Setting.allCases { accommodations[setting] = setting.range.upperBound }
    for sent: BridgeRequest in [
      .gestures([], takesBack: true, pointer: pointer),
      .gestures([], takesBack: true, pointer: BridgedPointer(uses: [], zooms: false, places: [])),
      .gestures([swipe(.left), tap, Listened(.palm)], takesBack: true), .gestures([], takesBack: false),
      .gestures([swipe(.left)], takesBack: true, isReading: true),
      .gestures(
        [tap], takesBack: true,
        dead: [.init(area: Rect(x: 125.5, y: -3, width: 12, height: 11), output: "/event3"), .init(area: area)]),
      .gestures([], takesBack: false, accommodations: accommodations, reach: [third]),
      .check(screen: 3, at: Point(x: 12.5, y: 40)),
    ] {
      #expect(try BridgeRequest(body(sent.bytes)) == sent)
    }
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"gestures":[]}"#, #"{"way":"hold"}"#, #"{"gestures":[],"way":"grab"}"#,
    #"{"gestures":[{}],"way":"hold"}"#,
    #"{"gestures":[{"kind":"wave","fingers":1,"taps":1,"exclusive":true}],"way":"hold"}"#,
    #"{"gestures":[{"kind":"tap","fingers":1,"taps":1,"exclusive":true,"run":["sh"]}],"way":"hold"}"#,
    #"{"gestures":[{"kind":"tap","lift_speed_mm_s":50}],"way":"hold"}"#,
    #"{"gestures":[{"kind":"tap","emit":"a"}],"way":"hold"}"#, #"{"gestures":[null],"way":"hold"}"#,
    #"{"gestures":[],"way":"hold","swipe":"lift"}"#,
    #"{"gestures":[],"way":"hold","reads":1}"#, #"{"check":1,"at_mm":[1,1],"reads":true}"#, #"{"check":1}"#,
    #"{"gestures":[],"way":"hold","pointer":{}}"#, #"{"gestures":[],"way":"hold","pointer":1}"#,
    #"{"gestures":[],"way":"hold","pointer":{"uses":["left_click"],"zooms":true,"places":[]}}"#,
    #"{"gestures":[],"way":"hold","pointer":{"uses":["zoom"],"zooms":false,"places":[]}}"#,
    #"{"gestures":[],"way":"hold","pointer":{"uses":[],"zooms":true,"places":[{"screen":1,"transform":8,"area":[0,0,1,1]}]}}"#,
    #"{"gestures":[],"way":"hold","pointer":{"uses":[],"zooms":true,"places":[{"screen":1,"transform":0,"area":[0,0,2,1]}]}}"#,
    #"{"gestures":[],"way":"hold","dead":1}"#, #"{"gestures":[],"way":"hold","dead":[{}]}"#,
    #"{"gestures":[],"way":"hold","dead":[{"area_mm":[0,0,0,4]}]}"#, #"{"check":1,"at_mm":[1],"dead":[]}"#,
    #"{"gestures":[],"way":"hold","accommodate":{"hold":-1}}"#, #"{"gestures":[],"way":"hold","accommodate":3}"#,
    #"{"check":1,"at_mm":[1],"accommodate":{}}"#, #"{"gestures":[],"way":"hold","reach":[{}]}"#,
    #"{"check":1,"at_mm":[1]}"#, #"{"check":1,"at_mm":[1,1e300]}"#, #"{"check":1.5,"at_mm":[1,1]}"#,
    #"{"gestures":[],"way":"hold","check":1,"at_mm":[1,1]}"#, #"{"write":"/etc/passwd"}"#,
  ])
  func `whatever else is asked of the bridge is a fault`(line: String) {
    #expect(throws: JSONFault.self) { try request(line) }
  }

  @Test func `more gestures than a configuration has are a fault`() throws {
    let many = BridgeRequest.gestures(Array(repeating: swipe(nil), count: 129), takesBack: false)
    #expect(throws: JSONFault.self) { try BridgeRequest(body(many.bytes)) }
    let most = BridgeRequest.gestures(Array(repeating: swipe(.right), count: 128), takesBack: false)
    #expect(most.bytes.count <= BridgeRequest.lengthLimit)
    #expect(try BridgeRequest(body(most.bytes)) == most)
  }

  @Test(arguments: [
    "{}", #"{"hello":"offhand","version":1,"screens":[]}"#, #"{"hello":"offhand-bridge","screens":[]}"#,
    #"{"screen":1}"#, #"{"screens":[{"id":1,"name":"a","size_mm":[0,5]}]}"#,
    #"{"screens":[{"id":1,"name":"a","size_mm":[5]}]}"#,
  ])
  func `a line that lacks something is no line of the bridge`(line: String) {
    #expect(throws: JSONFault.self) { try BridgeLine(Array(line.utf8)) }
  }

  // MARK: Turned panels

  private func places(_ transform: OutputTransform) -> BridgePlaces {
    BridgePlaces(
      screens: [BridgedPanel(id: 3, name: "glass", size: Size(width: 300, height: 200), path: "/event3")],
      outputs: [
        OutputDescription(
          name: "DP-1", physicalSize: Size(width: 300, height: 200), modeWidth: 1500, modeHeight: 1000,
          transform: transform)
      ])
  }

  @Test(arguments: OutputTransform.allCases)
  func `a swipe is recognized in the direction in which the user sees it`(transform: OutputTransform) throws {
    for direction: Listened.Direction in [.left, .right, .up, .down, .upLeft, .downLeft] {
      let asked = places(transform).turned(swipe(direction))[0]
      // The finger moves as the panel sees what was asked for.
      let panelDirection = try #require(asked.direction.flatMap { SwipeDirection(rawValue: $0.rawValue) })
      var event = event
      event.gesture.direction = panelDirection
      event.gesture.translation = panelDirection.vector * 30
      event.gesture.location = Point(x: 100, y: 40)
      (event.gesture.velocity, event.gesture.rotationVelocity) = (panelDirection.vector * 90, 2)
      let screen = places(transform).screens[0]
      let (seen, touches, panel) = places(transform).seen(
        BridgedGesture(event, screen: 3, touches: self.touches), on: screen)
      #expect(swipe(direction).matches(seen))
      #expect(seen.gesture.direction?.rawValue == direction.rawValue)
      let along = try #require(seen.gesture.direction?.vector)
      #expect((seen.gesture.translation - along * 30).length < 1e-9)
      #expect((seen.gesture.velocity - along * 90).length < 1e-9)
      // A turn stays one in a picture that is turned, and goes the other way in a mirror.
      let matrix = transform.matrix
      let sense = matrix.xx * matrix.yy - matrix.xy * matrix.yx
      #expect(seen.gesture.rotation.radians == 0.5 * sense && seen.gesture.rotationVelocity == 2 * sense)
      #expect(panel.output == "DP-1" && panel.geometry.size == transform.logical(Size(width: 300, height: 200)))
      // As libinput's own touches would lie on this output.
      let mapping = OutputMapping(
        panel: TouchPanel(sensorSize: Size(width: 300, height: 200)), output: places(transform).outputs[0])
      #expect((seen.gesture.location - mapping.point(x: 100.0 / 300, y: 40.0 / 200)).length < 1e-9)
      #expect((touches[1].position - mapping.point(x: 100.0 / 300, y: 40.5 / 200)).length < 1e-9)
    }
  }

  @Test(arguments: OutputTransform.allCases)
  func `an area that does not count is where the user sees it, and what is far from the glass is not sent`(
    transform: OutputTransform
  ) throws {
    let seen = transform.logical(Size(width: 300, height: 200))
    let area = Rect(x: seen.width - 30, y: -50, width: 3000, height: 70)
    let sent = try #require(places(transform).turned(.init(area: area, output: "DP-1")).first)
    let line = BridgeRequest.gestures([], takesBack: true, dead: [sent]).bytes
    guard case .gestures(_, _, _, _, let read, _, _) = try BridgeRequest(body(line)) else {
      return #expect(Bool(false))
    }
    #expect(read == [sent] && sent.output == "/event3")
    let mapping = OutputMapping(
      panel: TouchPanel(sensorSize: Size(width: 300, height: 200)), output: places(transform).outputs[0])
    for (x, y) in [(4.0, 4.0), (296, 4), (4, 196), (296, 196), (150, 100)] {
      let isDead = area.contains(mapping.point(x: x / 300, y: y / 200))
      #expect(sent.area.contains(Point(x: x, y: y)) == isDead)
    }
    #expect(places(transform).turned(.init(area: area, output: "DP-2")).isEmpty)
    #expect(places(transform).turned(.init(area: area.moved(by: Vector(dx: 0, dy: 900)))).isEmpty)
  }

  @Test func `a gesture for an output is one for the touch screen on it, and the user may say which that is`() {
    var places = places(.normal)
    places.screens.append(BridgedPanel(id: 5, name: "wall", size: Size(width: 600, height: 340), path: "/event5"))
    places.outputs.append(
      OutputDescription(
        name: "HDMI-1", physicalSize: Size(width: 600, height: 340), modeWidth: 1920, modeHeight: 1080,
        transform: .rotated180))
    var gesture = swipe(.left)
    gesture.output = "HDMI-1"
    let turned = places.turned(gesture)
    #expect(turned.map(\.output) == ["/event5"] && turned.map(\.direction) == [.right])
    places.preferences.outputs = ["glass": "HDMI-1", "wall": "DP-1"]
    #expect(places.turned(gesture).map(\.output) == ["/event3"])
    gesture.output = "VGA-1"
    #expect(places.turned(gesture).map(\.output) == ["VGA-1"])
  }

  @Test func `a touch screen lies where udev, its connection or any of its names says`() {
    var places = places(.normal)
    places.screens[0].twin = "/event9"
    places.outputs.append(places.outputs[0])
    places.outputs[1].name = "eDP-1"
    var gesture = swipe(.left)
    gesture.output = "eDP-1"
    #expect(places.turned(gesture).map(\.output) == ["eDP-1"], "both are of its size")
    let size = places.screens[0].size
    places.known = [3: (TouchPanel(sensorSize: size, udevOutput: "eDP-1"), [])]
    #expect(places.turned(gesture).map(\.output) == ["/event3"])
    places.known = [3: (TouchPanel(sensorSize: size, connection: .builtIn), ["pci-1"])]
    places.outputs[1].physicalSize = .zero
    places.outputs[0].physicalSize = .zero
    #expect(places.turned(gesture).map(\.output) == ["/event3"])
    gesture.output = "DP-1"
    for name in ["pci-1", "/event3", "/event9", "glass"] {
      #expect(places.turned(gesture).map(\.output) == ["DP-1"])
      places.preferences.outputs = [name: "DP-1"]
      #expect(places.turned(gesture).map(\.output) == ["/event3"])
      places.preferences.outputs = [:]
    }
  }

  @Test func `a gesture for any output has its direction on each touch screen as that is turned`() {
    var places = places(.normal)
    #expect(places.turned(swipe(.left)) == [swipe(.left)])
    // Of the same name: the node tells which is which.
    places.screens.append(BridgedPanel(id: 5, name: "glass", size: Size(width: 600, height: 340), path: "/event5"))
    places.outputs.append(
      OutputDescription(
        name: "HDMI-1", physicalSize: Size(width: 600, height: 340), modeWidth: 1920, modeHeight: 1080,
        transform: .rotated180))
    #expect(places.turned(swipe(.left)).map(\.output) == ["/event3", "/event5"])
    #expect(places.turned(swipe(.left)).map(\.direction) == [.left, .right])
    // A pinch has no direction that turns.
    #expect(places.turned(swipe(.inwards)) == [swipe(.inwards)])
    places.outputs[1].transform = .normal
    #expect(places.turned(swipe(.left)) == [swipe(.left)])
    // Below a menu on one output, and not on the other.
    let apart = places.turned(swipe(.left), apart: true)
    #expect(apart.map(\.output) == ["/event3", "/event5"])
    #expect(apart.map { places.lies($0.output, below: Cover(menu: "HDMI-1")) }.sorted { !$0 && $1 } == [false, true])
    #expect(
      apart.allSatisfy {
        places.lies($0.output, below: Cover(isCurtainUp: true)) && !places.lies($0.output, below: Cover())
      })
  }

  @Test func `a touch screen has its part of the box around all outputs, and none without an output`() {
    var places = places(.normal)
    places.screens.append(BridgedPanel(id: 5, name: "wall", size: Size(width: 600, height: 340)))
    places.outputs.append(
      OutputDescription(
        name: "HDMI-1", physicalSize: Size(width: 600, height: 340), modeWidth: 1920, modeHeight: 1080,
        transform: .rotated180))
    places.boxes = [
      "DP-1": Rect(x: 500, y: 0, width: 1500, height: 1000),
      "HDMI-1": Rect(x: 2000, y: 1000, width: 1500, height: 1000),
    ]
    #expect(
      places.pointerPlaces == [
        .init(screen: 3, transform: .normal, area: Rect(x: 0, y: 0, width: 0.5, height: 0.5)),
        .init(screen: 5, transform: .rotated180, area: Rect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)),
      ])
    places.boxes["HDMI-1"] = nil
    #expect(places.pointerPlaces.map(\.screen) == [3])
    places.boxes = [:]
    #expect(places.pointerPlaces.isEmpty)
  }

  // MARK: The answer of a check

  @Test func `an answer holds for the compositor that was checked, and not for another version of it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/offhand/bridge.json")
    let sway = CompositorProgram(name: "sway", build: "812344-1741000000000000000")
    #expect(BridgeAnswer(at: path, of: sway) == nil)
    try BridgeAnswer(sway, takesBack: true).write(to: path)
    #expect(BridgeAnswer(at: path, of: sway)?.takesBack == true)
    #expect(BridgeAnswer(at: path, of: CompositorProgram(name: "sway", build: "812345-1741000000000000000")) == nil)
    #expect(BridgeAnswer(at: path, of: CompositorProgram(name: "cage", build: sway.build)) == nil)
    #expect(BridgeAnswer(at: path, of: nil) == nil)
    try BridgeAnswer(sway, takesBack: false).write(to: path)
    #expect(BridgeAnswer(at: path, of: sway)?.takesBack == false)
    try Files.write(Array("{\"compositor\":[".utf8), to: path)
    #expect(BridgeAnswer(at: path, of: sway) == nil)
  }
}
