import Offhand
import OffhandRecordings
import Testing

/// What a touch source made of a recording says.
struct RecordingPlaybackTests {
  private static func touch(_ id: Int, _ x: Double, major: Float? = nil) -> RecordedTouch {
    var touch = RecordedTouch(id: id, x: x, y: 50)
    touch.majorMillimetres = major
    return touch
  }

  private static func frame(_ milliseconds: Int64, _ touches: [RecordedTouch], cancelled: [Int] = []) -> RecordedFrame {
    RecordedFrame(time: Timestamp(nanoseconds: milliseconds * 1_000_000), touches: touches, cancelled: cancelled)
  }

  private static func recording(_ frames: [RecordedFrame]) -> Recording {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    recording.frames = frames
    return recording
  }

  private static func line(_ event: TouchSourceEvent) -> String {
    switch event {
    case .deviceAdded(let device): return "added \(device.id.rawValue)"
    case .deviceChanged: return "changed"
    case .deviceRemoved(let id, let time): return "removed \(id.rawValue) \(time.nanoseconds / 1_000_000)"
    case .frame(_, let time): return "frame \(time.nanoseconds / 1_000_000)"
    case .cancelled: return "all cancelled"
    case .touch(let touch):
      switch touch.kind {
      case .down(let point): return "\(touch.slot) down \(Int(point.x))"
      case .motion(let point): return "\(touch.slot) motion \(Int(point.x))"
      case .shape(let shape): return "\(touch.slot) shape \(Int(shape.major))"
      case .up: return "\(touch.slot) up"
      case .cancel: return "\(touch.slot) cancel"
      }
    }
  }

  private static func lines(_ recording: Recording, start: Timestamp = .zero) -> [String] {
    var playback = RecordingPlayback(recording, scale: RecordingScale(recording), start: start)
    var lines: [String] = []
    while playback.nextTime != nil, lines.count < 1000 { _ = playback.advance { lines.append(line($0)) } }
    return lines
  }

  @Test func `values that no kernel event can hold are the nearest that one can`() throws {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    recording.device.axes["pressure"] = RecordedAxis(minimum: 0, maximum: 255)
    var touch = Self.touch(1, 10)
    touch.pressure = 1e19
    recording.frames = [Self.frame(8, [touch])]
    touch.pressure = .nan
    touch.x = .infinity
    recording.frames.append(Self.frame(16, [touch]))
    var encoder = EvdevEncoder(recording)
    let values = recording.frames.map { frame in encoder.report(frame).filter { $0.code == EvdevCode.contactPressure } }
    #expect(values.map { $0.map(\.value) } == [[Int32.max], [0]])
  }

  @Test func `a jump of a panel with one touch is dropped where its pressure falls, and a motion is not`() throws {
    // In fifths of a millimetre.
    func places(_ pressures: [Int]) throws -> [Double] {
      var text =
        "# EVEMU 1.3\nN: ADS7846 Touchscreen\nI: 0003 0001 0001 0100\nP: 02 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\n"
      text += "A: 00 0 799 0 0 5\nA: 01 0 479 0 0 5\nA: 18 0 300 0 0 0\n"
      for (index, x) in [250, 250, 270, 250, 251].enumerated() {
        let time = "0.0\(index + 1)0000"
        let values = ["0003 0000 \(x)", "0003 0001 100", "0003 0018 \(pressures[index])", "0001 014a 1", "0000 0000 0"]
        text += values.map { "E: \(time) \($0)\n" }.joined()
      }
      var reader = RecordingReader(content: Array(text.utf8), name: "resistive.evemu")
      let recording = try #require(try reader.next())
      var playback = RecordingPlayback(recording, scale: RecordingScale(recording))
      var (assembler, filters, places) = (TouchFrameAssembler(), ChosenFilters([.despike]), [Double]())
      var events: [TouchSourceEvent] = []
      while playback.advance({ events.append($0) }) {}
      for event in events {
        assembler.add(event) { original in
          var frame = TouchFrame()
          frame.assume(original)
          filters.filter(&frame)
          if frame.count > 0, frame[0].isDown { places.append(frame[0].position.x) }
        }
      }
      return places
    }
    #expect(try places([200, 200, 90, 200, 200]).max() ?? 0 < 51)
    #expect(try places([200, 200, 190, 200, 200]).max() == 54)
  }

