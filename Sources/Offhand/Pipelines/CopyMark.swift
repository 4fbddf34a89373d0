/// Held by a pipeline and by every copy of it: held once, it says that the pipeline was not copied.
///
/// The core could be asked itself, but it is generic: where another module composed the pipeline, the runtime would look its
/// type up before each answer, 330 instructions a frame.
final class CopyMark: Sendable {}
