import Offhand
import OffhandLibinput
import OffhandPlatform

/// What the process that reads touch screens tells the keeper: one message each, of numbers of 32 bits.
enum KeeperRequest: Equatable {
  /// Make a twin of the described touch screen.
  case make(TwinDescription)
  /// Make the pointer for programs without touch; one that `zooms` has the Ctrl key.
  case makePointer(zooms: Bool)
  /// Lift the fingers of a twin, and remove it.
  case remove(Int)
  /// Twins have fingers; to be repeated.
  case touched
  /// No twin has one.
  case untouched

  /// The most bytes of a message.
  static let longest = 8192

  init?(_ bytes: UnsafeRawBufferPointer) {
    var numbers = NumberReader(bytes)
    switch numbers.next() {
    case 1:
      guard let description = TwinDescription(&numbers) else { return nil }
      self = .make(description)
    case 2:
      guard let index = numbers.next() else { return nil }
      self = .remove(Int(index))
    case 3: self = .touched
    case 4: self = .untouched
    case 5:
      guard let zooms = numbers.next() else { return nil }
      self = .makePointer(zooms: zooms != 0)
    default: return nil
    }
  }

  /// The message.
  var numbers: [Int32] {
    switch self {
    case .make(let description): [1] + description.numbers
    case .remove(let index): [2, Int32(index)]
    case .touched: [3]
    case .untouched: [4]
    case .makePointer(let zooms): [5, zooms ? 1 : 0]
    }
  }
}

/// What the keeper tells the process that reads touch screens.
enum KeeperReply: Equatable {
  /// The twin with this index was made, and has the event node with this number, or -1; its descriptor comes along.
  case made(Int, node: Int32)
  /// It was not, since `/dev/uinput` cannot be opened, for this reason of the kernel.
  case closed(Int32)
  /// It was not, since the kernel refused it, for this reason.
  case refused(Int32)
  /// All twins' fingers were lifted, because nothing was heard for too long.
  case lifted

  init?(_ bytes: UnsafeRawBufferPointer) {
    var numbers = NumberReader(bytes)
    guard let kind = numbers.next(), let value = numbers.next() else { return nil }
    switch kind {
    case 1:
      guard let node = numbers.next() else { return nil }
      self = .made(Int(value), node: node)
    case 2: self = .closed(value)
    case 3: self = .refused(value)
    case 4: self = .lifted
    default: return nil
    }
  }

  /// The message.
  var numbers: [Int32] {
    switch self {
    case .made(let index, let node): [1, Int32(index), node]
    case .closed(let code): [2, code]
    case .refused(let code): [3, code]
    case .lifted: [4, 0]
    }
  }
}

/// The numbers of a message.
struct NumberReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> Int32? {
    guard offset + 4 <= bytes.count else { return nil }
    defer { offset += 4 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
  }
}

/// A touch screen as the keeper makes it: whatever it is told, the device has no keys but the one for touches and those that type nothing
/// (`EvdevCode.frameKeys`).
struct TwinDescription: Equatable {
  /// The most axes that the kernel knows.
  private static let mostAxes: Int32 = 64
  /// The longest name in bytes that the kernel keeps.
  private static let longestName = 79

  var name: String
  /// Where the touch screen is plugged in, without the part of that device; libinput pairs it with a pen of the same bus.
  var bus: String
  var identity: [Int32]
  var hasTimestamps: Bool
  /// Its keys that type nothing: a bit for each of `EvdevCode.frameKeys`.
  var keys: Int32
  /// Code, smallest and largest value, units per millimetre.
  var axes: [[Int32]]

