import Offhand
import OffhandClient

/// A page of a kiosk: a list of rooms, the lamp of the chosen one, and a menu for the one that a finger holds.
struct KioskPage: TouchView {
  private var environment: ViewEnvironment?
  private var placer: any PlacementStrategy = PlacementPreset.best.strategy()
  private var holds = Pipeline { LongPressGestureRecognizer() }
  private var rooms = ["Living room", "Kitchen", "Study", "Bedroom", "Bath", "Nursery", "Library", "Terrace", "Cellar"]
    .map { (name: $0, isLit: $0 == "Living room", brightness: 0.7) }
  private var (list, brightness, lamp, undo) = (ListTarget(), SliderTarget(), PressableTarget(), PressableTarget())
  private var (menu, chosen, card) = (OverlayMenu?.none, 0, Rect(origin: .origin, size: .zero))
  private var removed: (name: String, isLit: Bool, brightness: Double)?

  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    placer.adopt(environment)
    // What is touched is in the middle of the lower edge: within reach of one arm, also from a wheelchair. Rows shrink above a keyboard.
    let (bounds, isWide) = (environment.bounds, environment.bounds.width > environment.bounds.height)
    let gap = min(bounds.width, bounds.height) < 120 ? 4.0 : 6
    let height = isWide ? min(0.675 * bounds.height, 150) : min(0.82 * bounds.height - 2 * gap, 240)
    let width = min(bounds.width - 4 * gap, isWide ? 420 : 300)
    let page = Rect(x: bounds.center.x - width / 2, y: bounds.maxY - 2 * gap - height, width: width, height: height)
    card = page.grown(by: gap)
    let row = min(20, isWide ? height / 4.6 : bounds.width / 6.2, (height - 2 * gap) / 4)
    let columns = page.columns(isWide ? [nil, nil] : [nil], gap: gap)
    let rows = columns[columns.count - 1].rows(isWide ? [nil, row, row] : [row, row, row, nil], gap: gap)
    lamp.layout(rows[0], in: environment)
    brightness.layout(rows[1], in: environment)
    undo.layout(rows[2], in: environment)
    list.layout(isWide ? columns[0] : rows[3], in: environment)
    choose(chosen)
  }

  private mutating func choose(_ row: Int) {
    (list.items, list.marked, brightness.value, chosen) = (rooms.map { $0.name }, row, rooms[row].brightness, row)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    placer.ingest(frame)
    advance(to: frame.timestamp)
    holds.process(frame)
    if menu != nil { return change(menu?.process(frame, by: &placer)) }
    if lamp.process(frame) { rooms[chosen].isLit.toggle() }
    if brightness.process(frame) { rooms[chosen] = (rooms[chosen].name, true, brightness.value) }
    if let row = list.process(frame) { choose(row) }
    guard let room = removed, undo.process(frame) else { return }
    (rooms, removed) = ([room] + rooms, nil)
    choose(0)
  }

  mutating func advance(to time: Timestamp) {
    holds.advance(to: time)
    if menu?.isGone(at: time) ?? false { menu = nil }
    for event in holds.events where event.state == .began && menu == nil {
      let now = FrameTime(now: event.timestamp)
      guard let environment, let row = list.row(at: event.gesture.location, for: now) else { continue }
      choose(row)
      list.cancel(at: time)
      menu = OverlayMenu(
        ["Move to the top"], destructive: rooms.count > 1 ? ["Remove"] : [], title: rooms[row].name,
        for: list.rect(ofRow: row, for: now), openedBy: event)
      menu?.layout(in: environment, by: &placer)
    }
  }

  private mutating func change(_ choice: Int?) {
    guard let choice else { return }
    let room = rooms.remove(at: chosen)
    if choice == 0 { rooms.insert(room, at: 0) } else { removed = room }
    choose(0)
  }

  var deadline: Timestamp? { holds.deadline }
  mutating func didShow(_ frame: FrameTime) { list.didShow(frame) }
  func isAnimating(at time: Timestamp) -> Bool {
    [lamp, undo].contains { $0.isAnimating(at: time) } || list.isAnimating(at: time)
      || menu?.isAnimating(at: time) == true
  }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let theme = environment?.theme, let bounds = environment?.bounds else { return }
    let (room, line) = (rooms[chosen], min(max(card.minY * 0.2, 9), card.width / 11.5, 26))
    list.fill(bounds, theme.background)
    // The lamp hangs from the upper edge, and shines as brightly as it is set.
    let radius = min(line, 0.36 * card.minY)
    let bulb = Point(x: card.maxX - 2.2 * radius, y: card.minY * 0.48)
    let color = theme.background.blended(with: Color(rgb: 0xFFB74D), room.isLit ? 0.3 + 0.7 * room.brightness : 0.15)
    let glow = DropShadow(color: color, offset: .zero, blur: room.isLit ? 1.5 * radius * room.brightness : 0)
    list.line(from: Point(x: bulb.x, y: 0), to: bulb, width: 0.8, theme.hairline)
    list.shadow(under: Rect(center: bulb, size: .zero).grown(by: radius), cornerRadius: radius, glow)
    list.circle(center: bulb, radius: radius + 0.2, color)
    let title = Rect(x: card.minX + 6, y: card.minY - 1.5 * line, width: bulb.x - radius - card.minX - 6, height: line)
    list.text(room.name, in: title, style: TextStyle(size: line, weight: .bold, color: theme.text))
    list.shadow(under: card, cornerRadius: 5, theme.shadow)
    list.fill(card, theme.controlPanel, cornerRadius: 5)
    lamp.draw(room.isLit ? "Light on" : "Light off", isOn: room.isLit, for: frame, into: &list)
    brightness.draw("Brightness", into: &list)
    if let removed { undo.draw("Put \(removed.name) back", for: frame, into: &list) }
    if removed == nil { list.text("Hold a room to edit", in: undo.region, style: theme.textStyle) }
    self.list.draw(for: frame, into: &list)
    menu?.draw(for: frame, into: &list)
  }
}
