public import COffhand
import Offhand

/// Why a handle cannot be made, or changed: one line that says what and where.
struct SetupFault: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// What is wrong with a recognizer; the domain's names and remedies are for Swift.
  init(_ error: PipelineError) {
    var error = error
    switch error.reason {
    case .relation(.unknownName(let other)):
      reason = "recognizer \(error.recognizer) '\(error.name)': no recognizer of this pipeline is named '\(other)'"
      return
    case .impossible(let setting, let value, let allowed):
      error.reason = .impossible(SetupFault.field(setting), value, allowed)
    case .unknownSetting(let setting, let kind): error.reason = .unknownSetting(SetupFault.field(setting), kind)
    default: break
    }
    reason = error.description
  }

  /// What C calls a setting: the field, or the fields.
  private static func field(_ setting: String) -> String {
    switch setting {
    case "fingers": return "fingers_min and fingers_max"
    case "part": return "part_from and part_to"
    case "countsSeams": return "OFFHAND_SEAMS"
    default: break
    }
    var name = ""
    for character in setting.unicodeScalars {
      let isCapital = (65...90).contains(character.value)
      name += isCapital ? "_" : ""
      name.unicodeScalars.append(isCapital ? Unicode.Scalar(UInt8(character.value + 32)) : character)
    }
    return name
  }

  /// Writes the reason to `buffer`, which has room for `size` bytes with the NUL; cut between characters if it is too long.
  func write(to buffer: UnsafeMutablePointer<CChar>?, size: Int) {
    let room = UInt(bitPattern: size)
    guard let buffer, room > 0 else { return }
    var end = 0
    for character in reason.unicodeScalars {
      let bytes = UTF8.encode(character)!
      guard UInt(end + bytes.count) < room else { break }
      for byte in bytes {
        buffer[end] = CChar(bitPattern: byte)
        end += 1
      }
    }
    buffer[end] = 0
  }
}

/// A struct that callers fill: it begins with its size as they know it, and grows at its end in later versions.
///
/// Later versions add fields behind `firstSize`, never in padding before it: callers need not have set padding to zero.
protocol SizedStruct {
  /// All zero.
  init()
  /// Its size in bytes in 0.1, with pointers of 64 bits: no caller has a smaller one.
  static var firstSize: Int { get }
}

extension SizedStruct {
  /// Reads the caller's struct: fields that it does not have yet are zero.
  ///
  /// Throws if it is smaller than that of 0.1, or if it is larger than this version's and a byte that this version does not know is not
  /// zero.
  init(reading source: UnsafePointer<Self>, size: Int, named name: String) throws(SetupFault) {
    let bytes = try readableBytes(source, size, first: Self.firstSize, known: MemoryLayout<Self>.stride, named: name)
    self.init()
    withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix($0.count))) }
  }
}

/// The bytes of a caller's struct, which this version knows up to `known`. Not generic: it is long, and the same for all of them.
@inline(never)
private func readableBytes(
  _ source: UnsafeRawPointer, _ size: Int, first: Int, known: Int, named name: String
) throws(SetupFault) -> UnsafeRawBufferPointer {
  guard size >= min(first, known), size <= 1 << 16 else {
    throw SetupFault("\(name).size is \(UInt(bitPattern: size)), not sizeof(struct offhand_\(name)), \(known)")
  }
  let bytes = UnsafeRawBufferPointer(start: source, count: size)
  for offset in bytes.indices.dropFirst(known) where bytes[offset] != 0 {
    throw SetupFault("byte \(offset) of \(name) is not zero: it belongs to a newer version of offhand than \(version)")
  }
  return bytes
}

extension offhand_options: SizedStruct {
  static var firstSize: Int { 88 }
}

extension offhand_request: SizedStruct {
  static var firstSize: Int { 128 }
}

/// The version of the library, that of the header.
let version: StaticString = "0.2.0"

