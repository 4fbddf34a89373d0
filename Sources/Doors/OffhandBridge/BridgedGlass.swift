package import Offhand
package import OffhandClient
package import OffhandService

/// How touches are kept from programs when a gesture takes them (what the compositor does with `TOUCH_CANCEL` decides).
package enum RelayMode: String, Sendable, Hashable, CaseIterable {
  /// Touches are held back until it is decided; never delivered and then taken.
  case hold
  /// Touches are delivered at once; those that a gesture takes become palms, which the compositor cancels.
  case takeBack = "take-back"
}

/// What is recognized, and how it takes touches from programs.
package struct BridgeRules: Sendable, Hashable {
  /// The gestures; the `output` of one is the node of a touch screen.
  package var gestures: [ServiceConfiguration.ListenedGesture]
  package var mode: RelayMode
  /// Whether the client reads twins too.
  package var isClientReading: Bool
  /// The pointer for programs without touch; `nil` for none.
  package var pointer: BridgedPointer?
  /// The areas in which no touch counts that lands there; the `output` of one is the node of a touch screen.
  package var dead: [ServiceConfiguration.DeadArea]
  /// What programs receive touches as; empty for what the bridge was started with.
  package var accommodations: Accommodations
  /// The touch pads for the rest of their touch screens; the `output` of one is the node of a touch screen.
  package var reach: [ServiceConfiguration.DeadArea]

  package init(
    _ gestures: [ServiceConfiguration.ListenedGesture] = [], _ mode: RelayMode = .hold,
    isClientReading: Bool = false, pointer: BridgedPointer? = nil, dead: [ServiceConfiguration.DeadArea] = [],
    accommodations: Accommodations = Accommodations(), reach: [ServiceConfiguration.DeadArea] = []
  ) {
    (self.gestures, self.mode, self.isClientReading) = (gestures, mode, isClientReading)
    (self.pointer, self.dead, self.accommodations, self.reach) = (pointer, dead, accommodations, reach)
  }
}

/// The touch screens that the bridge holds, each with a twin.
package protocol BridgedGlass: AnyObject {
  /// The touch screens, in the order in which they arrived.
  var panels: [BridgedPanel] { get }
  /// Replaces the rules as soon as no finger is down; `nil` if no client is left, with which the pointer goes at once.
  func recognize(_ rules: BridgeRules?, at now: Timestamp)
  /// Lands one touch at a point of a panel in millimetres, moves it 1 mm, makes it a palm after 40 ms and ends it. Throws if the panel
  /// is unknown or touched.
  func check(_ panel: Panel.ID, at point: Point, at now: Timestamp) throws
  /// Releases the screens while the session is away; takes them again when it is back.
  func move(to state: SessionWatch.State, at now: Timestamp) throws
  /// Lifts every finger of the twins and releases the screens.
  func close(at now: Timestamp)
}

/// Receives what happens on the screens of the bridge.
package protocol BridgedGlassReceiver: AnyObject {
  /// Touch screens were added or removed.
  func screensChanged(at now: Timestamp)
  /// One of the gestures given to `recognize` happened, or several of them by one event.
  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) throws
  /// What became of a touch by the accommodations given to `recognize`.
  func receive(_ mark: TouchMark)
  /// Four fingers were held in a corner for five seconds: the bridge lets go until it is started again.
  func letGo(on panel: Panel, at now: Timestamp)
}
