import Offhand

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
