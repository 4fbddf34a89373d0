package import Offhand
package import OffhandWayland

/// What `offhand serve` does: the edges and corners that it owns, the gestures for which it listens, and their actions.
package struct ServiceConfiguration: Sendable, Hashable {
  /// The edges, none of which overlap.
  package var edges: [Edge] = []
  package var corners: [Corner] = []
  /// The gestures to recognize on touch screens that are read here; the programs below see their touches too.
  package var gestures: [ListenedGesture] = []
  /// What a pointer of the bridge does for programs without touch; the first rule counts.
  package var pointers: [PointerRule] = []
  /// The moment at which swipes among them count.
  package var swipe = SwipeMoment.threshold
  /// The stages of an idle machine.
  package var idle: [Idle] = []
  /// What touches count as, always or for a visitor who asks for it.
  package var accommodations = Accommodations()
  /// Where touches are sent as TUIO; `nil` for nowhere.
  package var tuio: TUIOSetting?
  /// The menus by their names.
  package var menus: [String: MenuSetting] = [:]
  package var curtain = CurtainSetting()
  /// What menus, warnings and the curtain say.
  package var words = ServiceWords()
  /// The colours of menus, warnings and the curtain.
  package var theme = ThemeName.dark
  /// The posture of the panels; `nil` takes the one that their size suggests.
  package var posture: Posture?
  /// The stated sizes of touch screens and outputs.
  package var glasses: [Glass] = []
  /// The areas in which no touch counts that lands there.
  package var dead: [DeadArea] = []
  /// The file about the panel, relative to the folder of the configuration; `nil` for none.
  package var panelFile: String?
  /// What that file says.
  package var panel: PanelProfile?

  /// The time without a report after which a touch counts as lost where the compositor reports no cancelled ones; `nil` for five seconds
  /// at edges, and ten elsewhere while others land.
  package var lostAfter: Duration?

  package init() {}

  /// All actions that it names.
  package var actions: [ServiceAction] {
    let rows = menus.values.flatMap(\.rows)
    return edges.compactMap(\.open) + corners.compactMap(\.action) + gestures.compactMap(\.action)
      + idle.compactMap(\.action) + idle.compactMap(\.resume) + rows.compactMap(\.action)
  }

  /// The names of all events.
  package var events: Set<String> {
    Set(edges.compactMap(\.emit) + actions.compactMap(\.event))
  }

  /// One line that counts what is configured.
  package var summary: String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    return [
      count(edges.count, "edge"), count(corners.count, "corner"), count(gestures.count, "gesture"),
      count(menus.count, "menu"), count(stages.count, "idle stage"),
    ].joined(separator: ", ")
  }

  /// All stages of an idle machine, with that of the curtain, in the order of their times.
  var stages: [Idle] {
    let curtain = curtain.idle.map { Idle(after: $0, action: .curtain(.untilTap)) }
    return (idle + [curtain].compactMap { $0 }).sorted { $0.after < $1.after }
  }

  /// A part of an edge from which a finger pulls something in, or along which it strokes.
  package struct Edge: OutputRule {
    /// The direction of a stroke along an edge.
    package enum Along: String, Sendable, Hashable, CaseIterable {
      case up
      case down
      case left
      case right

      var isUpright: Bool { self == .up || self == .down }

      var direction: SwipeDirection {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        }
      }
    }

    /// The edge.
    package var edge: ScreenEdge
    /// The direction of a stroke along it; `nil` for a pull.
    package var along: Along?
    /// The part of the edge, as fractions of its length from the left or from the top.
    package var part: ClosedRange<Double> = 0...1
    /// The distance from the edge within which the finger lands, in millimetres.
    package var depth = 3.0
    /// The name of the output; `nil` for all of them.
    package var output: String?
    /// The distance in millimetres over which the progress goes from 0 to 1.
    package var travel = 60.0
    /// The progress above which a finger that lifts slowly opens.
    package var at = 0.5
    /// The name under which subscribers receive the gesture; `nil` if they do not.
    package var emit: String?
    /// The action when the gesture ends open; `nil` for none.
    package var open: ServiceAction?
    package var program: String?

    package init(edge: ScreenEdge) { self.edge = edge }

    /// Whether both take the same motion on a part of the same edge; parts that meet at one point do not overlap.
    func overlaps(_ other: Edge) -> Bool {
      edge == other.edge && along == other.along && sharesOutput(with: other)
        && min(part.upperBound, other.part.upperBound) > max(part.lowerBound, other.part.lowerBound)
    }
  }

  /// A corner that is tapped.
  package struct Corner: OutputRule {
    package var corner: ScreenCorner
    /// The side of the square in which the taps land, in millimetres.
    package var size = 10.0
    /// The name of the output; `nil` for all of them.
    package var output: String?
    /// The stroke that starts in it, instead of taps; `nil` for taps.
    package var swipe: CornerSwipe?
    /// The number of taps.
    package var taps = 1
    /// The duration for which the last tap is held; `nil` if all of them are short.
    package var lastHold: Duration?
    package var action: ServiceAction?

    package var program: String?

    package init(corner: ScreenCorner, action: ServiceAction? = nil) { (self.corner, self.action) = (corner, action) }

    func overlaps(_ other: Corner) -> Bool {
      corner == other.corner && sharesOutput(with: other)
    }
  }

  /// A gesture anywhere on a touch screen: a recognizer, and the state of it that counts.
  package struct ListenedGesture: OutputRule {
    /// The kinds of gestures.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case tap
      case press
      case swipe
      /// Fingers that rest as long as for a press and then move; it counts when they lift.
      case holdSwipe = "hold-swipe"
      case pinch
      /// A flat palm.
      case palm

      /// The kind of its recognizer, `nil` for that of a palm, which data cannot describe; and the state that counts.
      package var recognizer: (kind: RecognizerDescription.Kind?, on: GestureState) {
        switch self {
        case .tap: (.tap, .recognized)
        case .press: (.longPress, .began)
        case .swipe: (.swipe, .recognized)
        case .holdSwipe: (.longPress, .ended)
        case .pinch: (.pinch, .ended)
        case .palm: (nil, .recognized)
        }
      }

      /// Whether its recognizer has `setting`.
      func has(_ setting: RecognizerDescription.Setting) -> Bool { recognizer.kind?.recognizer.has(setting) ?? false }
    }

    package var kind: Kind
    package var fingers: Int
    /// The number of taps of a tap.
    package var taps = 1
    /// The direction of a swipe, or in or out of a pinch; `nil` for any.
    package var direction: Direction?
    /// What its recognizer has instead of the usual numbers. Of gestures with one recognizer those of the first count.
    package var values = RecognizerDescription.Values()
    /// The name of the output; `nil` for all of them.
    package var output: String?
    package var action: ServiceAction?

    package var program: String?
    /// Whether programs lose its touches to it; that needs the bridge.
    package var exclusive = false

    package init(_ kind: Kind, fingers: Int = 1) { (self.kind, self.fingers) = (kind, fingers) }

    package enum Direction: String, Sendable, Hashable, CaseIterable {
      case left
      case right
      case up
      case down
      case upLeft = "up-left"
      case upRight = "up-right"
      case downLeft = "down-left"
      case downRight = "down-right"
      /// The fingers of a pinch close.
      case inwards = "in"
      /// The fingers of a pinch spread.
      case outwards = "out"

      /// That of a swipe; `nil` of a pinch.
      package var swipe: SwipeDirection? { SwipeDirection(rawValue: rawValue) }
      /// Whether it is along an axis of the screen.
      var isStraight: Bool { swipe.map { SwipeDirections.straight.contains($0) } ?? false }
    }
  }

  /// The size of a touch screen or an output.
  package struct Glass: Sendable, Hashable {
    /// One of its names; `nil` for all that have no size of their own.
    package var name: String?
    /// In millimetres, as the user sees the picture.
    package var size = Size.zero
  }

  /// An area of the glass that does not count.
  package struct DeadArea: OutputRule {
    /// In millimetres, as the user sees the picture.
    package var area: Rect
    /// The name of the output; `nil` for all of them.
    package var output: String?
    package var program: String?

    package init(area: Rect = Rect(origin: .origin, size: .zero), output: String? = nil) {
      (self.area, self.output) = (area, output)
    }
  }

  /// Adds the sizes of `[[panel]]` and `[[output]]` to `preferences`, in which others count first.
  package func stateSizes(in preferences: inout MappingPreferences) {
    for glass in glasses {
      if let name = glass.name {
        preferences.sizes[name] = preferences.sizes[name] ?? glass.size
      } else {
        preferences.defaultSize = preferences.defaultSize ?? glass.size
      }
    }
  }

  /// Adds `accommodations`, unless it has its own.
  mutating func add(_ accommodations: Accommodations) {
    if self.accommodations.isEmpty { self.accommodations = accommodations }
  }

  /// All areas in which no touch counts, with those of the file about the panel.
  var allDead: [DeadArea] { dead + (panel?.deadAreas ?? []).map { DeadArea(area: $0) } }

  /// Those of the output or touch screen `name`.
  func deadAreas(on name: String) -> [Rect] { allDead.filter { $0.counts(on: name) }.map(\.area) }

  /// What a pointer does for programs without touch.
  package struct PointerRule: ProgramRule {
    package var uses: Set<PointerUse> = []
    package var program: String?
  }

  /// The moment at which a swipe counts: ``SwipeGestureRecognizer/Trigger`` as one word.
  package enum SwipeMoment: String, Sendable, Hashable, CaseIterable {
    case threshold
    case lift

    package var trigger: SwipeGestureRecognizer.Trigger { self == .lift ? .lift() : .threshold }
  }

  /// A stage of an idle machine.
  package struct Idle: Sendable, Hashable {
    /// The time without use after which it begins.
    package var after: Duration
    /// The last part of that time, for which a warning is shown; `nil` for none.
    package var warning: Duration?
    /// The text of the warning, and what it says to do; `nil` for the usual ones.
    package var text, hint: String?
    /// Whether no program receives the touch that ends the warning or the stage.
    package var swallowsFirst = false
    package var action: ServiceAction?
    /// The action when the machine is used again; `nil` for none.
    package var resume: ServiceAction?
  }

  /// A theme by its name.
  package enum ThemeName: String, Sendable, Hashable, CaseIterable {
    case dark
    case light

    var theme: Theme { self == .dark ? .dark : .light }
  }

  /// A menu.
  package struct MenuSetting: Sendable, Hashable {
    /// The rows, from top to bottom.
    package var rows: [MenuRequest.Row] = []
    /// What stands above them.
    var title: String?
    /// The hash of the PIN of staff; `nil` if it wants none.
    var pin: String?
  }

  /// The curtain: a surface that covers everything and swallows touches.
  package struct CurtainSetting: Sendable, Hashable {
    /// The text that is shown while the screen is cleaned; `nil` for the usual one.
    package var text: String?
    /// The duration for which a finger rests to end the cleaning.
    package var hold = Duration.seconds(3)
    /// The duration without input after which the curtain comes and waits for a tap; `nil` if it does not come by itself.
    package var idle: Duration?
  }
}

