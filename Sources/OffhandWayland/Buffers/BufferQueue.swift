public import Offhand

/// Memory to draw a frame into: 32 bits a pixel, `0xAARRGGBB` in the machine's byte order, premultiplied; the compositor
/// does not look at it until it is committed. Only valid while it is being drawn.
public struct PixelBuffer {
  /// Device pixels across.
  public let width: Int32
  /// Device pixels down.
  public let height: Int32
  /// Bytes from one row to the next.
  public let stride: Int
  /// How many commits ago the buffer's content was on the surface: 1 for the present one, 0 where it never was.
  public let age: Int
  /// What the buffer lacks of what is on the surface now, and must be drawn besides what changes; `nil` where it is all.
  public let missing: Damage?
  /// The first pixel of the first row.
  package let memory: UnsafeMutableRawPointer
}

/// The buffers of one surface: as few as the compositor lets us do with, one to three (platform.md §1.2).
///
/// Weston and sway give a buffer back after a frame, KWin and Mir after two, Mutter at once. A buffer that does not fit any
/// more is kept until the compositor has given it back.
final class BufferQueue {
  /// So many buffers of the present size at most: KWin and Mir hold two while we draw the third.
  static let limit = 3
  /// So many buffers of former sizes may be with the compositor before no more are made.
  static let deferredLimit = 8
  /// A free buffer that was not needed for so many commits is given back: about two seconds.
  static let idleCommits = 120

  /// How often nothing could be drawn because the compositor had all buffers.
  private(set) var starvationCount = 0
  private(set) var history = DamageHistory()

  private let shm: WlShm
  private let format: WlShm.Format
  private let display: Display
  private var buffers: [Buffer] = []
  private var deferred: [Buffer] = []

  init(shm: WlShm, format: WlShm.Format, on display: Display) {
    self.shm = shm
    self.format = format
    self.display = display
  }

  /// How many buffers there are, those of former sizes included.
  var count: Int { buffers.count + deferred.count }

  /// A buffer of that size that may be drawn into: the one whose picture is the youngest. `nil` where the compositor has
  /// all; it gives one back before long. Throws where the kernel gives no memory.
  func next(width: Int32, height: Int32) throws(SurfaceError) -> Buffer? {
    discardMisfits(width, height)
    if let youngest = buffers.lazy.filter({ !$0.isBusy }).max(by: { $0.commit < $1.commit }) { return youngest }
    guard buffers.count < BufferQueue.limit, deferred.count < BufferQueue.deferredLimit else {
      starvationCount += 1
      return nil
    }
    let buffer = try Buffer(width: width, height: height, format: format, shm: shm, on: display)
    buffers.append(buffer)
    return buffer
  }

  /// The picture in `buffer`, which differs from the one before by `damage`, goes to the compositor.
  func attach(_ buffer: Buffer, damage: Damage, to surface: WlSurface) {
    history.record(damage)
    buffer.commit = history.lastCommit
    buffer.attach(to: surface)
    for index in damage.indices {
      let rect = damage[index]
      surface.damageBuffer(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
    buffers.removeAll { !$0.isBusy && history.lastCommit - $0.commit > BufferQueue.idleCommits }
  }

  private func discardMisfits(_ width: Int32, _ height: Int32) {
    deferred.removeAll { !$0.isBusy }
    guard !buffers.allSatisfy({ $0.fits(width, height) }) else { return }
    deferred += buffers.filter { $0.isBusy && !$0.fits(width, height) }
    buffers.removeAll { !$0.fits(width, height) }
  }
}

/// What the last commits changed, so that an older buffer can be brought up to date by drawing no more than it lacks.
struct DamageHistory {
  /// How many commits are remembered: no buffer that is in use is older.
  static let capacity = 8

  /// The number of the last commit; 0 before the first.
  private(set) var lastCommit = 0
  private var changes = InlineArray<8, Damage>(repeating: Damage())

  /// Takes the next commit in.
  mutating func record(_ damage: Damage) {
    lastCommit += 1
    changes[lastCommit % DamageHistory.capacity] = damage
  }

  /// What changed after the commit numbered `commit`; `nil` where that is forgotten, or the content never was committed.
  func changes(after commit: Int) -> Damage? {
    guard commit > 0, lastCommit - commit < DamageHistory.capacity else { return nil }
    var sum = Damage()
    for number in commit + 1..<lastCommit + 1 { sum.add(changes[number % DamageHistory.capacity]) }
    return sum
  }
}

/// One buffer of a surface: memory, the compositor's name for it, and who may touch it.
final class Buffer {
  let width: Int32
  let height: Int32
  let stride: Int32
  /// The number of the commit whose picture it holds; 0 where it holds none.
  var commit = 0
  /// Whether the compositor may be reading.
  private(set) var isBusy = false

  private let memory: SharedMemory
  private let object: WlBuffer
  private let display: Display

  /// Bytes a pixel.
  private static let pixelSize: Int64 = 4

  init(
    width: Int32, height: Int32, format: WlShm.Format, shm: WlShm, on display: Display
  ) throws(SurfaceError) {
    // wl_shm counts bytes in 32 bits.
    let stride = Int64(width) * Buffer.pixelSize
    let (size, overflow) = stride.multipliedReportingOverflow(by: Int64(height))
    guard width > 0, height > 0, !overflow, size <= Int64(Int32.max) else {
      throw .tooLarge(width: width, height: height)
    }
    do {
      memory = try SharedMemory(size: Int(size))
    } catch {
      throw .noMemory(width: width, height: height, code: error.code)
    }
    self.width = width
    self.height = height
    self.stride = Int32(stride)
    self.display = display
    object = memory.makeBuffer(shm, width: width, height: height, stride: self.stride, format: format)
    object.listen { [unowned self] _ in isBusy = false }
  }

  deinit { object.destroy() }

  var address: UnsafeMutableRawPointer { memory.address }

  /// Hands the buffer to the compositor with the next commit of `surface`.
  func attach(to surface: WlSurface) {
    surface.attach(buffer: object, x: 0, y: 0)
    isBusy = true
  }

  func fits(_ width: Int32, _ height: Int32) -> Bool { self.width == width && self.height == height }
}
