import DesignCases
import Offhand
import Testing

/// Design/Recognizing.md "Frames, touches and devices", as far as millimetres go.
struct OutputMappingTests {
  private let output = OutputDescription(
    name: "DP-1", physicalSize: Size(width: 300, height: 190), modeWidth: 1920, modeHeight: 1200)

  @Test(.recognition("A13")) func `a device without resolution takes its millimetres from the output`() {
    let mapping = OutputMapping(panel: TouchPanel(sensorSize: nil), output: output)
    #expect(mapping.surface.provenance == .output)
    let start = mapping.point(x: 0.5, y: 0.5)
    // 8 mm on glass, in device units of 4096 by 4096, in x and y alike.
    let right = mapping.point(x: 0.5 + 8 / 300, y: 0.5) - start
    let below = mapping.point(x: 0.5, y: 0.5 + 8 / 190) - start
    #expect(abs(right.dx - 8) < 1e-9 && abs(right.dy) < 1e-9)
    #expect(abs(below.dy - 8) < 1e-9 && abs(below.dx) < 1e-9)
  }

  @Test(
    .recognition("A14", "LI2", "LI3"),
    arguments: [Size(width: 0, height: 0), Size(width: 4095, height: 4095), Size(width: .infinity, height: 120)])
  func `a size that cannot be true is unknown`(size: Size) {
    #expect(TouchPanel(sensorSize: size).sensorSize == nil)
    #expect(OutputMapping(panel: TouchPanel(sensorSize: size), output: output).surface.provenance == .output)
    let alone = OutputMapping(panel: TouchPanel(sensorSize: size), output: nil)
    #expect(alone.surface.provenance == .assumed)
    #expect(abs(alone.surface.size.width - 508) < 1e-9)
    #expect(alone.surface.pixelWidth == 0 && alone.surface.pixelHeight == 0, "there is no output to have pixels")
  }

  @Test(
    .recognition("A15", "LI4"),
    arguments: [
      (CalibrationMatrix(0, -1, 1, 1, 0, 0), Size(width: 100, height: 200)),
      (CalibrationMatrix(0, 1, 0, -1, 0, 1), Size(width: 100, height: 200)),
      (CalibrationMatrix(-1, 0, 1, 0, -1, 1), Size(width: 200, height: 100)),
      (CalibrationMatrix(1.25, 0, -0.125, 0, 2, -0.5), Size(width: 160, height: 50)),
    ])
  func `the size of the glass follows the calibration matrix`(matrix: CalibrationMatrix, expected: Size) throws {
    let panel = TouchPanel(sensorSize: Size(width: 200, height: 100), calibration: matrix)
    let size = try #require(panel.calibratedSize)
    #expect(abs(size.width - expected.width) < 1e-9)
    #expect(abs(size.height - expected.height) < 1e-9)
  }

  @Test(.recognition("A15")) func `a finger that moves 10 mm along the long side of a turned panel moves 10 mm`() {
    let matrix = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    let mapping = OutputMapping(
      panel: TouchPanel(sensorSize: Size(width: 200, height: 100), calibration: matrix), output: nil)
    func place(_ x: Double, _ y: Double) -> Point {
      // What libinput reports: the matrix over coordinates in 0...1 of the sensor.
      mapping.point(x: -y + 1, y: x)
    }
    let move = place(110.0 / 200, 0.5) - place(100.0 / 200, 0.5)
    #expect(abs(move.dx) < 1e-9 && abs(move.dy - 10) < 0.1)
  }

  @Test(.recognition("A15")) func `a matrix that folds the glass leaves no size`() {
    let panel = TouchPanel(sensorSize: Size(width: 200, height: 100), calibration: .init(1, 1, 0, 1, 1, 0))
    #expect(panel.calibratedSize == nil)
    #expect(panel.calibration.calibratedSize(of: Size(width: 200, height: 100)) == nil)
  }

  @Test func `the output's own millimetres are turned with its picture`() {
    var turned = output
    turned.transform = .rotated270
    let mapping = OutputMapping(panel: TouchPanel(sensorSize: nil), output: turned)
    #expect(mapping.surface.size == Size(width: 190, height: 300))
    #expect(mapping.surface.provenance == .output)
  }