  @Test func `contacts land in the lowest free slot, move, change their shape, lift and are cancelled`() {
    let recording = Self.recording([
      Self.frame(100, [Self.touch(7, 10), Self.touch(8, 20, major: 5)]),
      Self.frame(108, [Self.touch(8, 21, major: 5)]),
      Self.frame(116, [Self.touch(8, 21, major: 9), Self.touch(9, 30), Self.touch(10, 40)]),
      Self.frame(124, [Self.touch(9, 30), Self.touch(10, 40)], cancelled: [8]),
      Self.frame(132, []),
    ])
    #expect(
      Self.lines(recording) == [
        "added 1", "0 down 10", "1 down 20", "1 shape 5", "frame 100",
        "0 up", "1 motion 21", "frame 108",
        "1 shape 9", "0 down 30", "2 down 40", "frame 116",
        "1 cancel", "frame 124", "0 up", "2 up", "frame 132", "removed 1 132",
      ])
  }

  @Test func `a recording keeps its times, from its start on`() {
    let recording = Self.recording([Self.frame(250, [Self.touch(1, 10)]), Self.frame(300, [])])
    #expect(
      Self.lines(recording, start: Timestamp(seconds: 2)).filter { $0.hasPrefix("frame") } == [
        "frame 2250", "frame 2300",
      ])
    #expect(Self.lines(Self.recording([]), start: Timestamp(seconds: 2)) == ["added 1", "removed 1 2000"])
  }

  @Test func `the recordings of a file are played one after the other, each on a device of its own`() throws {
    let line = #"{"source":"s","trace":"t","device":{},"frames":[{"t":0.5,"touches":[{"id":1,"x_mm":1,"y_mm":1}]}]}"#
    try withTemporaryFile("\(line)\n\n  \(line)\n") { path in
      let source = try RecordingTouchSource(path: path, start: Timestamp(seconds: 1))
      var lines: [String] = []
      while let deadline = source.deadline, lines.count < 100 {
        try source.dispatch(at: deadline) { lines.append(Self.line($0)) }
      }
      #expect(
        lines == [
          "added 1", "0 down 1", "frame 1500", "removed 1 1500", "added 2", "0 down 1", "frame 3000", "removed 2 3000",
        ])
    }
  }
}

/// How large a recording's device is, and where its contacts lie on it.
struct RecordingScaleTests {
  private static func recording(
    x: RecordedAxis? = nil, y: RecordedAxis? = nil, kind: String = "touchscreen", unit: LengthUnit = .device
  ) -> Recording {
    var device = RecordedDevice(kind: kind)
    device.axes["x"] = x
    device.axes["y"] = y
    return Recording(source: "s", trace: "t", device: device, unit: unit)
  }

  @Test func `units of a device without axes are those that are stated`() {
    var recording = Self.recording()
    recording.frames = [RecordedFrame(time: .zero, touches: [RecordedTouch(id: 1, x: 4000, y: 2000)])]
    var encoder = EvdevEncoder(recording, pixelsPerMillimetre: 20)
    let events = encoder.report(recording.frames[0])
    #expect(events.first { $0.code == EvdevCode.positionX }?.value == 200_000)
  }

  @Test func `each axis has its own minimum and resolution`() {
    let recording = Self.recording(
      x: RecordedAxis(minimum: 100, maximum: 2100, resolution: 10),
      y: RecordedAxis(minimum: -50, maximum: 1950, resolution: 20))
    let scale = RecordingScale(recording)
    #expect(scale.position(of: RecordedTouch(id: 1, x: 600, y: 150)) == Point(x: 50, y: 10))
    #expect(scale.surface.size == Size(width: 200, height: 100))
    #expect(scale.surface.provenance == .device)
    #expect(scale.separation(of: recording.device) == .automatic)
  }

