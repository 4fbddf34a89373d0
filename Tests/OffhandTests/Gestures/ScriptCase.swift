import Offhand
import OffhandTesting
import Testing

/// A row of a table of cases: what a pipeline makes of a script of touches.
struct ScriptCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let pipeline: AnyPipeline
  private let steps: [Step]
  private let lines: [String]

  /// The pipeline says `lines`, and nothing else, of `steps`.
  init(_ behaviour: String, _ pipeline: some GesturePipeline, _ steps: [Step], _ lines: String...) {
    testDescription = behaviour
    self.pipeline = AnyPipeline(pipeline)
    self.steps = steps
    self.lines = lines
  }

  /// The same of a recognizer by itself.
  init(_ behaviour: String, _ recognizer: some GestureRecognizer, _ steps: [Step], _ lines: String...) {
    testDescription = behaviour
    pipeline = AnyPipeline(Pipeline { recognizer })
    self.steps = steps
    self.lines = lines
  }

  func expectLines() { #expect(play(pipeline) { steps }.lines == lines) }
}
