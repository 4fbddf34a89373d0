import Glibc
import Offhand
import OffhandClient
import OffhandDemos
import OffhandPlatform
import OffhandService
import OffhandTesting

/// Random people at the board, the tray and the service, for hours of event time, as fast as it goes: SoakRun [HOURS [SEED]]   (8 hours)
///
/// At the end nothing may be left of them: memory is where it was in the middle, every gesture that began has ended or was cancelled, and
/// no view moves or waits. Otherwise the run ends with exit code 1.
@main
enum SoakRun {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { Double($0) }
    guard arguments.count <= 2, !arguments.contains(nil), let hours = arguments.first ?? 8, hours > 0, hours <= 1000
    else {
      end("usage: SoakRun [HOURS [SEED]]", with: 64)
    }
    let seed = UInt64((arguments.dropFirst().first ?? 1) ?? 1)
    let panel = SurfaceGeometry(
      size: Size(width: 480, height: 270), pixelWidth: 1920, pixelHeight: 1080, provenance: .device)
    let pictures = (0..<40).map { (image: ImageID(rawValue: UInt32($0 + 1)), width: 480, height: 320) }
    let strategy = StandardPlacement(environment: PanelSetup(panel: panel.bounds, posture: .tabletop))
    soak("board", ViewSoak(BoardProgram.view(strategy, of: pictures), on: panel), hours, seed)
    soak("tray", ViewSoak(TrayProgram.view(), on: panel), hours, seed)
    soak("service", ServiceSoak(on: panel), hours, seed)
  }

  /// Plays `hours` of random people to `subject`.
  private static func soak(_ name: String, _ subject: some SoakSubject, _ hours: Double, _ seed: UInt64) {
    var subject = subject
    var people = RandomTouches(seed: seed, devices: 1)
    var assembler = TouchFrameAssembler()
    let end = Timestamp(seconds: hours * 3600)
    var time = Timestamp.zero
    var frames = 0
    var memory: [Int] = []
    let clock = ContinuousClock()
    let start = clock.now
    // The first twentieth warms caches and pools.
    for milestone in [0.05, 0.5, 1] {
      while Double(time.nanoseconds) < Double(end.nanoseconds) * milestone {
        Script(steps: people.sequence(reports: 200)).forEachFrame(assembler: &assembler) { frame in
          subject.process(frame)
          time = max(time, frame.timestamp)
          frames += 1
        }
      }
      memory.append(resident())
    }
    subject.settle(after: time)
    let rate = Double(frames) / start.duration(to: clock.now).inSeconds
    let kilobytes = memory.map { "\($0 / 1024)" }.joined(separator: ", ")
    print(
      "\(name): \(hours) h, \(frames) frames at \(Int(rate)) a second, \(kilobytes) kB resident, \(subject.summary)")
    // An allocator that fills a page more is no leak: 256 kB are 0.3 bytes a frame in eight hours.
    if memory[2] > memory[1] + 256 << 10 { SoakRun.end("\(name): memory grows", with: 1) }
    if let fault = subject.fault { SoakRun.end("\(name): \(fault)", with: 1) }
  }

  /// The bytes of this process that are resident (`/proc/self/statm`).
  private static func resident() -> Int {
    let fields = String(decoding: (try? Files.contents(of: "/proc/self/statm")) ?? [], as: UTF8.self).split(
      separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  private static func end(_ message: String, with code: Int32) -> Never {
    print(message)
    exit(code)
  }
}

/// What random people use.
private protocol SoakSubject {
  mutating func process(_ frame: borrowing TouchFrame)
  /// Lets time pass until nothing moves any more.
  mutating func settle(after time: Timestamp)
  /// What is left that should not be; `nil` if all is well.
  var fault: String? { get }
  var summary: String { get }
}

/// A view that is drawn sixty times a second as long as it changes.
private struct ViewSoak<View: TouchView>: SoakSubject {
  private static var interval: Duration { .microseconds(16_667) }

  private var view: View
  private var list = DisplayList()
  private var shown = Timestamp.zero
  private var pictures = 0
  private var commands = 0

  init(_ view: View, on panel: SurfaceGeometry) {
    self.view = view
    let grid = PixelGrid(width: 1920, height: 1080, size: panel.size)
    self.view.layout(in: ViewEnvironment(surface: panel, grid: grid, measure: EvenText(), posture: .tabletop))
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    pass(until: frame.timestamp)
    view.process(frame)
    show(at: frame.timestamp)
  }

  mutating func settle(after time: Timestamp) { pass(until: time + .seconds(60)) }

  /// Serves deadlines and draws animations.
  private mutating func pass(until time: Timestamp) {
    while shown + Self.interval < time {
      let next = view.isAnimating(at: shown) ? shown + Self.interval : view.deadline ?? time
      guard next < time else { break }
      if let deadline = view.deadline, deadline <= next { view.advance(to: deadline) }
      show(at: max(next, shown + Self.interval))
    }
    while let deadline = view.deadline, deadline <= time { view.advance(to: deadline) }
  }

  private mutating func show(at time: Timestamp) {
    guard time >= shown + Self.interval else { return }
    let frame = FrameTime(now: time)
    list.removeAll()
    view.draw(for: frame, into: &list)
    view.didShow(frame)
    shown = time
    pictures += 1
    commands = list.commands.count
  }

  var fault: String? {
    if let deadline = view.deadline { return "it still waits for \(deadline)" }
    return view.isAnimating(at: shown) ? "it still moves" : nil
  }

  var summary: String { "\(pictures) pictures, the last of \(commands) commands" }
}

/// The gestures of the service, as it reads them of a touch screen, with an edge and a corner, and a placement at the end of each.
private struct ServiceSoak: SoakSubject {
  private var pipelines: [any GesturePipeline]
  private var placer: any PlacementStrategy
  private let bounds: Rect
  private var counts: [GestureState: Int] = [:]
  private var placements = 0
  private var filters = FilteredFrames(ChosenFilters([.glitch, .noise]))

  init(on panel: SurfaceGeometry) {
    bounds = panel.bounds
    let setup = PanelSetup(panel: panel.bounds, posture: Posture(of: panel.size))
    var corner = ServiceConfiguration.Corner(corner: .topLeft, action: .emit("staff"))
    (corner.taps, corner.lastHold) = (3, .seconds(1))
    pipelines = [
      ZoneGestures.pipeline(in: setup),
      ZoneGestures.pipeline(for: [ServiceConfiguration.Edge(edge: .left)], in: setup, access: .shared),
      ZoneGestures.pipeline(for: corner, in: setup),
    ]
    placer = PlacementPreset.best.strategy(in: setup)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    while filters.release(before: frame.timestamp) { pass() }
    filters.filter(frame)
    pass()
  }

  private mutating func pass() {
    let time = filters.frame.timestamp
    advance(to: time)
    placer.ingest(filters.frame)
    for index in pipelines.indices {
      pipelines[index].process(filters.frame)
      count(index)
    }
  }

  private mutating func advance(to time: Timestamp) {
    for index in pipelines.indices {
      while let deadline = pipelines[index].deadline, deadline < time {
        pipelines[index].advance(to: deadline)
        count(index)
      }
    }
  }

  private mutating func count(_ index: Int) {
    for event in pipelines[index].events {
      counts[event.state, default: 0] += 1
      guard event.state == .ended || event.state == .recognized else { continue }
      let request = OverlayRequest(id: Overlay.ID(rawValue: 1), size: Size(width: 40, height: 30), bounds: bounds)
      placements += placer.place(request).rect.area > 0 ? 1 : 0
      placer.remove(request.id)
    }
  }

  mutating func settle(after time: Timestamp) {
    while filters.release(before: Timestamp(nanoseconds: .max)) { pass() }
    advance(to: time + .seconds(60))
    for index in pipelines.indices {
      pipelines[index].cancel(at: time + .seconds(60))
      count(index)
    }
  }

  private func count(_ state: GestureState) -> Int { counts[state] ?? 0 }

  var fault: String? {
    count(.began) == count(.ended) + count(.cancelled) ? nil : "\(summary): what began has not ended"
  }

  var summary: String {
    "\(count(.began)) began, \(count(.ended)) ended, \(count(.cancelled)) cancelled, \(count(.recognized)) recognized, "
      + "\(placements) placements"
  }
}

/// Text in which every character is as wide as the next one.
private struct EvenText: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size * 0.5 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}
