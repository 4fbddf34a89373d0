import Offhand

/// The pens of a seat (`zwp_tablet_v2`): translates what their tips do to the events of `wl_touch` for every inbox.
///
/// Only tips touch: a pen that hovers is no touch, and tablets' mice and lenses are none either.
final class SeatPen {
  private let object: ZwpTabletSeatV2
  private let display: Display
  private unowned let seat: Seat
  private unowned let registry: Registry
  private var tools: [Tool] = []
  /// Kept although nothing of them is needed: wlroots reports no pen on a tablet that the client has destroyed.
  private var tablets: [ZwpTabletV2] = []
  private var nextID: Int32 = 0

  init(_ object: ZwpTabletSeatV2, of seat: Seat, registry: Registry, _ display: Display) {
    self.object = object
    self.seat = seat
    self.registry = registry
    self.display = display
    object.listen { [unowned self] in receive($0) }
  }

  deinit {
    for tool in tools { tool.object.destroy() }
    for tablet in tablets { tablet.destroy() }
    object.destroy()
  }

  private func receive(_ event: ZwpTabletSeatV2.Event) {
    switch event {
    case .tabletAdded(let tablet):
      guard let tablet else { return }
      tablets.append(tablet)
      tablet.listen { [unowned self] event in
        guard case .removed = event else { return }
        tablets.removeAll { $0.proxy == tablet.proxy }
        tablet.destroy()
      }
    // The buttons of tablets do nothing here.
    case .padAdded(let pad): pad?.destroy()
    case .toolAdded(let object):
      guard let object else { return }
      let tool = Tool(object, id: nextID)
      nextID += 1
      tools.append(tool)
      object.listen { [unowned self, unowned tool] in receive($0, from: tool) }
    }
  }

  private func receive(_ event: ZwpTabletToolV2.Event, from tool: Tool) {
    switch event {
    case .type(let type): tool.isPen = type != .mouse && type != .lens && type != .finger
    case .proximityIn(_, _, let surface): tool.surface = surface?.proxy
    case .proximityOut: tool.wantsDown = false
    case .down: tool.wantsDown = true
    case .up: tool.wantsDown = false
    case .motion(let x, let y): tool.position = Point(x: x, y: y)
    case .frame(let time): report(tool, TouchStamp(milliseconds: time, nanoseconds: nil))
    case .removed:
      if tool.isDown { send(.cancel) }
      tools.removeAll { $0 === tool }
      tool.object.destroy()
    }
  }

  /// Sends what has changed since the last frame of a pen.
  private func report(_ tool: Tool, _ stamp: TouchStamp) {
    guard tool.isPen, tool.isDown || tool.wantsDown else { return }
    let (x, y) = (tool.position.x, tool.position.y)
    switch (tool.isDown, tool.wantsDown) {
    case (false, _): send(.down(tool.id, surface: tool.surface, x: x, y: y, stamp))
    case (true, true): send(.motion(tool.id, x: x, y: y, stamp))
    case (true, false): send(.up(tool.id, stamp))
    }
    tool.isDown = tool.wantsDown
  }

  private func send(_ report: TouchReport) {
    for inbox in registry.inboxes(of: .pens) { inbox.add(report, from: seat.id) }
  }

  /// A pen, and what it did in the frame that is being received.
  private final class Tool {
    let object: ZwpTabletToolV2
    let id: Int32
    var isPen = false
    var surface: OpaquePointer?
    var position = Point.origin
    var wantsDown = false
    /// Whether its tip is on the glass for the inboxes.
    var isDown = false

    init(_ object: ZwpTabletToolV2, id: Int32) {
      self.object = object
      self.id = id
    }
  }
}