  /// Where (0.25, 0.4) of the panel is in the picture.
  private static let places: [OutputTransform: Point] = [
    .normal: Point(x: 0.25, y: 0.4), .rotated90: Point(x: 0.6, y: 0.25), .rotated180: Point(x: 0.75, y: 0.6),
    .rotated270: Point(x: 0.4, y: 0.75), .flipped: Point(x: 0.75, y: 0.4), .flipped90: Point(x: 0.4, y: 0.25),
    .flipped180: Point(x: 0.25, y: 0.6), .flipped270: Point(x: 0.6, y: 0.75),
  ]

  /// A picture that is flipped about a vertical axis, then turned counter-clockwise, as the protocol says.
  @Test(arguments: OutputTransform.allCases)
  func `a touch lies where the picture is under it`(transform: OutputTransform) throws {
    let place = transform.logical(x: 0.25, y: 0.4)
    let picture = try #require(OutputMappingTests.places[transform])
    #expect(Point(x: place.x, y: place.y).distance(to: picture) < 1e-12)
  }

  private struct Lie: Sendable {
    var matrix = CalibrationMatrix.identity
    var transform = OutputTransform.normal
    /// The angle in radians of a contact that the sensor reports at 0.3, clockwise from upright.
    var angle: Double
  }

  /// An axis has no direction, so half a turn changes nothing.
  private static let lies = [
    Lie(angle: 0.3), Lie(matrix: CalibrationMatrix(-1, 0, 1, 0, -1, 1), angle: 0.3),
    Lie(matrix: CalibrationMatrix(0, -1, 1, 1, 0, 0), angle: 0.3 - .pi / 2),
    Lie(matrix: CalibrationMatrix(0, 1, 0, -1, 0, 1), angle: 0.3 - .pi / 2),
    Lie(matrix: CalibrationMatrix(-1, 0, 1, 0, 1, 0), angle: -0.3), Lie(transform: .rotated180, angle: 0.3),
    Lie(transform: .flipped, angle: -0.3), Lie(transform: .rotated90, angle: 0.3 - .pi / 2),
    Lie(matrix: CalibrationMatrix(-1, 0, 1, 0, 1, 0), transform: .flipped, angle: 0.3),
  ]

  @Test(arguments: lies) private func `a contact lies as it does on the glass, whatever turns or mirrors it`(lie: Lie)
    throws
  {
    var square = output
    square.transform = lie.transform
    let mapping = OutputMapping(panel: TouchPanel(sensorSize: nil, calibration: lie.matrix), output: square)
    let angle = try #require(
      mapping.shape(ContactShape(major: 9, minor: 5, orientationRadians: 0.3)).orientationRadians)
    #expect(abs(Double(angle) - lie.angle) < 1e-6)
  }

  @Test(.recognition("A16")) func `thresholds stay millimetres on a turned and scaled output`() {
    let turned = OutputDescription(
      name: "HDMI-1", physicalSize: Size(width: 512, height: 320), modeWidth: 2560, modeHeight: 1600,
      logicalWidth: 1600 / 1.5, logicalHeight: 2560 / 1.5, transform: .rotated90)
    let mapping = OutputMapping(panel: TouchPanel(sensorSize: Size(width: 512, height: 320)), output: turned)
    #expect(mapping.surface.size == Size(width: 320, height: 512))
    #expect(mapping.point(x: 0, y: 0) == Point(x: 320, y: 0))
    #expect(mapping.point(x: 0, y: 1) == Point(x: 0, y: 0))
    let move = mapping.point(x: 0.5 + 10.0 / 512, y: 0.5) - mapping.point(x: 0.5, y: 0.5)
    #expect(abs(move.dx) < 1e-9 && abs(move.dy - 10) < 1e-9)
    #expect(abs(mapping.surface.pixelsPerMillimetreX - mapping.surface.pixelsPerMillimetreY) < 1e-9)
  }

  @Test(arguments: OutputTransform.allCases) func `every transform keeps corners corners and lengths true`(
    transform: OutputTransform
  ) {
    var turned = output
    turned.transform = transform
    let mapping = OutputMapping(panel: TouchPanel(sensorSize: Size(width: 300, height: 190)), output: turned)
    let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { mapping.point(x: $0.0, y: $0.1) }
    let bounds = mapping.surface.size
    let expected: Set<Point> = [
      Point(x: 0, y: 0), Point(x: bounds.width, y: 0), Point(x: 0, y: bounds.height),
      Point(x: bounds.width, y: bounds.height),
    ]
    #expect(Set(corners) == expected)
    #expect(abs(corners[0].distance(to: corners[1]) - 300) < 1e-9)
    #expect(abs(corners[0].distance(to: corners[2]) - 190) < 1e-9)
  }

  @Test func `the size that the user gave comes before all others`() {
    let mapping = OutputMapping(
      panel: TouchPanel(sensorSize: Size(width: 300, height: 190)), output: output,
      configured: Size(width: 310, height: 200))
    #expect(mapping.surface.provenance == .configured)
    #expect(mapping.point(x: 1, y: 1) == Point(x: 310, y: 200))
  }

  @Test(arguments: [(1920.0, 1200.0), (-1, -1), (0, 0), (300, 100)])
  func `what headless outputs call millimetres is not taken`(width: Double, height: Double) {
    var virtual = output
    virtual.physicalSize = Size(width: width, height: height)
    virtual.modeHeight = width == 1920 ? 800 : 1200
    #expect(virtual.plausibleSize == nil)
  }

  @Test func `the size that is stated for an output is that of its touch screen, unless that has one`() {
    var stated = output
    stated.statedSize = Size(width: 400, height: 250)
    let panel = TouchPanel(sensorSize: Size(width: 300, height: 200))
    #expect(OutputMapping(panel: panel, output: stated).surface.size == Size(width: 400, height: 250))
    let own = OutputMapping(panel: panel, output: stated, configured: Size(width: 310, height: 200))
    #expect(own.surface.size == Size(width: 310, height: 200))
  }

  @Test func `as many millimetres as pixels are pixels`() {
    var virtual = output
    virtual.physicalSize = Size(width: virtual.modeWidth, height: virtual.modeHeight)
    #expect(virtual.plausibleSize == nil)
    virtual.physicalSize.width -= 1
    #expect(virtual.plausibleSize != nil)
  }
}