extension Handle.Setup {
  /// The most outputs.
  private static let outputLimit = 64

  /// Reads the options of a caller.
  init(_ options: offhand_options) throws(SetupFault) {
    let descriptions =
      options.recognizer_count == 0 ? [] : try Self.descriptions(options.recognizers, count: options.recognizer_count)
    try self.init(
      options, descriptions, outputs: Self.outputs(options.outputs, count: options.output_count),
      name: options.pipeline.map { String(cString: $0) })
  }

  /// Reads the options of a caller, except for what is given beside them.
  init(
    _ options: offhand_options, _ descriptions: [RecognizerDescription], outputs: [Rect], name: String?
  ) throws(SetupFault) {
    let infersHand = options.flags & UInt32(OFFHAND_INFER_HAND.rawValue) != 0
    try Self.checkBits(
      options.flags,
      within: OFFHAND_INFER_HAND.rawValue | OFFHAND_RELAY.rawValue | OFFHAND_ONE_HAND.rawValue
        | OFFHAND_SEVERAL_HANDS.rawValue, named: "flags")
    let isOne = options.flags & UInt32(OFFHAND_ONE_HAND.rawValue) != 0
    let areSeveral = options.flags & UInt32(OFFHAND_SEVERAL_HANDS.rawValue) != 0
    if isOne, areSeveral {
      throw SetupFault("options.flags has OFFHAND_ONE_HAND and OFFHAND_SEVERAL_HANDS; only one of them can be")
    }
    separation = isOne ? HandSeparation.none : areSeveral ? .byReach : .automatic
    relaysTouches = options.flags & UInt32(OFFHAND_RELAY.rawValue) != 0
    self.outputs = outputs
    if infersHand, outputs.isEmpty {
      throw SetupFault("OFFHAND_INFER_HAND needs at least one output: the panel in millimetres")
    }
    filters = try Self.filters(options.filters)
    switch options.input {
    case OFFHAND_LIBINPUT: habits = .libinput
    case OFFHAND_WL_TOUCH: habits = .wayland
    default: throw SetupFault("options.input is \(options.input.rawValue), which is not an enum offhand_input")
    }
    timesWrap = options.input == OFFHAND_WL_TOUCH
    let panel = try Self.panel(options, outputs: outputs)
    placer = infersHand ? StandardPlacement(environment: panel) : nil
    if !descriptions.isEmpty {
      guard name == nil else {
        throw SetupFault("options name a pipeline and have recognizers of their own; only one of them can be")
      }
      (pipeline, kinds) = try Self.pipeline(
        of: Self.related(descriptions, outputs: outputs), outputs: outputs, separation)
      return
    }
    let name = name ?? "standard"
    guard let pipeline = PipelineCatalog.plainPipeline(named: name, outputs: outputs, separation: separation) else {
      let names = PipelineCatalog.entries.map { $0.name }.joined(separator: ", ")
      throw SetupFault("there is no pipeline '\(name.prefix(40))'; there are \(names)")
    }
    self.pipeline = pipeline
    tapsListen = relaysTouches
    kinds = pipeline.names.map(offhand_kind.init(usual:))
  }

  /// A caller's recognizers with the relations that they have unless one is stated. Throws if a recognizer names an output that is not
  /// there, unless none is known yet.
  static func related(_ recognizers: [RecognizerDescription], outputs: [Rect]) throws(SetupFault)
    -> [RecognizerDescription]
  {
    var descriptions = recognizers
    descriptions.relateAsStandard()
    ThreadWatch.report(exclusionsIn: descriptions)
    for index in descriptions.indices {
      guard let output = descriptions[index].output, !outputs.isEmpty, output >= outputs.count else { continue }
      throw SetupFault("recognizer \(index): output cannot be \(UInt(output) + 1): there are \(outputs.count)")
    }
    return descriptions
  }

