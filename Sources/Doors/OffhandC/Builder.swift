public import COffhand
import Offhand

/// What a caller says one call after the other about a handle to be made: for languages that must not put pointers to their own memory
/// into structs, or whose memory moves.
private final class Builder {
  private let options: offhand_options
  private let pipeline: String?
  private var descriptions: [RecognizerDescription] = []
  private var outputs: [Rect] = []
  /// What was wrong first.
  private(set) var fault: SetupFault?

  init(_ options: UnsafePointer<offhand_options>?, pipeline: UnsafePointer<CChar>?) {
    var known = offhand_options()
    do throws(SetupFault) {
      if let options { known = try offhand_options(reading: options, size: options.pointee.size, named: "options") }
    } catch { fault = error }
    self.options = known
    self.pipeline = pipeline.map { String(cString: $0) }
  }

  func attempt(_ body: () throws(SetupFault) -> Void) {
    guard fault == nil else { return }
    do throws(SetupFault) { try body() } catch { fault = error }
  }

  func add(_ recognizer: UnsafePointer<offhand_recognizer>, name: UnsafePointer<CChar>?) throws(SetupFault) {
    var known = try offhand_recognizer(reading: recognizer, size: recognizer.pointee.size, named: "recognizer")
    (known.name, known.requires_failure, known.simultaneous, known.steps) = (name, nil, nil, nil)
    descriptions.append(try RecognizerDescription(known, at: descriptions.count))
  }

  func add(_ step: UnsafePointer<offhand_step>) throws(SetupFault) {
    guard let last = descriptions.indices.last else { throw SetupFault("a step comes before the first recognizer") }
    let steps = descriptions[last].steps ?? []
    do throws(SetupFault) { descriptions[last].steps = steps + [try .init(step, size: step.pointee.size)] } catch {
      throw SetupFault("recognizer \(last) '\(descriptions[last].label)': step \(steps.count): \(error.reason)")
    }
  }

  func relate(_ relation: offhand_relation, to other: UnsafePointer<CChar>) throws(SetupFault) {
    guard let last = descriptions.indices.last, let name = try? GestureName(String(cString: other)) else {
      throw SetupFault("a relation comes before the first recognizer, or its name is none")
    }
    switch relation {
    case OFFHAND_REQUIRES_FAILURE: descriptions[last].options.requirements.append(name)
    case OFFHAND_SIMULTANEOUS: descriptions[last].options.simultaneous.append(name)
    default: throw SetupFault("a relation is not an enum offhand_relation")
    }
  }

  func addOutput(_ rect: Rect) throws(SetupFault) {
    outputs.append(try Handle.Setup.output(rect, at: outputs.count))
  }

  func finish() throws(SetupFault) -> Handle {
    if let fault { throw fault }
    return Handle(try Handle.Setup(options, descriptions, outputs: outputs, name: pipeline))
  }
}

private func withBuilder(_ builder: OpaquePointer?, _ body: (Builder) throws(SetupFault) -> Void) {
  guard let builder else { return }
  let known = Unmanaged<Builder>.fromOpaque(UnsafeRawPointer(builder)).takeUnretainedValue()
  known.attempt { () throws(SetupFault) in try body(known) }
}

// MARK: - Functions of offhand.h, which documents them

/// Makes a builder.
@c @implementation
public func offhand_builder_new(
  _ options: UnsafePointer<offhand_options>?, _ pipeline: UnsafePointer<CChar>?
) -> OpaquePointer? {
  OpaquePointer(Unmanaged.passRetained(Builder(options, pipeline: pipeline)).toOpaque())
}

/// Adds an output.
@c @implementation
public func offhand_builder_add_output(
  _ builder: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) {
  withBuilder(builder) { (builder) throws(SetupFault) in
    try builder.addOutput(Rect(x: x, y: y, width: width, height: height))
  }
}

/// Adds a recognizer.
@c @implementation
public func offhand_builder_add(
  _ builder: OpaquePointer?, _ recognizer: UnsafePointer<offhand_recognizer>?, _ name: UnsafePointer<CChar>?
) {
  guard let recognizer else { return }
  withBuilder(builder) { (builder) throws(SetupFault) in try builder.add(recognizer, name: name) }
}

/// Adds a step to the recognizer added last.
@c @implementation
public func offhand_builder_add_step(_ builder: OpaquePointer?, _ step: UnsafePointer<offhand_step>?) {
  guard let step else { return }
  withBuilder(builder) { (builder) throws(SetupFault) in try builder.add(step) }
}

/// Relates the recognizer added last to another.
@c @implementation
public func offhand_builder_relate(
  _ builder: OpaquePointer?, _ relation: offhand_relation, _ other: UnsafePointer<CChar>?
) {
  guard let other else { return }
  withBuilder(builder) { (builder) throws(SetupFault) in try builder.relate(relation, to: other) }
}

/// Makes the handle, and frees the builder.
@c @implementation
public func offhand_builder_finish(
  _ builder: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  guard let builder else { return nil }
  let known = Unmanaged<Builder>.fromOpaque(UnsafeRawPointer(builder)).takeRetainedValue()
  do throws(SetupFault) {
    return OpaquePointer(Unmanaged.passRetained(try known.finish()).toOpaque())
  } catch {
    error.write(to: buffer, size: size)
    return nil
  }
}