/// Something that may be meant for some programs alone.
package protocol ProgramRule: Sendable, Hashable {
  /// The application id of the program that must be active, in which `*` stands for any characters; `nil` for any program, or none.
  var program: String? { get set }
}

/// A rule that may be meant for one output alone.
package protocol OutputRule: ProgramRule {
  /// The name of the output; `nil` for all of them.
  var output: String? { get set }
}

extension OutputRule {
  /// Whether it is meant for the output of this name.
  package func counts(on name: String) -> Bool { output == nil || output == name }

  fileprivate func sharesOutput(with other: Self) -> Bool { other.output.map(counts) ?? true }
}

extension ServiceConfiguration {
  /// Whether some rule is meant for some programs alone.
  package var namesPrograms: Bool {
    edges.contains { $0.program != nil } || corners.contains { $0.program != nil }
      || gestures.contains { $0.program != nil } || pointers.contains { $0.program != nil }
  }

  /// Whether something needs `offhand bridge`.
  package var needsBridge: Bool {
    gestures.contains(where: \.exclusive) || !pointers.isEmpty || !accommodations.isEmpty
      || actions.contains(.reach)
  }

  /// Whether an action accommodates a visitor: then touches are as they are until it does.
  var accommodatesVisitors: Bool { actions.contains(.accommodate(.on)) }