  @Test func `without resolutions the stated size is believed`() {
    var recording = Self.recording(
      x: RecordedAxis(minimum: 0, maximum: 1000), y: RecordedAxis(minimum: 0, maximum: 1000))
    (recording.device.width, recording.device.height) = (300, 150)
    let scale = RecordingScale(recording)
    #expect(scale.position(of: RecordedTouch(id: 1, x: 500, y: 500)) == Point(x: 150, y: 75))
    #expect(scale.provenance == .device)
  }

  @Test func `without any size the shape is guessed, of a touchpad smaller than of a screen`() {
    let square = RecordedAxis(minimum: 0, maximum: 32_767)
    let screen = RecordingScale(Self.recording(x: square, y: square))
    #expect(abs(screen.surface.size.width - 220) < 1e-9 && abs(screen.surface.size.height - 137.5) < 1e-9)
    #expect(screen.surface.provenance == .assumed && screen.caveat?.contains("220") == true)
    #expect(screen.separation(of: RecordedDevice()) == .oneHand)
    let pad = Self.recording(x: square, y: RecordedAxis(minimum: 0, maximum: 16_000), kind: "touchpad")
    #expect(abs(RecordingScale(pad).surface.size.width - 100) < 1e-9)
    #expect(RecordingScale(pad).separation(of: pad.device) == .none)
  }

  @Test(arguments: [
    (RecordedAxis(minimum: 0, maximum: 0), RecordedAxis(minimum: 0, maximum: 0)),
    (RecordedAxis(minimum: 0, maximum: 799, resolution: 5), RecordedAxis(minimum: 0, maximum: 479, resolution: 5)),
  ])
  func `a range that positions are beyond is taken for a converter's that they fit`(x: RecordedAxis, y: RecordedAxis) {
    var recording = Self.recording(x: x, y: y)
    let frame = RecordedFrame(time: .zero, touches: [RecordedTouch(id: 1, x: 1800, y: 2100)], cancelled: [])
    recording.frames = Array(repeating: frame, count: 10)
    let scale = RecordingScale(recording)
    #expect(scale.provenance == .assumedSize && scale.caveat?.contains("states no range") == true)
    #expect(abs(scale.position(of: recording.frames[0].touches[0]).y - 2100 * 137.5 / 4095) < 1e-9)
    recording.frames += (0..<200).map {
      RecordedFrame(time: .zero + .seconds($0), touches: [RecordedTouch(id: 1, x: 0, y: 0)], cancelled: [])
    }
    #expect(RecordingScale(recording).provenance == (x.maximum > 0 ? .device : .assumedSize))
  }

  @Test func `transposed ranges are swapped`() {
    var recording = Self.recording(
      x: RecordedAxis(minimum: 0, maximum: 799, resolution: 5), y: RecordedAxis(minimum: 0, maximum: 479, resolution: 5)
    )
    let frame = RecordedFrame(time: .zero, touches: [RecordedTouch(id: 1, x: 470, y: 790)], cancelled: [])
    recording.frames = Array(repeating: frame, count: 10)
    let scale = RecordingScale(recording)
    let size = scale.surface.size
    #expect(abs(size.width - 95.8) + abs(size.height - 159.8) < 1e-9 && scale.provenance == .device)
    #expect(scale.caveat?.contains("transposed") == true)
  }

  @Test func `a unit for each millimetre is no resolution of a touch screen`() {
    let axis = RecordedAxis(minimum: 0, maximum: 800, resolution: 1)
    #expect(RecordingScale(Self.recording(x: axis, y: axis)).provenance == .assumedSize)
  }

  @Test func `a scale that is given overrules the one in the recording`() {
    var recording = Self.recording(unit: .pixels)
    recording.device.pixelsPerMillimetre = 4
    let touch = RecordedTouch(id: 1, x: 100, y: 100)
    #expect(RecordingScale(recording).position(of: touch).x == 25)
    #expect(RecordingScale(recording, pixelsPerMillimetre: 10).position(of: touch).x == 10)
    #expect(RecordingScale(recording, pixelsPerMillimetre: 10).provenance == .configured)
  }

