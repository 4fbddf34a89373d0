import Offhand
import OffhandTesting
import Testing
@testable import OffhandClient
@testable import OffhandDemos

struct BoardViewTests {
  typealias View = BoardView<HandGestures, ClassicPlacement>

  private func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

  /// A table of `size` mm at five pixels a millimetre.
  static func environment(_ size: Size = Size(width: 500, height: 300)) -> ViewEnvironment {
    let surface = SurfaceGeometry(
      size: size, pixelWidth: size.width * 5, pixelHeight: size.height * 5, provenance: .device)
    return ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure())
  }

  /// A table with `count` photos under the recognizers of the demo.
  static func table(
    _ count: Int, by strategy: some PlacementStrategy, isExplained: Bool = false
  ) -> BoardView<some GesturePipeline, some PlacementStrategy> {
    var view = BoardView(expecting: count, indices: .standard, strategy: strategy, isExplained: isExplained) {
      AnyPipeline(BoardGestures.pipeline())
    }
    view.layout(in: environment())
    for id in 0..<count { view.add(BoardPicture(image: ImageID(rawValue: UInt32(id)), width: 300, height: 200)) }
    return view
  }

  /// A table with `count` photos, none of which moves.
  private func board(
    _ count: Int, of expected: Int? = nil, releaseVelocity: Vector = .zero,
    on size: Size = Size(width: 500, height: 300)
  ) -> View {
    let environment = BoardViewTests.environment(size)
    var view = View(
      expecting: expected ?? count, indices: BoardGestures(transform: 0, longPress: 1),
      strategy: ClassicPlacement(environment: PanelSetup(panel: environment.bounds))
    ) { HandGestures(releaseVelocity: releaseVelocity) }
    view.layout(in: environment)
    for index in 0..<count {
      view.add(BoardPicture(image: ImageID(rawValue: UInt32(index)), width: 300, height: 200))
    }
    return view
  }

  /// Fingers at `places`, by number; what is named in `lifted` leaves.
  private func frame(_ places: [UInt64: Point], _ phase: Touch.Phase, at time: Timestamp, lifted: Set<UInt64> = [])
    -> TouchFrame
  {
    var frame = TouchFrame(timestamp: time)
    for (id, place) in places.sorted(by: { $0.key < $1.key }) {
      frame.append(Touch(id: Touch.ID(rawValue: id), phase: lifted.contains(id) ? .ended : phase, position: place))
    }
    return frame
  }

  private func center(_ view: View, _ id: Int, at time: Timestamp) -> Point? {
    view.photos.first { $0.id == id }?.held.pose(at: time).center
  }

  private func openMenus(_ view: View) -> [Int] { view.menus.filter(\.menu.isOpen).map(\.photo) }

  /// Pulls the picker's list by `distance` mm with one touch from 100 to 290 ms, and leaves it still.
  private func scroll(_ view: inout View, from start: Point, by distance: Double) {
    var touch = Touch(id: Touch.ID(rawValue: 9), position: start)
    for (phase, moment) in [(Touch.Phase.began, 100), (.moved, 150), (.ended, 290)] {
      touch.phase = phase
      touch.previousPosition = touch.position
      if phase == .moved { touch.position.y += distance }
      var frame = TouchFrame(timestamp: at(moment))
      frame.append(touch)
      view.process(frame)
    }
  }

  @Test func `two hands move two photos at once`() throws {
    var view = board(2)
    let first = try #require(center(view, 0, at: .zero))
    let second = try #require(center(view, 1, at: .zero))
    view.process(frame([1: first, 2: second], .began, at: at(0)))
    let right = Vector(dx: 20, dy: 0)
    let down = Vector(dx: 0, dy: 30)
    view.process(frame([1: first + right, 2: second + down], .moved, at: at(16)))
    #expect(try #require(center(view, 0, at: at(16))).distance(to: first + right) < 1e-9)
    #expect(try #require(center(view, 1, at: at(16))).distance(to: second + down) < 1e-9)
  }

  @Test func `the reading of two fingers goes when one of them lifts`() throws {
    var view = board(1)
    let place = try #require(center(view, 0, at: .zero))
    func fingers(_ dx: Double) -> [UInt64: Point] {
      [1: place + Vector(dx: dx - 20, dy: 0), 2: place + Vector(dx: dx + 20, dy: 0)]
    }
    func showsReading(at time: Timestamp) -> Bool {
      var list = DisplayList()
      view.draw(for: FrameTime(now: time), into: &list)
      return String(decoding: list.text, as: UTF8.self).contains("%")
    }
    view.process(frame(fingers(0), .began, at: at(0)))
    view.process(frame(fingers(5), .moved, at: at(16)))
    #expect(showsReading(at: at(200)))
    view.process(frame(fingers(5), .moved, at: at(300), lifted: [2]))
    view.process(frame([1: place], .moved, at: at(316)))
    view.advance(to: at(620))
    view.advance(to: at(1000))
    #expect(!showsReading(at: at(1000)))
  }

  @Test func `the touched photo comes to the front`() throws {
    var view = board(3)
    let place = try #require(center(view, 0, at: .zero))
    #expect(view.photos.map(\.id) == [0, 1, 2])
    view.process(frame([1: place], .began, at: at(0)))
    #expect(view.photos.map(\.id) == [1, 2, 0])
  }

  @Test func `thrown it slides on, and a touch catches it`() throws {
    var view = board(1, releaseVelocity: Vector(dx: 400, dy: 0))
    let place = try #require(center(view, 0, at: .zero))
    view.process(frame([1: place], .began, at: at(0)))
    view.process(frame([1: place + Vector(dx: 5, dy: 0)], .moved, at: at(16)))
    view.process(frame([1: place + Vector(dx: 5, dy: 0)], .moved, at: at(32), lifted: [1]))
    #expect(view.isAnimating(at: at(100)))
    let caught = try #require(center(view, 0, at: at(132)))
    #expect(caught.x > place.x + 20)
    view.process(frame([2: caught], .began, at: at(132)))
    view.advance(to: at(400))
    #expect(center(view, 0, at: at(400)) == caught)
  }

  @Test func `a long press opens the menu beside the finger, and a row of it acts`() throws {
    var view = board(1)
    let place = try #require(center(view, 0, at: .zero))
    view.process(frame([1: place], .began, at: at(0)))
    #expect(view.deadline == at(500))
    view.advance(to: at(500))
    let rect = try #require(view.menus.first?.menu.rect)
    #expect(!rect.contains(place))
    view.process(frame([1: place], .moved, at: at(800), lifted: [1]))
    #expect(openMenus(view) == [0], "the menu stays when the pressing finger leaves")
    let rows = Menu(items: BoardMenu.Choice.allCases.map(\.title))
    let row = rows.rowRect(BoardMenu.Choice.remove.rawValue, in: rect).center
    view.process(frame([2: row], .began, at: at(900)))
    view.process(frame([2: row], .moved, at: at(950), lifted: [2]))
    #expect(view.photos.isEmpty && openMenus(view).isEmpty)
  }

  @Test(arguments: [PlacementPreset.standard, .classic])
  func `explained, a menu and a reading say why they are where they are`(preset: PlacementPreset) throws {
    try explain(preset.strategy(in: PanelSetup(panel: .tablet)))
  }

  private func explain(_ strategy: some PlacementStrategy) throws {
    var view = BoardViewTests.table(1, by: strategy, isExplained: true)
    func sentence(at time: Timestamp) -> String? {
      var list = DisplayList()
      view.draw(for: FrameTime(now: time), into: &list)
      return list.commands.reversed().lazy.compactMap { command in
        if case .text(let range, _, _) = command { String(decoding: list.text[range], as: UTF8.self) } else { nil }
      }.first { $0.contains("hidden") || $0.contains("fixed rule") }
    }
    #expect(sentence(at: at(0)) == nil, "no overlay, nothing to explain")
    let place = try #require(view.photos.first?.held.pose.center)
    view.process(frame([1: place], .began, at: at(0)))
    while let deadline = view.deadline, deadline < at(700) { view.advance(to: deadline) }
    #expect(view.menus.count == 1)
    let expected = strategy is any HandInferringStrategy ? "% hidden, " : "a fixed rule; no hand is inferred"
    #expect(sentence(at: at(800))?.contains(expected) == true, "\(sentence(at: at(800)) ?? "nothing")")
    view.process(frame([1: place], .moved, at: at(900), lifted: [1]))
    view.process(frame([2: place + Vector(dx: -60, dy: 40)], .began, at: at(1000)))
    view.process(frame([2: place + Vector(dx: -60, dy: 40)], .moved, at: at(1100), lifted: [2]))
    #expect(sentence(at: at(1500)) == nil)
  }

  @Test func `a touch beside the menu closes it`() throws {
    var view = board(1)
    let place = try #require(center(view, 0, at: .zero))
    view.process(frame([1: place], .began, at: at(0)))
    view.advance(to: at(500))
    view.process(frame([1: place], .moved, at: at(600), lifted: [1]))
    view.process(frame([2: place + Vector(dx: -90, dy: 60)], .began, at: at(700)))
    #expect(openMenus(view).isEmpty)
    view.advance(to: at(2000))
    #expect(view.menus.isEmpty)
  }

  @Test func `the button opens the picker, and a tap there lays a photo onto the table`() throws {
    var view = board(30)
    let dealt = BoardLibrary.dealtCount(on: try #require(view.environment?.bounds))
    #expect(view.photos.count == dealt)
    #expect(dealt == 22)
    let button = try #require(view.buttonRect?.center)
    view.process(frame([1: button], .began, at: at(0)))
    view.process(frame([1: button], .moved, at: at(50), lifted: [1]))
    let rect = try #require(view.overlays.rect(of: BoardPicker.overlay, at: at(300)))
    // The last rows come into sight when the list is pulled up.
    scroll(&view, from: rect.center, by: -90)
    let cell = view.picker.cell(25, for: FrameTime(now: at(300))).center
    view.process(frame([2: cell], .began, at: at(300)))
    view.process(frame([2: cell], .moved, at: at(350), lifted: [2]))
    #expect(view.photos.last?.index == 25)
    #expect(view.isAnimating(at: at(360)))
    let again = view.picker.cell(25, for: FrameTime(now: at(900))).center
    view.process(frame([3: again], .began, at: at(900)))
    view.process(frame([3: again], .moved, at: at(950), lifted: [3]))
    #expect(view.photos.count == dealt + 2 && view.photos.last?.index == 25, "a picture may be taken twice")
    #expect(Set(view.photos.map(\.id)).count == dealt + 2)
    let places = view.photos.suffix(2).map { $0.held.pose.center }
    #expect(places[0].distance(to: places[1]) > 10, "the second lies elsewhere")
  }

  @Test(arguments: [Size(width: 500, height: 300), Size(width: 136, height: 62)])
  func `two fingers on the button open the picker once, and it is all on the table`(size: Size) throws {
    var view = board(12, on: size)
    let button = try #require(view.buttonRect).center
    let both = [UInt64(1): button, 2: button + Vector(dx: 4, dy: 0)]
    view.process(frame(both, .began, at: at(0)))
    view.process(frame(both, .moved, at: at(50), lifted: [1, 2]))
    #expect(view.picker.isOpen)
    let rect = try #require(view.overlays.rect(of: BoardPicker.overlay, at: at(50)))
    #expect(Rect(origin: .origin, size: size).contains(rect.origin))
    #expect(rect.maxY <= size.height && rect.maxX <= size.width)
  }

  @Test func `the picker stands above its button, which its arrow meets`() throws {
    var view = board(3)
    let button = try #require(view.buttonRect)
    view.process(frame([1: button.center], .began, at: at(0)))
    view.process(frame([1: button.center], .moved, at: at(50), lifted: [1]))
    let rect = try #require(view.overlays.rect(of: BoardPicker.overlay, at: at(300)))
    #expect(rect.maxY < button.minY && button.minY - rect.maxY < 3.5)
    #expect(abs(rect.center.x - button.center.x) < 1e-9)
  }

  @Test func `two fingers on the picker choose two pictures, and only one scrolls`() throws {
    var view = board(30)
    let button = try #require(view.buttonRect?.center)
    view.process(frame([1: button], .began, at: at(0)))
    view.process(frame([1: button], .moved, at: at(50), lifted: [1]))
    let before = view.photos.count
    let cells = [0, 6].map { view.picker.cell($0, for: FrameTime(now: at(300))).center }
    view.process(frame([2: cells[0]], .began, at: at(300)))
    var both = frame([2: cells[0], 3: cells[1]], .began, at: at(320))
    both[0].phase = .stationary
    view.process(both)
    view.process(frame([2: cells[0], 3: cells[1]], .stationary, at: at(360), lifted: [2]))
    view.process(frame([3: cells[1]], .stationary, at: at(400), lifted: [3]))
    #expect(view.photos.dropFirst(before).map(\.index) == [0, 6])
  }

  @Test func `each hand has its menu, and a touch closes that of its own hand`() throws {
    var view = board(8)
    let photos = try [0, 1].map { try #require(center(view, $0, at: .zero)) }
    // Far enough apart for two people.
    view.process(frame([1: photos[0]], .began, at: at(0)))
    view.process(frame([1: Point(x: 80, y: 150)], .moved, at: at(16)))
    view.process(frame([1: Point(x: 80, y: 150)], .moved, at: at(32), lifted: [1]))
    view.process(frame([2: photos[1]], .began, at: at(40)))
    view.process(frame([2: Point(x: 420, y: 150)], .moved, at: at(56)))
    view.process(frame([2: Point(x: 420, y: 150)], .moved, at: at(72), lifted: [2]))
    let places = try [0, 1].map { try #require(center(view, $0, at: at(1000))) }
    view.process(frame([3: places[0], 4: places[1]], .began, at: at(1000)))
    view.advance(to: at(1500))
    #expect(Set(openMenus(view)) == [0, 1])
    view.process(frame([3: places[0], 4: places[1]], .moved, at: at(1600), lifted: [3, 4]))
    view.process(frame([5: places[1] + Vector(dx: 0, dy: 60)], .began, at: at(1700)))
    #expect(openMenus(view) == [0], "the other hand's menu stays")
  }

  @Test(arguments: [0, 1]) func `a finger that lands after a drag scales that photo with the one that dragged`(
    index: Int
  ) throws {
    var view = BoardViewTests.table(2, by: ClassicPlacement(environment: PanelSetup(panel: .tablet)))
    func scale(_ id: Int) -> Double { view.photos.first { $0.id == id }?.held.pose.scale ?? 0 }
    let (before, place) = ([scale(0), scale(1)], try #require(view.photos.first { $0.id == index }?.held.pose.center))
    let steps = Story.latePinch.steps.map { $0.mapped { place + ($0 - Point(x: 97, y: 60)) * 0.6 } }
    var assembler = TouchFrameAssembler()
    Script(steps: steps).forEachFrame(assembler: &assembler) { view.process($0) }
    #expect(abs(scale(index) / before[index] - 70.0 / 30) < 0.1)
    #expect(scale(1 - index) == before[1 - index])
  }

  @Test(arguments: [30.0, 45, 60, -90]) func `a photo turns with two fingers as a print does`(degrees: Double) throws {
    var view = BoardViewTests.table(1, by: ClassicPlacement(environment: PanelSetup(panel: .tablet)))
    let before = try #require(view.photos.first?.held.pose)
    let middle = before.center
    for step in 0...60 {
      let map = Similarity(
        scale: 1 + 0.2 * Double(step) / 60, rotation: Angle(degrees: degrees * Double(step) / 60), about: middle,
        translation: Vector(dx: Double(step) / 4, dy: 0))
      var frame = TouchFrame(timestamp: at(step * 10))
      for (id, arm) in [(UInt64(1), Vector(dx: 20, dy: -8)), (2, Vector(dx: -20, dy: 8))] {
        var touch = Touch(
          id: Touch.ID(rawValue: id), phase: step == 0 ? .began : .moved, position: map.apply(middle + arm))
        touch.landingPosition = middle + arm
        frame.append(touch)
      }
      view.process(frame)
    }
    let after = try #require(view.photos.first?.held.pose)
    #expect(abs((after.rotation - before.rotation).degrees - degrees) < 1.5)
    #expect(abs(after.scale / before.scale - 1.2) < 0.03)
    #expect(after.center.distance(to: middle + Vector(dx: 15, dy: 0)) < 2.5)
  }

  @Test func `a cancelled touch throws nothing and chooses nothing`() throws {
    var view = board(1, releaseVelocity: Vector(dx: 900, dy: 0))
    let button = try #require(view.buttonRect?.center)
    view.process(frame([1: button], .began, at: at(0)))
    view.process(frame([1: button], .cancelled, at: at(50)))
    #expect(!view.picker.isOpen)
  }

  @Test func `without fingers and motion nothing is due`() throws {
    var view = board(3)
    let place = try #require(center(view, 1, at: .zero))
    view.process(frame([1: place], .began, at: at(0)))
    view.process(frame([1: place + Vector(dx: 5, dy: 0)], .moved, at: at(16)))
    view.process(frame([1: place + Vector(dx: 5, dy: 0)], .moved, at: at(32), lifted: [1]))
    var time = at(40)
    for _ in 0..<50 {
      guard let due = view.deadline else { break }
      time = max(time, due)
      view.advance(to: time)
    }
    #expect(view.deadline == nil)
    #expect(!view.isAnimating(at: at(5000)))
  }

  @Test func `another size of the table keeps everything on it`() throws {
    var view = board(4)
    let small = BoardViewTests.environment(Size(width: 250, height: 150))
    view.layout(in: small)
    for photo in view.photos { #expect(small.bounds.contains(photo.held.pose.center)) }
  }

  @Test func `photos keep their share of a table of another size`() throws {
    var view = board(2)
    let before = view.photos.map(\.held.pose.scale)
    let surface = SurfaceGeometry(
      size: Size(width: 125, height: 85.8), pixelWidth: 1250, pixelHeight: 858, provenance: .device)
    view.layout(in: ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure()))
    #expect(before == [1, 1])
    for photo in view.photos { #expect(abs(photo.held.pose.scale - 0.5) < 1e-9) }
  }

  @Test func `it is complete when all are there that lie on the table by themselves`() {
    var view = board(21, of: 60)
    #expect(!view.isComplete)
    view.add(BoardPicture(image: ImageID(rawValue: 21), width: 300, height: 200))
    #expect(view.isComplete)
  }

  @Test func `a photo at rest reports its pixels, and adopts a sharper picture`() throws {
    var view = board(2)
    let place = try #require(center(view, 0, at: .zero))
    func shown(at time: Timestamp) -> [Int: Int] {
      var sides: [Int: Int] = [:]
      view.forEachRestingPhoto(at: time) { sides[$0] = $1 }
      return sides
    }
    // 78 mm at 5 pixels a millimetre.
    #expect(shown(at: at(0)) == [0: 390, 1: 390])
    view.process(frame([1: place], .began, at: at(0)))
    view.process(frame([1: place + Vector(dx: 5, dy: 0)], .moved, at: at(16)))
    #expect(shown(at: at(20)) == [1: 390])
    view.replace(0, by: ImageID(rawValue: 77))
    var list = DisplayList()
    view.draw(for: FrameTime(now: at(20)), into: &list)
    let images = list.commands.compactMap { if case .picture(let image, _, _, _) = $0 { image.rawValue } else { nil } }
    #expect(images == [1, 77])
  }
}

/// A pipeline as plain as it can be: the middle of the fingers drags (recognizer 0), and half a second without a motion is a long
/// press (recognizer 1). It ends with the velocity that it is given.
struct HandGestures: GesturePipeline {
  var releaseVelocity = Vector.zero
  private var latestEvents: [GestureEvent] = []
  var events: GestureEvents { GestureEvents(latestEvents) }
  private(set) var deadline: Timestamp?
  var names: [GestureName] { [.transform, .longPress] }
  var isIdle: Bool { start == nil }
  var hand = Hand.unknown
  private var start: Point?
  private var latest = Gesture()
  private var isDragging = false

  init(releaseVelocity: Vector = .zero) { self.releaseVelocity = releaseVelocity }

  mutating func process(_ frame: borrowing TouchFrame) {
    latestEvents.removeAll()
    let time = frame.timestamp
    guard frame.downCount > 0 else {
      if isDragging {
        latest.velocity = releaseVelocity
        emit(0, .ended, at: time)
      }
      (start, deadline, isDragging) = (nil, nil, false)
      return
    }
    var sum = Vector.zero
    for index in frame.indices where frame[index].isDown { sum += frame[index].position - .origin }
    let middle = .origin + sum / Double(frame.downCount)
    guard let start else {
      start = middle
      deadline = time + .milliseconds(500)
      latest = Gesture()
      latest.location = middle
      return
    }
    guard isDragging || middle.distance(to: start) > 0.5 else { return }
    latest.location = middle
    latest.translation = middle - start
    latest.offset = latest.translation
    latest.fingers = frame.downCount
    deadline = nil
    emit(0, isDragging ? .changed : .began, at: time)
    isDragging = true
  }

  mutating func advance(to time: Timestamp) {
    latestEvents.removeAll()
    guard let due = deadline, due <= time else { return }
    deadline = nil
    emit(1, .began, at: due)
  }

  mutating func cancel(at time: Timestamp) { latestEvents.removeAll() }

  private mutating func emit(_ recognizer: Int, _ state: GestureState, at time: Timestamp) {
    latestEvents.append(
      GestureEvent(
        recognizer: recognizer, name: recognizer == 0 ? .transform : .longPress, state: state, timestamp: time,
        gesture: latest))
  }
}

extension Rect {
  /// The table of these tests.
  fileprivate static let tablet = Rect(x: 0, y: 0, width: 500, height: 300)
}
