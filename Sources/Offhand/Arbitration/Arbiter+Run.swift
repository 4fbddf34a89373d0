extension Arbiter {
  /// Lets the recognizer of `lane` take the frame in, and takes its answer.
  @inline(__always)
  mutating func run<Recognizer: GestureRecognizer>(_ recognizer: inout Recognizer, _ lane: Int) {
    if lanes[lane].isBroken { return breakOff(recognizer, lane) }
    let state = lanes[lane].state
    let others = state == .possible ? components(beside: lane) : GestureComponents()
    let answer = recognizer.recognize(group(of: lane), in: contacts, beside: others)
    setDeadline(recognizer.deadline, of: lane)
    switch state {
    case .possible: propose(answer, lane)
    case .awaiting: wait(answer, lane)
    case .active: goOn(answer, recognizer, lane)
    case .recognized, .ended, .cancelled, .failed: break
    }
    if rest.isPending { lanes[lane].slack = recognizer.slack(of: group(of: lane), in: contacts) - Tolerance.length }
  }

  /// Which motions others already answer for on the fingers of `lane`, and whether a tap may still come of them.
  @inline(__always)
  private func components(beside lane: Int) -> GestureComponents {
    var others = active | (tapping & live)
    others.remove(lane: lane)
    var components = GestureComponents()
    while let other = others.popFirst() {
      if lanes[other].sequence.intersects(lanes[lane].fingers) { components.formUnion(lanes[other].components) }
    }
    return components
  }

  /// A deadline that was served is none; one of this very moment is served when the moment is over.
  @inline(__always)
  private mutating func setDeadline(_ deadline: Timestamp?, of lane: Int) {
    var next = deadline?.nanoseconds ?? .max
    if next < contacts.timestamp.nanoseconds || isServing && next == contacts.timestamp.nanoseconds { next = .max }
    guard next != lanes[lane].deadline else { return }
    lanes[lane].deadline = next
    soonest = min(soonest, next)
    if next == .max { timed.remove(lane: lane) } else { timed.insert(lane: lane) }
  }

  @inline(__always)
  private mutating func propose(_ answer: Recognition, _ lane: Int) {
    if answer == .unchanged {
      if lanes[lane].fingers.isEmpty && lanes[lane].deadline == .max { fail(lane) }
    } else {
      take(answer, lane)
    }
  }

  /// Takes a proposal or a failure.
  private mutating func take(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .failed: fail(lane)
    case .recognized, .began, .beganAndEnded:
      lanes[lane].proposal = answer
      proposing.insert(lane: lane)
      needsResolution = true
    case .unchanged, .changed, .ended, .cancelled: refuse(answer, lane)
    }
  }

  private mutating func wait(_ answer: Recognition, _ lane: Int) {
    switch answer {
    case .unchanged, .changed: if lanes[lane].fingers.isEmpty { fail(lane) }
    case .failed, .ended, .cancelled: fail(lane)
    case .recognized, .began, .beganAndEnded: refuse(answer, lane)
    }
  }

  @inline(__always)
  private mutating func goOn<Recognizer: GestureRecognizer>(
    _ answer: Recognition, _ recognizer: Recognizer, _ lane: Int
  ) {
    if answer == .unchanged { return }
    if answer == .changed && !isServing && log.takesGoingOn { return goOn(lane) }
    guard let state = GestureState(goingOnWith: answer) else { return refuse(answer, lane) }
    emit(lane, state, recognizer.gesture(group(of: lane), in: contacts), at: contacts.timestamp)
    if answer != .changed { finish(lane, answer == .ended ? .ended : .cancelled) }
  }

  /// A gesture that merely goes on: until something is decided its recognizer can be asked what it measures. The speed then
  /// must be there to be read, because reading changes nothing.
  @inline(__always)
  mutating func goOn(_ lane: Int) {
    gauges[lanes[lane].group].keepUp()
    log.goOn(lane, by: hand)
  }

  /// A recognizer that lost a finger it cannot do without.
  private mutating func breakOff<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ lane: Int) {
    if lanes[lane].state == .active {
      emit(lane, .cancelled, recognizer.gesture(group(of: lane), in: contacts), at: contacts.timestamp)
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

extension GestureState {
  /// What a gesture that is on says where its recognizer answers `answer`; `nil` for an answer that it cannot give.
  fileprivate init?(goingOnWith answer: Recognition) {
    switch answer {
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .unchanged, .failed, .recognized, .began, .beganAndEnded: return nil
    }
  }
}
