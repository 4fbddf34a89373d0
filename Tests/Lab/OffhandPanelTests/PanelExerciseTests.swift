import Offhand
import OffhandPanel
import Testing

@Suite struct PanelExerciseTests {
  private static let size = Size(width: 340, height: 190)

  @Test func `the program takes the two and a half minutes of the page, and everything lies on the glass`() {
    let program = PanelExercise.program(on: Self.size)
    let glass = Rect(origin: .origin, size: Self.size)
    #expect((140...165).contains(program.reduce(0) { $0 + $1.duration.inSeconds }))
    for exercise in program {
      switch exercise {
      case .taps(let marks): #expect(marks.allSatisfy(glass.contains))
      case .line(let from, let to): #expect(glass.contains(from) && glass.contains(to))
      case .circle:
        for step in 0..<100 {
          let disc = exercise.disc(after: .milliseconds(110 * step), on: Self.size)
          #expect(disc.map(glass.contains) == true)
        }
      default: #expect(exercise.disc(after: .zero, on: Self.size) == nil)
      }
    }
  }

  @Test func `the disc begins at the top and goes clockwise`() throws {
    let circle = PanelExercise.circle(clockwise: true, period: .seconds(2))
    let quarter = try #require(circle.disc(after: .milliseconds(500), on: Self.size))
    #expect(quarter.distance(to: Point(x: 170 + 60, y: 95)) < 1e-9)
    let start = try #require(circle.disc(after: .zero, on: Self.size))
    #expect(start.distance(to: Point(x: 170, y: 95 - 60)) < 1e-9)
  }
}
