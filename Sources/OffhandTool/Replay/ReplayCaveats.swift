import OffhandRecordings

/// What a reader of a replay must know about the millimetres of a file, said once and not for every recording.
struct ReplayCaveats {
  let file: String
  private var counts: [(caveat: String, recordings: Int)] = []

  init(file: String) { self.file = file }

  /// Notes the scale of one recording.
  mutating func note(_ scale: RecordingScale) {
    guard let caveat = scale.caveat else { return }
    if let index = counts.firstIndex(where: { $0.caveat == caveat }) {
      counts[index].recordings += 1
    } else {
      counts.append((caveat, 1))
    }
  }

  /// Says it.
  func report() {
    for (caveat, recordings) in counts {
      StandardError.write(
        "offhand: \(file): \(recordings == 1 ? "one recording" : "\(recordings) recordings"): \(caveat)\n")
    }
  }
}
