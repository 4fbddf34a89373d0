/// Changes frames before a pipeline sees them: takes noise out of positions, contacts out of frames.
///
/// A value with one job. It reads no clock and allocates nothing once it has seen its devices; the same frames give the same
/// frames. A contact's life stays whole: one that a filter takes away mid-way is `cancelled` in one frame and missing from then
/// on, one that it never lets in never begins.
///
///     let pipeline = StandardPipeline(outputs: outputs).filtered {
///       PalmFilter()
///       NoiseFilter()
///       JitterFilter()
///     }
///
/// The `TeleportGuard` is no filter of frames: what it tells apart are two contacts, and only the `TouchFrameAssembler`
/// can give the second one a name of its own.
public protocol TouchFilter: Sendable {
  /// Changes `frame`. It must not make a contact that the frame has not.
  mutating func filter(_ frame: inout TouchFrame)

  /// Forgets the fingers, because they were all taken away; what was learned about devices stays.
  mutating func reset()
}
