import Foundation
import Offhand
import OffhandPanel
import OffhandTesting
import Testing

/// A second and more of sound, 48,000 samples a second.
struct Sound {
  static let rate = 48_000.0
  var samples: [Double]
  private var random = SeededGenerator(seed: 39)

  /// `seconds` of noise with an amplitude of `noise`.
  init(_ seconds: Double, noise: Double) {
    samples = Array(repeating: 0, count: Int(seconds * Sound.rate))
    for index in samples.indices { samples[index] = noise * .random(in: -1...1, using: &random) }
  }

  /// A fingertip on glass: a blow that rings for some milliseconds.
  mutating func tap(at time: Double, loudness: Double = 3000) {
    let start = Int(time * Sound.rate)
    for index in start..<min(start + 1000, samples.count) {
      let elapsed = Double(index - start) / Sound.rate
      samples[index] +=
        loudness * exp(-elapsed / 0.002)
        * (sin(2 * .pi * 2800 * elapsed) + .random(in: -0.5...0.5, using: &random))
    }
  }

  /// A syllable: pulses of the voice, each of which rings in the mouth, louder and quieter again.
  mutating func syllable(_ range: Range<Double>, pitch: Double = 130, loudness: Double = 6000) {
    for pulse in 0..<Int((range.upperBound - range.lowerBound) * pitch) {
      let time = range.lowerBound + Double(pulse) / pitch
      let swell = sin(.pi * (time - range.lowerBound) / (range.upperBound - range.lowerBound))
      let start = Int(time * Sound.rate)
      for index in start..<min(start + 700, samples.count) {
        let elapsed = Double(index - start) / Sound.rate
        samples[index] +=
          loudness * swell
          * (sin(2 * .pi * 700 * elapsed) * exp(-elapsed / 0.006) + 0.4 * sin(2 * .pi * 2500 * elapsed)
            * exp(-elapsed / 0.003))
      }
    }
  }

  /// As a microphone has it.
  var pulses: [Int16] { samples.map { Int16(max(-32_768, min(32_767, $0.rounded()))) } }

  /// When clicks are found, in seconds, where the microphone is read `chunk` samples at a time.
  func clicks(chunk: Int = 1600) -> [Double] {
    var detector = ClickDetector(rate: Sound.rate)
    let pulses = pulses
    return stride(from: 0, to: pulses.count, by: chunk).flatMap { start in
      let end = min(start + chunk, pulses.count)
      return detector.ingest(pulses[start..<end], endingAt: Timestamp(seconds: Double(end) / Sound.rate))
    }.map { $0.seconds(since: .zero) }
  }
}

@Suite struct ClickDetectorTests {
  @Test(arguments: [1, 700, 1600, 200_000], [0.0, 20, 150])
  func `taps are found when they begin, however the sound comes`(chunk: Int, noise: Double) {
    var sound = Sound(4, noise: noise)
    let times = [0.4, 1.0123, 1.25, 2.5, 3.1]
    for time in times { sound.tap(at: time) }
    let clicks = sound.clicks(chunk: chunk)
    #expect(clicks.count == times.count, "\(clicks)")
    for (click, time) in zip(clicks, times) { #expect(abs(click - time) < 0.001, "\(click) \(time)") }
  }

  @Test(arguments: [(90.0, 2000.0), (130, 6000), (220, 12_000)])
  func `a voice is no tap, and does not hide one before it`(pitch: Double, loudness: Double) {
    var sound = Sound(6, noise: 20)
    sound.tap(at: 0.5)
    for number in 0..<12 {
      let start = 1 + 0.4 * Double(number)
      sound.syllable(start..<start + 0.1 + 0.02 * Double(number), pitch: pitch, loudness: loudness)
    }
    let clicks = sound.clicks()
    #expect(clicks.count == 1 && abs((clicks.first ?? 0) - 0.5) < 0.001, "\(clicks)")
  }

  @Test func `noise is no tap, nor is silence, nor a tone, nor what begins after lost samples`() {
    #expect(Sound(5, noise: 300).clicks().isEmpty && Sound(5, noise: 0).clicks().isEmpty)
    var tone = Sound(3, noise: 10)
    for index in 48_000..<144_000 { tone.samples[index] += 5000 * sin(2 * .pi * 1000 * Double(index) / Sound.rate) }
    #expect(tone.clicks().isEmpty)
    var detector = ClickDetector(rate: Sound.rate)
    var sound = Sound(1, noise: 10)
    sound.tap(at: 0.05)
    let quiet = Sound(1, noise: 0).pulses
    #expect(detector.ingest(quiet, endingAt: Timestamp(seconds: 1)).isEmpty)
    #expect(detector.ingest([Int16](), endingAt: .zero).isEmpty)
    #expect(detector.ingest(sound.pulses, endingAt: Timestamp(seconds: 3)).isEmpty)
  }
}