  /// What holds while the program `name` is active. Of edges and corners that overlap, those that name the program count, and of
  /// these the first, as of pointers; gestures that name it come before the others.
  package func applied(to name: String?) -> ServiceConfiguration {
    var applied = self
    applied.edges = ServiceConfiguration.rules(edges, for: name) { $0.overlaps($1) }
    applied.corners = ServiceConfiguration.rules(corners, for: name) { $0.overlaps($1) }
    applied.gestures = ServiceConfiguration.rules(gestures, for: name) { _, _ in false }
    applied.pointers = ServiceConfiguration.rules(pointers, for: name) { _, _ in true }
    return applied
  }

  private static func rules<Rule: ProgramRule>(
    _ rules: [Rule], for name: String?, overlap: (Rule, Rule) -> Bool
  ) -> [Rule] {
    var chosen: [Rule] = []
    let named = rules.filter { rule in
      if let name, let pattern = rule.program { matches(name, pattern) } else { false }
    }
    for rule in named + rules.filter({ $0.program == nil }) {
      if !chosen.contains(where: { $0.program != rule.program && overlap($0, rule) }) { chosen.append(rule) }
    }
    return chosen
  }

  /// Whether `pattern` describes all of `name`.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return name.utf8.elementsEqual(pattern.utf8) }
    guard name.utf8.starts(with: parts[0]) else { return false }
    var rest = name.utf8.dropFirst(parts[0].count)
    // The first place of each part leaves the most for the others.
    for part in parts[1..<parts.count - 1] {
      while !rest.starts(with: part) { if rest.popFirst() == nil { return false } }
      rest = rest.dropFirst(part.count)
    }
    return rest.reversed().starts(with: parts[parts.count - 1].reversed())
  }
}

