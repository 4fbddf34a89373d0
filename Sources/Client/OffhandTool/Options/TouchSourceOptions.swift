import ArgumentParser
import Glibc
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandOSC
import OffhandPlatform
import OffhandPlatform
import OffhandService

/// The options that name the touch source.
struct TouchSourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Where touches come from; a NODE may be given several times.",
      discussion: "Without it, libinput is used if a touch screen can be read, else wayland.",
      valueName: "source"))
  var sources: [TouchSourceArgument] = []

  @Flag(help: "Keep the touches from other programs; waits until no finger is on the glass.")
  var grab = false

  @Option(
    help: ArgumentHelp(
      "The filters before the gestures, separated by commas, or none.",
      discussion: "Without it glitch and noise, which do nothing on a device without these faults.",
      valueName: "filters"))
  var filter = FilterArgument(kinds: [.glitch, .noise])

  @OptionGroup var accommodating: AccommodateOptions

  @Option(
    help: ArgumentHelp(
      "The seconds without a report after which a touch counts as lost, if others have landed since.",
      discussion:
        "Only under compositors that report no cancelled touches, such as labwc. In serve, lost_after of its file has priority.",
      valueName: "seconds"))
  var lostAfter = 10.0

  @OptionGroup var mapping: MappingOptions

  func validate() throws {
    guard (1...3600).contains(lostAfter) else { throw ValidationError("'--lost-after' is from 1 to 3600 seconds.") }
    guard let origin = joined else {
      throw ValidationError("'--source' may be given several times only for device nodes of one kind.")
    }
    guard !TouchInput(origin).readsScreens else { return }
    if grab { throw ValidationError("'--grab' is for touch screens that are read here: libinput or evdev.") }
    if !mapping.outputs.isEmpty {
      throw ValidationError("'--map' is for touch screens that are read here: libinput or evdev.")
    }
  }

  /// The value of the options.
  var input: TouchInput {
    var input = TouchInput(
      joined ?? .automatic, capture: grab ? .exclusive : .shared, preferences: mapping.preferences,
      filters: filter.kinds)
    input.lostAfter = .seconds(lostAfter)
    input.accommodations = accommodating.value
    return input
  }

  /// All sources as one; `nil` if they cannot be combined.
  private var joined: TouchInput.Origin? {
    guard let first = sources.first?.origin else { return .automatic }
    return sources.dropFirst().reduce(first) { joined, source in
      switch (joined, source.origin) {
      case (.libinput(.nodes(let some))?, .libinput(.nodes(let more))): .libinput(.nodes(some + more))
      case (.evdev(.nodes(let some))?, .evdev(.nodes(let more))): .evdev(.nodes(some + more))
      default: nil
      }
    }
  }
}

/// What touches count as after the filters.
struct AccommodateOptions: ParsableArguments {
  @Option(
    name: .customLong("accommodate"),
    help: ArgumentHelp(
      "How touches count for hands that tremble or press long: a file, or tolerance_mm=8,hold=0.3,repeat=0.3,press=tap.",
      discussion: """
        tolerance_mm: a finger that moves by less still taps. hold: a touch counts after so many seconds. repeat: one that lands so \
        soon after a lift does not. press=tap: a long press is a tap. Also location=stillest or lift, repeat_mm, and second=ignored; \
        page Accommodating.
        """,
      valueName: "settings"),
    transform: { text throws(ValidationError) in
      do throws(ConfigurationFile.Failure) { return try Accommodations(argument: text) } catch {
        throw ValidationError("\(error). For example: 'tolerance_mm=8,press=tap'")
      }
    })
  var value = Accommodations()
}

/// The options of demos about touches: their source, and what follows a recording.
struct PlaybackOptions: ParsableArguments {
  @OptionGroup var source: TouchSourceOptions

  @Flag(help: "End when the recording has ended and nothing moves any more.")
  var exit = false

  @Flag(help: "Play the recording again and again.")
  var loop = false

  func validate() throws {
    if exit, loop { throw ValidationError("Use either '--exit' or '--loop'.") }
    if exit || loop {
      guard case .recording = source.input.origin else {
        throw ValidationError("'--exit' and '--loop' are for recordings: '--source FILE'.")
      }
    }
  }

  /// The value of the options.
  var input: TouchInput {
    var input = source.input
    input.recordingEnd = exit ? .exits : loop ? .repeats : .stays
    return input
  }
}

/// Why no TUIO can be received.
private struct TUIOFault: Error, CustomStringConvertible {
  private static let reasons = [
    EADDRNOTAVAIL: "this machine has no such address; give the port alone, or 0.0.0.0 for all networks",
    EADDRINUSE: "another program receives there; end it, or give another port",
  ]
  let description: String

  init(_ address: TUIOAddress, _ cause: KernelError) {
    description = "TUIO at \(address): \(TUIOFault.reasons[cause.code] ?? cause.reason)"
  }
}

/// The argument of `--source`.
struct TouchSourceArgument: ExpressibleByArgument, Equatable {
  let origin: TouchInput.Origin

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let detail = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first, detail) {
    case ("libinput", let name) where name != "": origin = .libinput(TouchSourceArgument.selection(name))
    case ("evdev", let name) where name != "": origin = .evdev(TouchSourceArgument.selection(name))
    case ("device", let path?) where !path.isEmpty: origin = .libinput(.nodes([path]))
    case ("wayland", nil): origin = .wayland
    case ("tuio", let place?):
      guard let address = TUIOAddress(place) else { return nil }
      let port = TUIOPort(address)
      origin = .custom(
        CustomTouchSource("TUIO at \(address.reach)") {
          do throws(KernelError) { return try TUIOTouchSource(port, $0) } catch { throw TUIOFault(address, error) }
        })
    case ("recording", let path?) where !path.isEmpty: origin = .recording(path)
    // A word without slash and dot is more likely a misspelled source than a file.
    case _ where argument.contains("/") || argument.contains("."): origin = .recording(argument)
    default: return nil
    }
  }

  /// A name that begins with a slash is a device node, any other a seat.
  private static func selection(_ name: String?) -> DeviceSelection {
    guard let name else { return .defaultSeat }
    return name.hasPrefix("/") ? .nodes([name]) : .seat(name)
  }

  static var allValueStrings: [String] {
    [
      "libinput[:SEAT|:NODE]", "evdev[:SEAT|:NODE]", "wayland", "tuio:[ADDRESS:]PORT", "FILE", "recording:FILE",
      "device:NODE",
    ]
  }
}
