import Testing

/// One contract for every way in which touches come in: the same fingers give the same frames.
@Suite(.serialized)
struct SourceContractTests {
  private func expect(
    _ frames: [ContractFrame], _ expected: [ContractFrame], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(frames.count == expected.count, "\(frames)", sourceLocation: sourceLocation)
    for (frame, expected) in zip(frames, expected) where !frame.matches(expected) {
      Issue.record("\(expected) became \(frame)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ContractSource.present)
  func `the same fingers give the same frames`(source: ContractSource) throws {
    let script = FingerScript.everything
    expect(try source.stage().play(script, ending: .quiet), script.frames)
  }

  @Test(arguments: ContractSource.present)
  func `a touch screen that goes takes its fingers away, and lifts none`(source: ContractSource) throws {
    let script = FingerScript.resting
    let frames = try source.stage().play(script, ending: .unplugged)
    expect(Array(frames.dropLast()), script.frames)
    #expect(frames.last?.touches.map(\.phase) == [.cancelled, .cancelled])
    #expect(frames.last?.touches.map(\.finger).sorted() == [0, 1])
  }
}