  @Test func `contacts are as large as their own axis says, or the panel's; round without a second axis`() throws {
    var recording = Self.recording(
      x: RecordedAxis(minimum: 0, maximum: 2000, resolution: 10),
      y: RecordedAxis(minimum: 0, maximum: 1000, resolution: 10))
    var touch = RecordedTouch(id: 1, x: 0, y: 0)
    touch.major = 40
    let own = try #require(RecordingScale(recording).shape(of: touch))
    #expect(own.major == 4 && own.minor == 4)
    recording.device.axes["major"] = RecordedAxis(minimum: 0, maximum: 255, resolution: 5)
    #expect(RecordingScale(recording).shape(of: touch)?.major == 8)
    touch.minor = 20
    touch.orientationDegrees = 90
    let shape = try #require(RecordingScale(recording).shape(of: touch))
    #expect(shape.minor == 4)
    #expect(abs((shape.orientationRadians ?? 0) - .pi / 2) < 1e-6)
  }
}

/// What is written of a recording, event by event: readers that mend what is missing would not see it.
struct WrittenEventsTests {
  private static func events(_ frames: [RecordedFrame], _ change: (inout RecordedDevice) -> Void = { _ in }) -> [String]
  {
    var device = RecordedDevice()
    device.axes["x"] = RecordedAxis(minimum: 100, maximum: 2100, resolution: 10)
    device.axes["y"] = RecordedAxis(minimum: 0, maximum: 1000, resolution: 10)
    device.axes["orientation"] = RecordedAxis(minimum: 0, maximum: 4)
    change(&device)
    var recording = Recording(source: "s", trace: "t", device: device)
    recording.frames = frames
    let text = String(decoding: LibinputRecordWriter.file(recording), as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("    - [") }.map {
      $0.dropFirst(7).dropLast().split(separator: ", ").joined(separator: " ")
    }
  }

  private static func frame(_ microseconds: Int64, _ touches: [RecordedTouch], cancelled: [Int] = []) -> RecordedFrame {
    RecordedFrame(time: Timestamp(nanoseconds: microseconds * 1000), touches: touches, cancelled: cancelled)
  }

