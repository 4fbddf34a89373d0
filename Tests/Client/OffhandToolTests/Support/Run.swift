import CompositorRig
import Foundation

/// One run of `offhand` to its end, as a shell would see it.
struct Run {
  let end: ChildProcess.End
  /// The lines of standard output.
  let output: [String]
  /// The lines of standard error.
  let errors: [String]

  /// Runs `offhand` with `words`.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    try self.init(command: [Program.built("offhand")] + words, environment: environment)
  }

  /// Runs `offhand` with the words of `line`.
  init(_ line: String) throws { try self.init(line.split(separator: " ").map(String.init)) }

  /// Runs `line` in a shell, in which `$offhand` is the program.
  init(shell line: String) throws {
    try self.init(command: ["/bin/sh", "-c", line], environment: ["offhand": Program.built("offhand")])
  }

  private init(command: [String], environment: [String: String]) throws {
    let program = try Program(command, environment: environment)
    end = try program.wait()
    output = program.standardOutput.split(separator: "\n").map(String.init)
    errors = program.standardError.split(separator: "\n").map(String.init)
  }
}

/// A recording as a line: the fingers of each of so many reports, in millimetres on a panel of this size, or in pixels without one; none is
/// down at the end.
func recordingLine(
  _ name: String, size: (width: Int, height: Int)? = (300, 190), every interval: Double = 0.01, reports count: Int = 1,
  _ fingers: (_ report: Int) -> [(id: Int, x: Double, y: Double)]
) -> String {
  let unit = size == nil ? "px" : "mm"
  let frames = (0...count).map { index in
    let touches = (index < count ? fingers(index) : []).map {
      #"{"id":\#($0.id),"x_\#(unit)":\#($0.x),"y_\#(unit)":\#($0.y)}"#
    }
    return #"{"t":\#(Double(index) * interval),"touches":[\#(touches.joined(separator: ","))]}"#
  }
  let basis = size.map { #""width_mm":\#($0.width),"height_mm":\#($0.height),"mm_basis":"hid""# }
  let device = #"{"name":"panel","kind":"touchscreen",\#(basis ?? #""mm_basis":"none""#)}"#
  return
    #"{"source":"s","trace":"\#(name)","device":\#(device),"frames":[\#(frames.joined(separator: ","))]}"# + "\n"
}
