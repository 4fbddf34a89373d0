import Logging
import Offhand
import OffhandPlatform
import OffhandWayland

/// The configuration, the part of it that holds while the present program is active, and the keys that this program is sent.
final class ActiveRules {
  /// All of it; `follow` has it take effect.
  var configuration: ServiceConfiguration
  /// What holds now.
  private(set) var current: ServiceConfiguration
  /// The application id of the active program, if a rule names programs.
  private(set) var program: String?
  private var programs: OpenPrograms?
  private var keyboard: VirtualKeyboard?
  private let logger: Logger

  init(_ configuration: ServiceConfiguration, logger: Logger) {
    (self.configuration, self.logger) = (configuration, logger)
    current = configuration.applied(to: nil)
  }

  /// Follows which program is active, and makes a keyboard, if the configuration needs that.
  func reach(_ connection: Connection) {
    if !configuration.namesPrograms {
      programs = nil
    } else if programs == nil {
      programs = OpenPrograms(connection)
      if programs == nil {
        logger.error(
          "rules with program have no effect: the compositor does not tell which is active (zwlr_foreign_toplevel_manager_v1)"
        )
      }
    }
    guard keyboard == nil, configuration.actions.contains(where: { if case .keys = $0 { true } else { false } })
    else { return }
    keyboard = VirtualKeyboard(connection)
    if keyboard == nil {
      logger.error("keys have no effect: the compositor takes none from programs (zwp_virtual_keyboard_manager_v1)")
    }
  }

  /// Whether another program is active than the one for which `current` holds.
  var isOutdated: Bool { programs?.active != program }

  /// Goes by the program that is active now.
  func follow() {
    program = programs?.active
    current = configuration.applied(to: program)
  }

  /// The actions of gestures anywhere for `event` on the output of this name.
  func actions(for event: GestureEvent, on output: String) -> [ServiceAction] {
    let gestures = current.gestures.filter { $0.matches(event) && $0.counts(on: output) }
    // Those that name the active program come first, and then the others do not count.
    return gestures.prefix { $0.program == gestures[0].program }.compactMap(\.action)
  }

  /// Types a key in the active program.
  func press(_ chord: KeyChord) { keyboard?.press(chord, at: MonotonicClock.now()) }
}