  /// The pipeline of a caller's own recognizers, and their kinds.
  static func pipeline(
    of descriptions: [RecognizerDescription], outputs: [Rect], _ separation: HandSeparation
  ) throws(SetupFault) -> (AnyPipeline, [offhand_kind]) {
    do throws(PipelineError) {
      return (
        try PipelineCatalog.plainPipeline(of: descriptions, outputs: outputs, separation: separation),
        descriptions.map { $0.kind.inC.kind }
      )
    } catch { throw SetupFault(error) }
  }

  /// Throws if `bits` has one that is not in `known`.
  private static func checkBits(_ bits: UInt32, within known: UInt32, named name: String) throws(SetupFault) {
    guard bits & ~known == 0 else {
      throw SetupFault(
        "options.\(name) has the bits 0x\(String(bits & ~known, radix: 16)), which \(version) does not know")
    }
  }

  /// Reads the rectangles of outputs.
  static func outputs(
    _ outputs: UnsafePointer<offhand_rect>?, count: Int
  ) throws(SetupFault) -> [Rect] {
    guard count >= 0, count <= outputLimit else {
      throw SetupFault("there are \(UInt(bitPattern: count)) outputs; up to \(outputLimit) are possible")
    }
    guard let outputs, count > 0 else {
      if count > 0 { throw SetupFault("outputs is NULL, but output_count is \(count)") }
      return []
    }
    var rects: [Rect] = []
    for index in 0..<count { rects.append(try output(Rect(outputs[index]), at: index)) }
    return rects
  }

  /// Throws if an output cannot be this.
  static func output(_ rect: Rect, at index: Int) throws(SetupFault) -> Rect {
    guard rect.isSound(within: Handle.largestLength) else {
      throw SetupFault(
        "output \(index) is \(rect.width) x \(rect.height) mm at \(rect.minX), \(rect.minY); it must be finite, not empty, and "
          + "within 100 km")
    }
    return rect
  }

  private static func filters(_ bits: UInt32) throws(SetupFault) -> ChosenFilters? {
    let known: [(bit: UInt32, kind: ChosenFilters.Kind)] = [
      (OFFHAND_FILTER_PALM.rawValue, .palm), (OFFHAND_FILTER_NOISE.rawValue, .noise),
      (OFFHAND_FILTER_JITTER.rawValue, .jitter), (OFFHAND_FILTER_PEN.rawValue, .pen),
      (OFFHAND_FILTER_GLITCH.rawValue, .glitch), (OFFHAND_FILTER_DESPIKE.rawValue, .despike),
    ]
    try checkBits(bits, within: known.reduce(0) { $0 | $1.bit }, named: "filters")
    return bits == 0 ? nil : ChosenFilters(Set(known.filter { bits & $0.bit != 0 }.map { $0.kind }))
  }

  /// The panel and its user.
  private static func panel(_ options: offhand_options, outputs: [Rect]) throws(SetupFault) -> PanelSetup {
    let panel = Rect(around: outputs)
    var setup = PanelSetup(panel: panel, posture: try posture(options.posture, of: panel))
    switch options.stated_hand {
    case OFFHAND_HAND_UNKNOWN: break
    case OFFHAND_HAND_LEFT: setup.statedHand = .left
    case OFFHAND_HAND_RIGHT: setup.statedHand = .right
    default:
      throw SetupFault("options.stated_hand is \(options.stated_hand.rawValue); left, right and unknown are possible")
    }
    if options.right_hand_prior != 0 {
      guard options.right_hand_prior > 0, options.right_hand_prior < 1 else {
        throw SetupFault(
          "options.right_hand_prior is \(options.right_hand_prior), which is not a probability between 0 and 1")
      }
      setup.rightHandPrior = options.right_hand_prior
    }
    if options.user_edge.rawValue != 0 {
      guard
        let edge = ScreenEdge.allCases.first(where: { UInt32(ScreenEdges($0).rawValue) == options.user_edge.rawValue })
      else {
        throw SetupFault("options.user_edge is \(options.user_edge.rawValue), which is not a single enum offhand_edge")
      }
      setup.userEdge = edge
    }
    return setup
  }