/// The order of Design/Platform.md "Outputs of touch screens".
struct OutputAssignmentTests {
  private let laptop = OutputDescription(
    name: "eDP-1", physicalSize: Size(width: 309, height: 174), modeWidth: 1920, modeHeight: 1080)
  private let monitor = OutputDescription(
    name: "DP-2", physicalSize: Size(width: 527, height: 296), modeWidth: 1920, modeHeight: 1080)

  @Test func `the user's word comes first, then udev's`() {
    let panel = TouchPanel(sensorSize: Size(width: 309, height: 174), udevOutput: "DP-2")
    let outputs = [laptop, monitor]
    #expect(OutputAssignment.assign(panel, to: outputs, configured: "eDP-1")?.reason == .configured)
    #expect(OutputAssignment.assign(panel, to: outputs) == OutputAssignment(name: "DP-2", reason: .udev))
    #expect(OutputAssignment.assign(panel, to: outputs, configured: "HDMI-7")?.name == "DP-2")
  }

  @Test func `a sole output takes every touch screen`() {
    let panel = TouchPanel(sensorSize: nil, udevOutput: "gone")
    #expect(OutputAssignment.assign(panel, to: [monitor]) == OutputAssignment(name: "DP-2", reason: .soleOutput))
  }

  @Test func `size decides where only one output has it`() {
    let panel = TouchPanel(sensorSize: Size(width: 530, height: 300))
    #expect(
      OutputAssignment.assign(panel, to: [laptop, monitor]) == OutputAssignment(name: "DP-2", reason: .physicalSize))
    var twin = monitor
    twin.name = "DP-3"
    #expect(OutputAssignment.assign(panel, to: [laptop, monitor, twin]) == nil)
    for size in [Size(width: 309, height: 250), Size(width: 250, height: 174)] {
      #expect(OutputAssignment.assign(TouchPanel(sensorSize: size), to: [laptop, monitor]) == nil)
    }
  }

  @Test func `a panel that is built in lies on the screen that is built in`() {
    let panel = TouchPanel(sensorSize: nil, connection: .builtIn)
    #expect(
      OutputAssignment.assign(panel, to: [laptop, monitor]) == OutputAssignment(name: "eDP-1", reason: .internalPanel))
    #expect(OutputAssignment.assign(TouchPanel(sensorSize: nil), to: [laptop, monitor]) == nil)
  }

  @Test func `preferences know a touch screen by any of its names`() {
    let preferences = MappingPreferences(
      outputs: ["pci-0000:00:15.0": "eDP-1"], sizes: ["/dev/input/event5": monitor.physicalSize])
    let names = ["pci-0000:00:15.0", "/dev/input/event5"]
    #expect(preferences.output(for: names) == "eDP-1")
    #expect(preferences.size(for: names) == monitor.physicalSize)
    #expect(preferences.output(for: ["other"]) == nil)
    #expect(preferences.unknown(among: [names]) == [])
    #expect(preferences.unknown(among: [["event7"]]) == ["/dev/input/event5", "pci-0000:00:15.0"])
    #expect(preferences.unknown(among: [["pci-0000:00:15.0"]]) == ["/dev/input/event5"])
  }
}

