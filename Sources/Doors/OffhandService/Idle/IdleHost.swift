import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandWayland

/// Follows whether the machine is in use, shows the warnings of `[[idle]]`, and performs the actions of the stages.
///
/// A compositor with `ext_idle_notifier_v1` reports touches, keys and pointers, but does not notice a finger that rests without moving.
/// Touch screens that are read here show that finger; where the compositor reports nothing, they alone count. It also takes touches in
/// dead areas for use, which are known here: for a moment after one it is not believed. If it then reports use still, there was a key, too.
final class IdleHost: EventSource {
  private let stages: [ServiceConfiguration.Idle]
  private let watch: IdleWatch?
  private let hadSeat: Bool
  private let stage: OverlayStage
  private let menus: MenuHost
  private let curtain: CurtainHost
  private let perform: (ServiceAction, GestureState?) -> Void
  private var schedule: IdleSchedule
  private var wasQuiet = false
  /// The pause after which the compositor is to report an idle machine.
  private let pause: Duration
  /// Until when it is not believed.
  private var doubt = Timestamp(nanoseconds: .min)
  /// The warning that is shown.
  private(set) var warning: OverlayPane<WarningView>?
  /// What it warns of, and until when; `nil` if nothing is to be shown.
  private var announced: (idle: ServiceConfiguration.Idle, end: Timestamp)?
  /// Whether the warning still has to take the touches on its panel.
  private var isOpen = false

  /// Follows `stages`; `nil` if there is none. `perform` receives the actions, for subscribers with the state of the stage.
  init?(
    _ stages: [ServiceConfiguration.Idle], on stage: OverlayStage, menus: MenuHost, curtain: CurtainHost,
    perform: @escaping (ServiceAction, GestureState?) -> Void
  ) {
    let plan = stages.map { IdleSchedule.Stage(after: $0.after, warning: $0.warning ?? .zero) }
    guard let shortest = plan.map({ $0.after - $0.warning }).min() else { return nil }
    pause = min(shortest, .milliseconds(500))
    watch = IdleWatch(stage.connection, after: pause)
    schedule = IdleSchedule(plan, followsCompositor: watch != nil, at: MonotonicClock.now())
    hadSeat = !stage.connection.seats.isEmpty
    (self.stages, self.stage, self.menus, self.curtain, self.perform) = (stages, stage, menus, curtain, perform)
  }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? {
    guard wasQuiet, watch?.isIdle == false else { return schedule.deadline }
    return schedule.deadline.map { min($0, doubt) } ?? doubt
  }
  func dispatch(at now: Timestamp) {}

  /// Whether a stage has begun.
  private(set) var hasBegun = false

  /// Whether the compositor may report idleness now, and could not when this was made: some make their seat with the first device.
  var isOutdated: Bool { watch == nil && !hadSeat && !stage.connection.seats.isEmpty }

  /// Whether touches alone tell of use.
  var needsTouches: Bool { watch == nil }

  /// Notes whether touches are heard.
  func hear(_ hears: Bool, at now: Timestamp) { if needsTouches { schedule.hear(hears, at: now) } }

  /// Has every stage and its warning take `patience` times as long.
  func setPatience(_ patience: Int) { schedule.patience = patience }

  /// Notes touches.
  func noteUse() { schedule.touch(at: MonotonicClock.now(), isHeld: stage.touches.isTouched) }

  /// Notes a touch in a dead area.
  func noteDeadTouch() { doubt = MonotonicClock.now() + pause * 2 }

  /// Does what is due. Called once a round.
  func update(at now: Timestamp) throws {
    watch?.follow()
    let isQuiet = watch.map { $0.isIdle || now < doubt } ?? false
    if isQuiet != wasQuiet {
      wasQuiet = isQuiet
      schedule.rest(since: isQuiet ? now - pause : nil)
    }
    // With `swallow_first` the veil is above the warning.
    if let warning, warning.host.view.isTouched || curtain.isTouched { noteUse() }
    while let change = schedule.next(at: now) { follow(change) }
    if warning?.isClosed == true { removeWarning() }
    if warning == nil, let announced { warn(of: announced.idle, until: announced.end) }
    try warning?.host.update(at: now)
    takePanel()
  }

  /// Forgets everything, as if the machine were used.
  func close(at now: Timestamp) {
    schedule.touch(at: now, isHeld: true)
    while let change = schedule.next(at: now) { follow(change) }
  }

  private func follow(_ change: IdleSchedule.Change) {
    removeWarning()
    announced = nil
    switch change {
    case .warn(let index, let end): announced = (stages[index], end)
    case .withdraw(let index):
      // If a key or a pointer ended it, there is no touch to swallow.
      if stages[index].swallowsFirst, curtain.command == .down { curtain.resume() }
    case .begin(let index):
      hasBegun = true
      begin(stages[index])
    case .end(let index):
      hasBegun = index > 0
      end(stages[index])
    }
  }

  private func begin(_ idle: ServiceConfiguration.Idle) {
    // A curtain for cleaning stays.
    if case .curtain? = idle.action, curtain.command != .down { return }
    if let action = idle.action { perform(action, .began) }
    if idle.swallowsFirst { curtain.swallowNext() }
  }

  private func end(_ idle: ServiceConfiguration.Idle) {
    if let action = idle.action, case .emit = action { perform(action, .ended) }
    // If a key or a pointer ends it, there is no touch to swallow.
    curtain.resume()
    if let action = idle.resume { perform(action, nil) }
  }

  private func warn(of idle: ServiceConfiguration.Idle, until end: Timestamp) {
    let place = menus.latestHand
    guard let output = place.output else { return }
    let view = WarningView(
      idle.text ?? stage.words[.idle], hint: idle.hint ?? stage.words[.hint], until: end, length: idle.warning ?? .zero,
      anchor: place.point,
      strategy: place.strategy)
    do {
      let pane = try stage.show(view, on: output)
      // Until the panel has its place, no touch is its own.
      pane.take(.nothing)
      (warning, isOpen) = (pane, true)
      // What swallows the first touch comes above the panel, on every output.
      if idle.swallowsFirst { curtain.swallowNext() }
    } catch {
      announced = nil
      stage.logger.error("no warning is shown: \(error)")
    }
  }

  /// Only the touches on the panel are taken from the programs below.
  private func takePanel() {
    guard isOpen, let warning, let rect = warning.host.view.rect, let state = warning.output.state else { return }
    isOpen = false
    warning.take(.within([PixelRect(rect, on: state.geometry)]))
  }

  private func removeWarning() {
    warning?.remove()
    warning = nil
  }
}
