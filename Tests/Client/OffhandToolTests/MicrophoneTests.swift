import Glibc
import Offhand
import OffhandPanel
import OffhandPlatform
import OffhandTesting
import Testing

/// A microphone through ALSA, with a recording in place of the sound card.
@Suite(.enabled(if: dlopen("libasound.so.2", RTLD_NOW) != nil, "needs libasound2"))
struct MicrophoneTests {
  @Test func `taps in what ALSA records have the times of its clock, and a voice has none`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 3)
    var samples = (0..<48_000).map { _ in Double.random(in: -30...30, using: &random) }
    for tap in [0.3, 0.55] {
      for index in 0..<600 {
        samples[Int(tap * 48_000) + index] += 4000 * exp(-Double(index) / 100) * sin(Double(index) * 0.37)
      }
    }
    // A voice, from 0.65 s on.
    for pulse in 0..<30 {
      for index in 0..<350 {
        samples[31_200 + 400 * pulse + index] += 5000 * exp(-Double(index) / 200) * sin(Double(index) * 0.1)
      }
    }
    let bytes = samples.flatMap { sample in withUnsafeBytes(of: Int16(sample).littleEndian) { Array($0) } }
    try Files.write(bytes, to: folder.file("taps.raw"))
    let setup = """
      pcm.none { type null }
      pcm.taps { type file slave.pcm none file "/dev/null" infile "\(folder.file("taps.raw"))" format raw }
      """
    setenv("ALSA_CONFIG_PATH", try folder.write(setup, to: "alsa.conf"), 1)
    defer { unsetenv("ALSA_CONFIG_PATH") }
    let microphone = try Microphone(device: "taps")
    var detector = ClickDetector(rate: Microphone.rate)
    var (clicks, end) = ([Timestamp](), Timestamp.zero)
    let start = MonotonicClock.now()
    let isThere = microphone.read {
      clicks = detector.ingest($0, endingAt: $1); end = $1
    }
    #expect(isThere && end >= start && end <= MonotonicClock.now())
    let times = clicks.map { 1 - end.seconds(since: $0) }
    #expect(times.count == 2 && abs(times[0] - 0.3) < 0.001 && abs(times[1] - 0.55) < 0.001, "\(times)")
    let fault = #expect(throws: Microphone.Fault.self) { try Microphone(device: "other") }
    #expect(fault?.description == "microphone other: No such file or directory")
  }
}
