extension TouchFrameAssembler {
  /// Which mending a source needs.
  public struct Habits: Sendable, Hashable {
    /// The source may leave the frame after the last lift unfinished (`wl_touch` on weston, Mutter, sway).
    public var omitsLastFrame: Bool
    /// A motion of a contact that never landed is a landing that was lost, not noise (`wl_touch` on KWin).
    public var losesFirstDown: Bool
    /// A batch never ends inside a report, so whatever is pending at its end is complete. libinput queues whole reports only,
    /// and leaves the frame event out where its last changed slot was filtered (recognizers.md LI6).
    public var batchesWholeReports: Bool
    /// Reports of one frame may carry different stamps, so only its end says that a frame is complete (`wl_touch` on KWin
    /// stamps each event when it is sent). Without effect until the first frame event: some sources never send one.
    public var mixesTimestamps: Bool

    /// Habits of a source; without arguments one that does everything right.
    public init(
      omitsLastFrame: Bool = false, losesFirstDown: Bool = false, batchesWholeReports: Bool = false,
      mixesTimestamps: Bool = false
    ) {
      self.omitsLastFrame = omitsLastFrame
      self.losesFirstDown = losesFirstDown
      self.batchesWholeReports = batchesWholeReports
      self.mixesTimestamps = mixesTimestamps
    }

    /// The habits of libinput.
    public static let libinput = Habits(batchesWholeReports: true)

    /// The habits of `wl_touch`, those of all compositors together (platform.md §3.3).
    public static let wayland = Habits(omitsLastFrame: true, losesFirstDown: true, mixesTimestamps: true)
  }
}