  /// The description of a touch screen's twin. Slots can be palms, also where those of the touch screen cannot.
  init(of screen: VirtualTouchScreen.Description) {
    name = screen.name
    bus = String(screen.place.split(separator: "/input", maxSplits: 1, omittingEmptySubsequences: false)[0])
    identity = screen.identity.map { Int32(clamping: $0) }
    hasTimestamps = screen.hasTimestamps
    keys = EvdevCode.frameKeys.indices.reduce(0) { screen.keys.contains(EvdevCode.frameKeys[$1]) ? $0 | 1 << $1 : $0 }
    axes = screen.axes.filter { $0.code != EvdevCode.toolType }.map { axis in
      [Int32(axis.code)] + [axis.minimum, axis.maximum, axis.resolution].map { Int32(clamping: $0) }
    }
    axes.append([Int32(EvdevCode.toolType), 0, EvdevCode.palm, 0])
  }

  init?(_ numbers: inout NumberReader) {
    identity = []
    for _ in 0..<4 {
      guard let number = numbers.next() else { return nil }
      identity.append(number)
    }
    guard let timestamps = numbers.next(), let keys = numbers.next(), let count = numbers.next(),
      0...TwinDescription.mostAxes ~= count
    else {
      return nil
    }
    (hasTimestamps, self.keys) = (timestamps != 0, keys)
    axes = []
    for _ in 0..<count {
      guard let code = numbers.next(), 0..<TwinDescription.mostAxes ~= code, let minimum = numbers.next(),
        let maximum = numbers.next(), let resolution = numbers.next()
      else { return nil }
      axes.append([code, minimum, maximum, resolution])
    }
    var bytes: [UInt8] = []
    while let byte = numbers.next() { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard texts.count == 2, texts.allSatisfy({ $0.count <= TwinDescription.longestName }) else { return nil }
    (name, bus) = (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self))
  }

  var numbers: [Int32] {
    var numbers = identity + [hasTimestamps ? 1 : 0, keys, Int32(axes.count)]
    for axis in axes { numbers += axis }
    numbers += name.utf8.prefix(TwinDescription.longestName).map { Int32($0) }
    numbers.append(0)
    return numbers + bus.utf8.prefix(TwinDescription.longestName).map { Int32($0) }
  }

  /// The number of slots.
  var slots: Int {
    guard let axis = axes.first(where: { $0[0] == Int32(EvdevCode.slot) }) else { return 0 }
    return Int(min(max(axis[2], -1), 255)) + 1
  }

  /// The device to make, at the bridge's own place on the bus of the touch screen: as udev groups devices for libinput, by what is before
  /// `/input`.
  var screen: VirtualTouchScreen.Description {
    var screen = VirtualTouchScreen.Description(
      name: name, identity: identity.map { Int($0) },
      axes: axes.map {
        .init(code: UInt16($0[0]), minimum: Int($0[1]), maximum: Int($0[2]), resolution: Int($0[3]))
      })
    screen.place = bus.isEmpty ? Keeper.place : "\(bus)/input/\(Keeper.place)"
    screen.hasTimestamps = hasTimestamps
    screen.keys += EvdevCode.frameKeys.enumerated().filter { keys & 1 << $0.offset != 0 }.map(\.element)
    return screen
  }
}

extension VirtualTouchScreen.Description {
  /// The largest value of the pointer's axes, which begin at 0.
  static let pointerEnd = 0xFFFF

  /// The pointer: a place among all outputs, the right button, wheels, and the Ctrl key of one that `zooms`; whatever the keeper is told,
  /// it has no other. The key is no device of its own, since compositors read two devices in any order, and Ctrl comes before the wheel.
  static func pointer(zooms: Bool) -> Self {
    let axes = [EvdevCode.x, EvdevCode.y].map { Axis(code: $0, minimum: 0, maximum: pointerEnd) }
    // `BUS_VIRTUAL`.
    var pointer = Self(name: "Offhand Pointer", identity: [6, 0, 0, 1], axes: axes)
    pointer.keys = [EvdevCode.rightButton] + (zooms ? [EvdevCode.leftControl] : [])
    let (whole, fine) = (EvdevCode.wheel, EvdevCode.fineWheel)
    pointer.wheels = [whole.vertical, whole.horizontal, fine.vertical, fine.horizontal]
    pointer.place = Keeper.place
    return pointer
  }
}