struct MappingComparisonTests {
  private let places: [(x: Double, y: Double)] = [
    (0.1, 0.2), (0.8, 0.25), (0.45, 0.9), (0.3, 0.6), (0.9, 0.95), (0.5, 0.1),
  ]

  private func verdict(_ other: (Double, Double) -> (x: Double, y: Double)) -> MappingComparison.Verdict? {
    var comparison = MappingComparison()
    for (index, place) in places.enumerated() {
      // Fingers are a little beside.
      let noise = 0.004 * Double(index % 3 - 1)
      let seen = other(place.x, place.y)
      comparison.note(own: place, other: (seen.x + noise, seen.y - noise))
    }
    return comparison.verdict
  }

  @Test func `equal positions agree`() {
    #expect(verdict { ($0, $1) } == .agrees)
  }

  @Test(arguments: OutputTransform.allCases.dropFirst())
  func `a rotated or mirrored mapping is reported exactly`(transform: OutputTransform) {
    #expect(verdict { transform.logical(x: $0, y: $1) } == .differs(transform.matrix))
  }

  @Test func `a mapping to half of the screen is reported as such`() throws {
    guard case .differs(let matrix)? = verdict({ (0.5 * $0 + 0.25, $1) }) else {
      Issue.record("nothing was found")
      return
    }
    #expect(abs(matrix.xx - 0.5) < 0.02 && abs(matrix.x0 - 0.25) < 0.02)
    #expect(matrix.yy == 1 && matrix.xy == 0 && matrix.y0 == 0)
  }

  @Test func `what has nothing in common has no matrix`() {
    var comparison = MappingComparison()
    for (index, place) in (places + places).enumerated() {
      let other = places[(index * 5 + 2) % places.count]
      comparison.note(own: place, other: other)
    }
    #expect(comparison.verdict == .unrelated)
  }

  @Test func `fingers in the middle prove nothing`() {
    var comparison = MappingComparison()
    for step in 0..<20 { comparison.note(own: (0.5, 0.45 + 0.005 * Double(step)), other: (0.5, 0.5)) }
    #expect(comparison.verdict == nil)
  }

  @Test(arguments: [false, true]) func `fingers on one line prove nothing across it`(isUpright: Bool) {
    var comparison = MappingComparison()
    for step in 0..<12 {
      let place = (0.08 * Double(step), 0.5)
      let own = isUpright ? (x: place.1, y: place.0) : (x: place.0, y: place.1)
      comparison.note(own: own, other: own)
    }
    #expect(comparison.verdict == nil)
    // Nor on a slanted one, which they are a hair beside: many matrices fit.
    var slanted = MappingComparison()
    for step in 0..<7 {
      let place = 0.1 + 0.12 * Double(step)
      slanted.note(own: (place, place + 0.002 * Double(step % 2)), other: (1 - place, 1 - place))
    }
    #expect(slanted.verdict == nil)
  }

  @Test(arguments: OutputTransform.allCases)
  func `a transform and its inverse are nothing, as matrices as well`(transform: OutputTransform) {
    #expect(transform.matrix.followed(by: transform.inverse.matrix) == .identity)
    let place = transform.logical(x: 0.25, y: 0.5)
    #expect(transform.inverse.logical(x: place.x, y: place.y) == (0.25, 0.5))
    #expect(transform.matrix.apply(x: 0.25, y: 0.5) == place)
  }
}
