extension Arbiter {
  /// Lets the recognizer of `lane` take the frame in, and takes its answer.
  mutating func run<Recognizer: GestureRecognizer>(_ recognizer: inout Recognizer, _ lane: Int) {
    if lanes[lane].isBroken { return breakOff(recognizer, lane) }
    let state = lanes[lane].state
    if state == .possible && isIncomplete(lane) { return }
    let others = state == .possible ? components(beside: lane) : []
    let answer = recognizer.recognize(gauges[lanes[lane].group].group, in: contacts, beside: others)
    setDeadline(recognizer.deadline, of: lane)
    switch state {
    case .possible: propose(answer, lane)
    case .awaiting: wait(answer, lane)
    case .active: goOn(answer, recognizer, lane)
    case .recognized, .ended, .cancelled, .failed: break
    }
  }

  /// Whether a lane that only measures fingers against each other has too few of them to look at, and none has lifted.
  private func isIncomplete(_ lane: Int) -> Bool {
    lanes[lane].comparesFingers && !contacts.hasSetChange
      && lanes[lane].fingers.bits & (lanes[lane].fingers.bits &- 1) == 0
  }

  /// Which motions others already answer for on the fingers of `lane`, and whether a tap may still come of them.
  private func components(beside lane: Int) -> GestureComponents {
    var others = active | (tapping & live)
    others.remove(lane: lane)
    var components: GestureComponents = []
    while let other = others.popFirst() {
      if lanes[other].sequence.intersects(lanes[lane].fingers) { components.formUnion(lanes[other].components) }
    }
    return components
  }

  /// A deadline that was served is none; one of this very moment is served when the moment is over.
  private mutating func setDeadline(_ deadline: Timestamp?, of lane: Int) {
    guard let deadline, deadline > contacts.timestamp || deadline == contacts.timestamp && !isServing else {
      lanes[lane].deadline = .max
      timed.remove(lane: lane)
      return
    }
    lanes[lane].deadline = deadline.nanoseconds
    soonest = min(soonest, deadline.nanoseconds)
    timed.insert(lane: lane)
  }

  private mutating func propose(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .unchanged:
      if lanes[lane].fingers.isEmpty && lanes[lane].deadline == .max { fail(lane) }
    case .failed: fail(lane)
    case .recognized, .began, .beganAndEnded:
      lanes[lane].proposal = answer
      proposing.insert(lane: lane)
      needsResolution = true
    case .changed, .ended, .cancelled: refuse(answer, lane)
    }
  }

  private mutating func wait(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .unchanged, .changed: if lanes[lane].fingers.isEmpty { fail(lane) }
    case .failed, .ended, .cancelled: fail(lane)
    case .recognized, .began, .beganAndEnded: refuse(answer, lane)
    }
  }

  private mutating func goOn<Recognizer: GestureRecognizer>(
    _ answer: Recognition, _ recognizer: Recognizer, _ lane: Int
  ) {
    switch answer {
    case .unchanged: break
    case .changed:
      emit(lane, .changed, recognizer.gesture(gauges[lanes[lane].group].group, in: contacts), at: contacts.timestamp)
    case .ended:
      emit(lane, .ended, recognizer.gesture(gauges[lanes[lane].group].group, in: contacts), at: contacts.timestamp)
      finish(lane, .ended)
    case .cancelled:
      emit(lane, .cancelled, recognizer.gesture(gauges[lanes[lane].group].group, in: contacts), at: contacts.timestamp)
      finish(lane, .cancelled)
    case .failed, .recognized, .began, .beganAndEnded: refuse(answer, lane)
    }
  }

  /// A recognizer that lost a finger it cannot do without.
  private mutating func breakOff<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ lane: Int) {
    if lanes[lane].state == .active {
      emit(lane, .cancelled, recognizer.gesture(gauges[lanes[lane].group].group, in: contacts), at: contacts.timestamp)
      finish(lane, .cancelled)
    } else {
      fail(lane)
    }
  }

  private mutating func refuse(_ answer: Recognition, _ lane: Int) {
    assertionFailure("\(lanes[lane].name) answered \(answer) while \(lanes[lane].state)")
    refusals += 1
  }

  /// The attempt of `lane` came to nothing.
  mutating func fail(_ lane: Int) {
    if lanes[lane].isAnnounced { emit(lane, .superseded, lanes[lane].waiting, at: contacts.timestamp) }
    finish(lane, .failed)
  }

  /// Nothing but a reset follows for `lane`.
  mutating func finish(_ lane: Int, _ state: LaneState) {
    guard lanes[lane].enter(state) else { return refusals += 1 }
    lanes[lane].deadline = .max
    live.remove(lane: lane)
    timed.remove(lane: lane)
    active.remove(lane: lane)
    waiting.remove(lane: lane)
    proposing.remove(lane: lane)
    finished.insert(lane: lane)
    mayRearm = true
    needsResolution = true
  }
}