  private static func posture(_ posture: offhand_posture, of panel: Rect) throws(SetupFault) -> Posture {
    switch posture {
    case OFFHAND_POSTURE_AUTOMATIC: Posture(of: panel.size)
    case OFFHAND_POSTURE_UNKNOWN: .unknown
    case OFFHAND_POSTURE_FLAT_TABLET: .flatTablet
    case OFFHAND_POSTURE_MONITOR: .monitor
    case OFFHAND_POSTURE_KIOSK: .kiosk
    case OFFHAND_POSTURE_TABLETOP: .tabletop
    case OFFHAND_POSTURE_HANDHELD: .handheld
    case OFFHAND_POSTURE_FACE_UP: .faceUp
    case OFFHAND_POSTURE_THUMBS: .thumbs
    default: throw SetupFault("options.posture is \(posture.rawValue), which is not an enum offhand_posture")
    }
  }
}

extension Rect {
  /// Whether the rectangle is finite, not empty, and all of it at most `length` from the origin.
  func isSound(within length: Double) -> Bool {
    isFinite && !isEmpty && abs(minX) <= length && abs(minY) <= length && width <= length && height <= length
  }

  /// The smallest rectangle that holds all of `rects`; empty at the origin without any.
  init(around rects: [Rect]) {
    guard let first = rects.first else {
      self.init(origin: .origin, size: .zero)
      return
    }
    self = rects.dropFirst().reduce(first) { $0.union($1) }
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns the version of the library.
@c @implementation
public func offhand_version() -> UnsafePointer<CChar>? { constant(version) }

/// Returns the same as a number.
@c @implementation
public func offhand_version_number() -> UInt32 {
  UInt32(10_000 * OFFHAND_VERSION_MAJOR + 100 * OFFHAND_VERSION_MINOR + OFFHAND_VERSION_PATCH)
}

/// Makes a handle with one reference.
@c @implementation
public func offhand_new(
  _ options: UnsafePointer<offhand_options>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  do throws(SetupFault) {
    let known =
      try options.map { (options) throws(SetupFault) in
        try offhand_options(reading: options, size: options.pointee.size, named: "options")
      } ?? offhand_options()
    return OpaquePointer(Unmanaged.passRetained(Handle(try Handle.Setup(known))).toOpaque())
  } catch {
    error.write(to: buffer, size: size)
    return nil
  }
}

/// Replaces the recognizers.
@c @implementation
public func offhand_set_recognizers(
  _ handle: OpaquePointer?, _ recognizers: UnsafePointer<offhand_recognizer>?, _ count: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  withHandle(handle, else: -1) {
    do throws(SetupFault) {
      try $0.replaceRecognizers(Handle.Setup.descriptions(recognizers, count: count))
      return 0
    } catch {
      error.write(to: buffer, size: size)
      return -1
    }
  }
}

/// Adds a reference.
@c @implementation
public func offhand_ref(_ handle: OpaquePointer?) -> OpaquePointer? {
  if let handle { _ = Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle)).retain() }
  return handle
}

/// Drops a reference.
@c @implementation
public func offhand_unref(_ handle: OpaquePointer?) {
  // Whether another thread is in a call.
  withHandle(handle) { _ in }
  if let handle { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// Replaces the outputs.
@c @implementation
public func offhand_set_outputs(
  _ handle: OpaquePointer?, _ outputs: UnsafePointer<offhand_rect>?, _ count: Int
) -> Int32 {
  withHandle(handle, else: -1) {
    guard let rects = try? Handle.Setup.outputs(outputs, count: count), !(rects.isEmpty && $0.infersHand) else {
      return -1
    }
    $0.setOutputs(rects)
    return 0
  }
}
