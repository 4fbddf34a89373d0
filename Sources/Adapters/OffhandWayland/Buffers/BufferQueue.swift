package import Offhand

/// Memory to draw a frame into, valid only while it is being drawn: 32 bits a pixel, `0xAARRGGBB` in the machine's byte order,
/// premultiplied with alpha. The compositor does not read it before it is committed.
package struct PixelBuffer {
  /// The width in device pixels.
  package let width: Int32
  /// The height in device pixels.
  package let height: Int32
  /// Bytes from one row to the next.
  package let stride: Int
  /// The age of the buffer's content in commits: 1 for the present content of the surface, 0 if it was never committed.
  package let age: Int
  /// The region in which the buffer differs from the surface, to be drawn besides the new damage; `nil` if it is everything.
  package let missing: Damage?
  /// The first pixel of the first row.
  package let memory: UnsafeMutableRawPointer
}

/// The buffers of one surface: as few as the compositor needs, one to three (Design/Platform.md "Buffers").
///
/// Weston and sway release a buffer after one frame, KWin and Mir after two, Mutter at once. A buffer of a former size is kept
/// until the compositor has released it.
final class BufferQueue {
  /// The most buffers of the present size: KWin and Mir hold two while we draw the third.
  static let limit = 3
  /// The most buffers of former sizes that the compositor may hold; beyond it no new buffer is made.
  static let deferredLimit = 8
  /// The number of commits, about two seconds, after which a free buffer that was not needed is released.
  static let idleCommits = 120

  /// The number of times that no frame could be drawn because the compositor held every buffer.
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

  /// The number of buffers, those of former sizes included.
  var count: Int { buffers.count + deferred.count }

  /// The free buffer of that size with the latest picture; `nil` while the compositor holds all of them. Throws if the kernel
  /// has no memory for another one.
  func next(width: Int32, height: Int32) throws(SurfaceError) -> Buffer? {
    discardMisfits(width, height)
    if let latest = buffers.lazy.filter({ !$0.isBusy }).max(by: { $0.commit < $1.commit }) { return latest }
    guard buffers.count < BufferQueue.limit, deferred.count < BufferQueue.deferredLimit else {
      starvationCount += 1
      return nil
    }
    let buffer = try Buffer(width: width, height: height, format: format, shm: shm, on: display)
    buffers.append(buffer)
    return buffer
  }

  /// Hands the compositor the picture in `buffer`, which differs from the one before by `damage`.
  func attach(_ buffer: Buffer, damage: Damage, to surface: WlSurface) {
    history.record(damage)
    buffer.attach(to: surface, commit: history.lastCommit)
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

/// The damage of the last commits, so that only the difference has to be drawn into an older buffer.
struct DamageHistory {
  /// The number of commits that are remembered; no buffer in use is older.
  static let capacity = 8

  /// The number of the last commit; 0 before the first.
  private(set) var lastCommit = 0
  private var changes = InlineArray<8, Damage>(repeating: Damage())

  /// Adds the next commit.
  mutating func record(_ damage: Damage) {
    lastCommit += 1
    changes[lastCommit % DamageHistory.capacity] = damage
  }

  /// The damage after the commit numbered `commit`; `nil` if it is no longer stored, or the content never was committed.
  func changes(after commit: Int) -> Damage? {
    guard commit > 0, lastCommit - commit < DamageHistory.capacity else { return nil }
    var sum = Damage()
    for number in commit + 1..<lastCommit + 1 { sum.add(changes[number % DamageHistory.capacity]) }
    return sum
  }
}
