import ArgumentParser
import Logging
import Offhand
import OffhandBridge
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandPlatform
import OffhandService

/// `offhand bridge`: keeps the touches of gestures from programs.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Hold the touch screens, and keep the touches of exclusive gestures from programs, on any compositor.",
    discussion: """
      A system service, offhand-bridge.service. It captures the touch screens and gives programs a twin of each: a virtual touch screen \
      with the touches that no gesture takes. 'offhand serve' says which gestures are exclusive, and runs their actions. Only the user \
      whose session is shown may connect. Four fingers held in a corner for five seconds end the bridge.

      With --check, run in a session, it finds out whether the compositor reports cancelled touches to programs. It covers all outputs \
      for a moment, makes one touch, and keeps the result for 'offhand serve'. Without a result, programs get a touch that a gesture may \
      take only once that is decided.

      Examples:

        systemctl enable --now offhand-bridge
        offhand bridge --check
        offhand bridge --user 1000 --filter palm,glitch

      Files:

        /run/offhand-bridge/socket    the socket; OFFHAND_BRIDGE names another one
        ~/.local/state/offhand/bridge.json    what --check has found
      """)

  @Flag(help: "Find out whether the compositor reports cancelled touches to programs, and keep the result.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "The user who may connect, by name or number.", discussion: "Without it, the user whose session is shown.",
      valueName: "user"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "The filters before programs receive touches, separated by commas, or none.", valueName: "filters"))
  var filter = FilterArgument(kinds: [])

  @OptionGroup var accommodating: AccommodateOptions

  @Flag(help: "Let the second tap of a double tap land where the first did.")
  var secondTapSnaps = false

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard let user, Environment.user(named: user) == nil else { return }
    throw ValidationError("There is no user '\(user)'.")
  }

  func run() throws {
    let path = Environment["OFFHAND_BRIDGE"] ?? BridgeLine.socket
    if check { return try CancelCheck(at: path).run() }
    let logger = log.makeLogger()
    let (filters, snaps, accommodations) = (filter.kinds.subtracting([.pen]), secondTapSnaps, accommodating.value)
    if filter.kinds.contains(.pen) {
      logger.warning("--filter pen has no effect here: the bridge reads touch screens, and no pens")
    }
    do throws(KernelError) { try Files.check(VirtualTouchScreen.path, for: .writing) } catch {
      throw BridgeError.noTwins(VirtualTouchScreen.path, error)
    }
    // Before anything is opened that the other processes would share.
    let opener = try BrokeredOpener()
    let keeper = try Keeper()
    let owner = try user.flatMap { Environment.user(named: $0) }.map { SeatOwner(named: $0) } ?? SeatOwner()
    let program = try BridgeProgram(
      at: path, for: owner, alwaysHolding: !filters.isEmpty || !accommodations.isEmpty || snaps, logger: logger
    ) {
      $0.add(opener)
      return try BridgedScreens(
        keeper: keeper, opener: opener, filters: filters, accommodations: accommodations,
        snapsSecondTap: snaps, loop: $0, receiver: $1, logger: logger)
    }
    Confinement(readable: Confinement.systemFiles + [SeatOwner.folder], manager: program.managerSocket).apply(logger)
    try program.run()
  }
}
