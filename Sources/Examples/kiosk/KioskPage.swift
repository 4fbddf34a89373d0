import Offhand
import OffhandClient

/// A page of a kiosk: two buttons, a slider, a list, and a menu for the entry of the list that a finger holds.
struct KioskPage: TouchView {
  private var environment: ViewEnvironment?
  private var placer: any PlacementStrategy = PlacementPreset.best.strategy(
    in: PanelSetup(panel: Rect(x: 0, y: 0, width: 0, height: 0)))
  private var holds = Pipeline { LongPressGestureRecognizer() }
  private var (light, music) = (PressableTarget(), PressableTarget())
  private var (isLit, isPlaying) = (true, false)
  private var brightness = SliderTarget(0.6)
  private var rooms = ListTarget([
    "Kitchen", "Living room", "Study", "Bedroom", "Bath", "Attic", "Garage", "Garden", "Cellar", "Guest room",
    "Nursery", "Workshop", "Laundry", "Terrace", "Hall", "Library",
  ])
  private var (menu, held, hint): (OverlayMenu?, Int, Paragraph?) = (nil, 0, nil)

  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    placer.environment.panel = environment.bounds
    if let posture = environment.posture { placer.environment.posture = posture }
    // Within reach of one arm, also on a monitor.
    let side = max(8, (environment.bounds.width - 234) / 2)
    let page = environment.bounds.inset(by: Insets(top: 8, left: side, bottom: 8, right: side))
    let isWide = page.width > 120
    let column = Rect(x: page.minX, y: page.minY, width: isWide ? page.width / 2 - 4 : page.width, height: 14)
    hint = Paragraph(
      "Hold a room to move or remove it. The menu opens where your hand does not hide it.",
      style: environment.theme.textStyle, width: column.width, measuredBy: environment.measure)
    let half = Size(width: column.width / 2 - 1, height: column.height)
    light.layout(Rect(origin: column.origin, size: half), in: environment)
    music.layout(light.region.moved(by: Vector(dx: half.width + 2, dy: 0)), in: environment)
    brightness.layout(column.moved(by: Vector(dx: 0, dy: 17)), in: environment)
    let top = isWide ? page.minY : page.minY + 50
    rooms.layout(
      Rect(x: page.maxX - column.width, y: top, width: column.width, height: page.maxY - top), in: environment)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    placer.ingest(frame)
    holds.process(frame)
    if menu?.isGone(at: frame.timestamp) ?? false { menu = nil }
    guard menu == nil else { return choose(menu?.process(frame, by: &placer)) }
    if light.process(frame) { isLit.toggle() }
    if music.process(frame) { isPlaying.toggle() }
    _ = brightness.process(frame)
    _ = rooms.process(frame)
    openMenu()
  }

  private mutating func openMenu() {
    for event in holds.events where event.state == .began && menu == nil {
      let room = rooms.row(at: event.gesture.location, for: FrameTime(now: event.timestamp))
      guard let environment, let room else { continue }
      held = room
      rooms.cancel(at: event.timestamp)
      menu = OverlayMenu(["To the top", "To the end", "Remove"], openedBy: event)
      menu?.layout(in: environment, by: &placer)
    }
  }

  private mutating func choose(_ row: Int?) {
    guard let row else { return }
    let room = rooms.items.remove(at: held)
    if row < 2 { rooms.items.insert(room, at: row == 0 ? 0 : rooms.items.count) }
  }

  var deadline: Timestamp? { holds.deadline }
  mutating func advance(to time: Timestamp) {
    holds.advance(to: time)
    openMenu()
  }
  mutating func didShow(_ frame: FrameTime) { rooms.didShow(frame) }
  func isAnimating(at time: Timestamp) -> Bool {
    light.isAnimating(at: time) || music.isAnimating(at: time) || rooms.isAnimating(at: time)
      || menu?.isAnimating(at: time) ?? false
  }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment, let hint else { return }
    list.fill(environment.bounds, environment.theme.background)
    light.draw("Light", isOn: isLit, for: frame, into: &list)
    music.draw("Music", isOn: isPlaying, for: frame, into: &list)
    brightness.draw(into: &list)
    list.paragraph(hint, in: brightness.region.moved(by: Vector(dx: 0, dy: brightness.region.height + 2)))
    rooms.draw(for: frame, into: &list)
    menu?.draw(for: frame, into: &list)
  }
}
