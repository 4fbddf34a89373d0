import Offhand
import OffhandClient
import OffhandLibinput
import OffhandWayland
import Testing

@testable import OffhandTool

struct ExaminationTests {
  private let present = CompositorProbe(
    outputs: [OutputDescription(name: "X-1", physicalSize: .zero, modeWidth: 1920, modeHeight: 1080)],
    refreshRates: ["X-1": 59.94], unavailable: [], failure: nil)
  private let absent = CompositorProbe(
    outputs: [], refreshRates: [:], unavailable: [], failure: .noAnswer(after: .seconds(2)))

  @Test func `without a touch screen the compositor's touches remain`() {
    #expect(Examination(devices: .success([]), compositor: present).isFit)
    let alone = Examination(devices: .success([]), compositor: absent)
    #expect(!alone.isFit)
    #expect(alone.findings.filter { $0.verdict == .broken }.count == 2)
  }

  @Test func `without udev the reason is told`() {
    let examination = Examination(devices: .failure(.unavailable(reason: "no udev")), compositor: present)
    #expect(!examination.isFit)
    #expect(examination.findings[0].text.contains("no udev"))
    #expect(examination.findings[0].remedy != nil)
  }

  @Test func `outputs are told with what they claim`() {
    let findings = Examination(devices: .success([]), compositor: present).findings
    #expect(findings.contains { $0.subject == "output X-1" && $0.text.contains("59.9 Hz") })
  }

  @Test func `an output that is slower than it claims is told with what was measured`() throws {
    let slow = CompositorProbe(
      outputs: present.outputs, refreshRates: present.refreshRates,
      refresh: RefreshMeasurement(output: "X-1", framesPerSecond: 39.52), unavailable: [], failure: nil)
    let findings = Examination(devices: .success([]), compositor: slow).findings
    let output = try #require(findings.first { $0.subject == "output X-1" })
    #expect(output.verdict == .impaired)
    #expect(output.text.contains("claims 59.9 Hz, asks for 39.5 frames a second"))
    #expect(output.remedy != nil)
  }

  @Test func `a session without a virtual terminal is told to be one`() throws {
    let lone = Examination(devices: .success([]), compositor: present).findings.first { $0.subject == "session" }
    #expect(lone?.verdict == .impaired && lone?.remedy != nil)
    let known = Examination(devices: .success([]), compositor: present, terminal: 2).findings
    #expect(known.first { $0.subject == "session" }?.text.contains("virtual terminal 2") == true)
  }

  @Test func `a finding is a line, its remedy another`() {
    let finding = Finding(subject: "a", verdict: .broken, text: "b", remedy: "c")
    #expect(finding.lines == "!!  a: b\n      do: c\n")
  }
}