/// A corner of an output.
package enum ScreenCorner: String, Sendable, Hashable, CaseIterable {
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  var isLeft: Bool { self == .topLeft || self == .bottomLeft }
  var isTop: Bool { self == .topLeft || self == .topRight }
}

/// A stroke of one finger that lands in a corner.
package enum CornerSwipe: String, Sendable, Hashable, CaseIterable {
  case left
  case right
  case up
  case down
  /// Towards the middle of the screen.
  case inwards = "in"
  /// Along one edge, around the corner, and along the other edge.
  case around

  /// The direction in which it leaves `corner`; `nil` if it does not leave that corner so, or turns around it.
  package func direction(from corner: ScreenCorner) -> SwipeDirection? {
    let (isLeft, isTop) = (corner.isLeft, corner.isTop)
    switch self {
    case .right: return isLeft ? .right : nil
    case .left: return isLeft ? nil : .left
    case .down: return isTop ? .down : nil
    case .up: return isTop ? nil : .up
    case .inwards: return isTop ? (isLeft ? .downRight : .downLeft) : (isLeft ? .upRight : .upLeft)
    case .around: return nil
    }
  }
}

/// The effect of a gesture or a choice.
package enum ServiceAction: Sendable, Hashable {
  /// Starts a program: its name or path, and its arguments. No shell interprets them.
  case run([String])
  /// Sends an event of this name to the subscribers.
  case emit(String)
  /// Shows the menu of this name.
  case menu(String)
  case curtain(CurtainCommand)
  /// Accommodates touches until the machine is idle, or no longer.
  case accommodate(AccommodationCommand)
  /// Makes the lowest third of the screens a touch pad for the rest, until the machine is idle.
  case reach
  /// Types a key in the program that has the keyboard focus.
  case keys(KeyChord)
  /// Has the program of the kiosk begin anew, or a subscriber show its first page.
  case home

  /// The name under which subscribers receive it; `nil` if they do not.
  var event: String? {
    switch self {
    case .emit(let name): name
    case .home: ServiceAction.homeEvent
    default: nil
    }
  }

  static let homeEvent = "home"
  /// What makes the program begin anew: the unit that `offhand kiosk setup` writes.
  static let restart = ["systemctl", "--user", "restart", "kiosk.service"]
}

/// Whether touches are accommodated.
package enum AccommodationCommand: String, Sendable, Hashable, CaseIterable {
  case on
  case off
}

/// What happens to the curtain.
package enum CurtainCommand: String, Sendable, Hashable, CaseIterable {
  /// It covers everything until a finger rests on it, or until it is taken down.
  case up
  /// It covers everything and swallows the first contact; then it is gone.
  case untilTap = "until-tap"
  case down
}
