/// Where a pipeline keeps what it remembers, so that handing a pipeline on costs one reference and not a thousand bytes.
///
/// Only the one pipeline that holds it changes it: `Pipeline` sees to that, so the compiler's check at every access is left out.
final class PipelineMemory<Recognizers: RecognizerGroup>: @unchecked Sendable {
  @exclusivity(unchecked) var core: PipelineCore<Recognizers>

  init(_ core: consuming PipelineCore<Recognizers>) { self.core = core }
}