  @Test func `a touch lands, moves and lifts with the events of a kernel`() {
    let lines = Self.events([
      Self.frame(1_000_008, [RecordedTouch(id: 5, x: 10, y: 20)]),
      Self.frame(1_008_000, [RecordedTouch(id: 5, x: 10, y: 20)]),
      Self.frame(1_016_000, [RecordedTouch(id: 5, x: 10, y: 21)]),
      Self.frame(1_024_000, []),
    ])
    #expect(
      lines == [
        "1 8 3 57 0", "1 8 3 53 200", "1 8 3 54 200", "1 8 1 330 1", "1 8 3 0 200", "1 8 3 1 200", "1 8 0 0 0",
        "1 16000 3 53 200", "1 16000 3 54 210", "1 16000 3 1 210", "1 16000 0 0 0",
        "1 24000 3 57 -1", "1 24000 1 330 0", "1 24000 0 0 0",
      ])
  }

  @Test func `slots are used again, ids are not, and a palm is one until it has ended`() {
    let lines = Self.events([
      Self.frame(0, [RecordedTouch(id: 5, x: 0, y: 0)]),
      Self.frame(8000, [], cancelled: [5]),
      Self.frame(16_000, [RecordedTouch(id: 6, x: 0, y: 0), RecordedTouch(id: 7, x: 1, y: 0)]),
    ]).filter { $0.contains(" 3 57 ") || $0.contains(" 3 55 ") || $0.contains(" 3 47 ") }
    #expect(
      lines == [
        "0 0 3 57 0", "0 8000 3 55 2", "0 8000 3 57 -1", "0 8000 3 55 0", "0 16000 3 57 1", "0 16000 3 47 1",
        "0 16000 3 57 2",
      ])
  }

  @Test(arguments: [false, true])
  func `a finger that lands as another one ends has a slot of its own, while there is one`(isCancelled: Bool) {
    func touches(_ ids: Range<Int>) -> [RecordedTouch] { ids.map { RecordedTouch(id: $0, x: 0, y: 0) } }
    let lines = Self.events([
      Self.frame(0, touches(0..<1)), Self.frame(8000, touches(1..<2), cancelled: isCancelled ? [0] : []),
      Self.frame(16_000, touches(1..<11)), Self.frame(24_000, touches(2..<12)),
    ]) { $0.maximumContacts = 10 }.filter { $0.contains(" 3 57 ") || $0.contains(" 3 55 ") || $0.contains(" 3 47 ") }
    let end = isCancelled ? ["0 8000 3 55 2", "0 8000 3 57 -1", "0 8000 3 55 0"] : ["0 8000 3 57 -1"]
    let landings = ["0 8000 3 47 1", "0 8000 3 57 1", "0 16000 3 47 0", "0 16000 3 57 2"]
    #expect(Array(lines.prefix(end.count + 5)) == ["0 0 3 57 0"] + end + landings)
    #expect(lines.suffix(3) == ["0 24000 3 47 1", "0 24000 3 57 -1", "0 24000 3 57 11"])
  }

  @Test func `times are rounded to microseconds, and orientations to the axis`() {
    var touch = RecordedTouch(id: 1, x: 0, y: 0)
    touch.orientationDegrees = 45
    let lines = Self.events([RecordedFrame(time: Timestamp(nanoseconds: 1999), touches: [touch])])
    #expect(lines.first == "0 2 3 57 0")
    #expect(lines.contains("0 2 3 52 2"))
  }

  @Test func `the head says what the device is: its slots, direct or not, with its name in quotes`() {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice(name: #"a "b" \ c"#))
    #expect(String(decoding: LibinputRecordWriter.file(recording), as: UTF8.self).contains("47: [0, 31, 0, 0, 0]"))
    recording.device.maximumContacts = 12
    let screen = String(decoding: LibinputRecordWriter.file(recording), as: UTF8.self)
    #expect(screen.contains(#"name: "a \"b\" \\ c""#))
    #expect(screen.contains("properties: [1]"))
    #expect(screen.contains("47: [0, 11, 0, 0, 0]"))
    recording.device.kind = "touchpad"
    #expect(String(decoding: LibinputRecordWriter.file(recording), as: UTF8.self).contains("properties: []"))
  }

  @Test func `a line of JSON has what the recording has`() {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    recording.licence = "MIT"
    recording.device.axes["x"] = RecordedAxis(minimum: 0, maximum: 9, flat: 3)
    var touch = RecordedTouch(id: 1, x: 2, y: 3)
    touch.orientationDegrees = 30
    touch.pressure = .nan
    recording.frames = [
      RecordedFrame(time: .zero, touches: [touch]), RecordedFrame(time: .zero, touches: [], cancelled: [1]),
    ]
    let text = String(decoding: JSONLinesWriter.line(recording), as: UTF8.self)
    for part in [#""licence":"MIT""#, #""flat":3"#, #""orient_deg":30"#, #""cancelled":[1]"#] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("pressure"))
  }

  @Test func `a live recording has every motion, and nothing of fingers that rest`() {
    var stream = JSONLinesStream(Recording(source: "s", trace: "t", device: RecordedDevice()))
    func report(_ x: Double, _ milliseconds: Int64, cancelled: [Int] = []) -> String {
      let frame = Self.frame(milliseconds * 1000, [RecordedTouch(id: 1, x: x, y: 0)], cancelled: cancelled)
      return String(decoding: stream.report(frame), as: UTF8.self)
    }
    #expect(report(1, 0).hasPrefix("{"))
    #expect(report(1, 8).isEmpty)
    #expect(report(2, 16).hasPrefix(",{"))
    #expect(report(2, 24, cancelled: [9]).contains("cancelled"))
    #expect(!stream.report(Self.frame(32_000, [])).isEmpty)
  }
}
