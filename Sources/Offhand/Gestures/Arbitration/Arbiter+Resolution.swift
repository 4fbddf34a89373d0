extension Arbiter {
  /// Decides about every beginning that is proposed or waits, until nothing more follows from anything.
  mutating func resolve(_ recognizers: inout some RecognizerGroup) {
    guard needsResolution else { return }
    guard !(proposing | waiting).isEmpty else { return needsResolution = false }
    while needsResolution {
      needsResolution = false
      for lane in order where (proposing | waiting).contains(lane: lane) { decide(lane, &recognizers) }
    }
  }

  private mutating func decide(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    if !lanes[lane].isVetted && !passesVeto(lane, &recognizers) { return fail(lane) }
    switch requirements(of: lane) {
    case .recognized: fail(lane)
    case .undecided: if proposing.contains(lane: lane) { postpone(lane, &recognizers) }
    case .failed:
      if isBlocked(lane) { return fail(lane) }
      if isHeld {
        if proposing.contains(lane: lane) { postpone(lane, &recognizers) }
      } else {
        grant(lane, &recognizers)
      }
    }
  }

  private mutating func passesVeto(_ lane: Int, _ recognizers: inout some RecognizerGroup) -> Bool {
    lanes[lane].isVetted = true
    guard let delegate else { return true }
    return delegate.gestureShouldBegin(lanes[lane].name, recognizers.gesture(of: lane, in: self))
  }

  /// What has become of those that a lane requires to fail, taken together.
  private enum Outcome { case failed, undecided, recognized }

  private mutating func requirements(of lane: Int) -> Outcome {
    var outcome = Outcome.failed
    var rest = relations.requirements[lane]
    if delegate != nil { rest = rest | dynamicRequirements(of: lane) }
    while let other = rest.popFirst() {
      guard lanes[other].sequence.intersects(lanes[lane].sequence) else { continue }
      switch lanes[other].state {
      case .possible, .awaiting: outcome = .undecided
      case .active, .recognized, .ended, .cancelled: return .recognized
      case .failed: break
      }
    }
    return outcome
  }

  /// What the delegate adds to the fixed requirements; an answer that closes a circle is refused.
  private mutating func dynamicRequirements(of lane: Int) -> LaneSet {
    guard let delegate else { return .none }
    var added = LaneSet.none
    for other in lanes.indices where other != lane && lanes[other].sequence.intersects(lanes[lane].sequence) {
      let (name, otherName) = (lanes[lane].name, lanes[other].name)
      let isAsked =
        delegate.gesture(name, shouldRequireFailureOf: otherName)
        || delegate.gesture(otherName, shouldBeRequiredToFailBy: name)
      guard isAsked else { continue }
      if relations.waits(other, for: lane) || isWaitedFor(lane, by: other) {
        refusals += 1
      } else {
        added.insert(lane: other)
      }
    }
    lanes[lane].dynamicRequirements = added
    return added
  }

  private func isWaitedFor(_ lane: Int, by other: Int) -> Bool {
    var seen = LaneSet.none
    var open = lanes[other].dynamicRequirements
    while let next = open.popFirst() {
      if next == lane { return true }
      seen.insert(lane: next)
      open = (open | lanes[next].dynamicRequirements | relations.requirements[next]) - seen
    }
    return false
  }

  /// Lets `lane` wait. What it measured counts for a discrete gesture; a continuous one must have a finger left.
  private mutating func postpone(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    proposing.remove(lane: lane)
    if lanes[lane].fingers.isEmpty && !lanes[lane].isDiscreteProposal { return fail(lane) }
    guard lanes[lane].enter(.awaiting) else { return refusals += 1 }
    waiting.insert(lane: lane)
    guard lanes[lane].isDiscreteProposal else { return }
    live.remove(lane: lane)
    timed.remove(lane: lane)
    lanes[lane].waiting = recognizers.gesture(of: lane, in: self)
    guard options[lane].announcesUnconfirmed else { return }
    lanes[lane].isAnnounced = true
    emit(lane, .unconfirmed, lanes[lane].waiting, at: contacts.timestamp)
  }

  /// Whether a gesture that is on keeps `lane` from beginning.
  private func isBlocked(_ lane: Int) -> Bool {
    var rest = active
    rest.remove(lane: lane)
    while let other = rest.popFirst() {
      guard lanes[other].sequence.intersects(lanes[lane].sequence), prevents(other, lane) else { continue }
      if !relations.overridden[lane].contains(lane: other) { return true }
    }
    return false
  }

  private func prevents(_ lane: Int, _ other: Int) -> Bool {
    guard relations.prevents(lane, other) else { return false }
    if options[lane].isSimultaneousWithAll || options[other].isSimultaneousWithAll { return false }
    guard let delegate else { return true }
    let (name, otherName) = (lanes[lane].name, lanes[other].name)
    return !delegate.gesture(name, shouldRecognizeSimultaneouslyWith: otherName)
      && !delegate.gesture(otherName, shouldRecognizeSimultaneouslyWith: name)
      && delegate.gesture(name, canPrevent: otherName) && delegate.gesture(otherName, canBePreventedBy: name)
  }

  /// The fingers that a lane would lose if another took them: its own, and while it waits those of whom it waits for.
  private func stake(of lane: Int) -> FingerSet {
    var fingers = lanes[lane].sequence
    guard lanes[lane].state == .awaiting else { return fingers }
    var seen = LaneSet(lane: lane)
    var open = relations.requirements[lane] | lanes[lane].dynamicRequirements
    while let other = open.popFirst() {
      seen.insert(lane: other)
      guard !lanes[other].state.isFinished, lanes[other].sequence.intersects(fingers) else { continue }
      fingers |= lanes[other].sequence
      open = (open | relations.requirements[other] | lanes[other].dynamicRequirements) - seen
    }
    return fingers
  }

  /// Lets `lane` begin, and takes the fingers from those that it prevents.
  private mutating func grant(_ lane: Int, _ recognizers: inout some RecognizerGroup) {
    let proposal = lanes[lane].proposal
    let hasWaited = lanes[lane].state == .awaiting
    takeFingers(for: lane, &recognizers)
    if options[lane].cancelsTouches { capturedNow |= lanes[lane].sequence }
    if proposal == .recognized {
      let gesture = hasWaited ? lanes[lane].waiting : recognizers.gesture(of: lane, in: self)
      lanes[lane].isAnnounced = false
      emit(lane, .recognized, gesture, at: contacts.timestamp)
      return finish(lane, .recognized)
    }
    guard lanes[lane].enter(.active) else { return refusals += 1 }
    if hasWaited { recognizers.rebase(lane, in: self) }
    proposing.remove(lane: lane)
    waiting.remove(lane: lane)
    active.insert(lane: lane)
    let gesture = recognizers.gesture(of: lane, in: self)
    emit(lane, .began, gesture, at: contacts.timestamp)
    guard proposal == .beganAndEnded else { return }
    emit(lane, .ended, gesture, at: contacts.timestamp)
    finish(lane, .ended)
  }

  private mutating func takeFingers(for lane: Int, _ recognizers: inout some RecognizerGroup) {
    var losers = LaneSet.none
    var rest = live | waiting
    rest.remove(lane: lane)
    while let other = rest.popFirst() {
      guard stake(of: other).intersects(lanes[lane].sequence), prevents(lane, other) else { continue }
      if active.contains(lane: other) && !relations.overridden[lane].contains(lane: other) { continue }
      if relations.overridden[other].contains(lane: lane) { continue }
      losers.insert(lane: other)
    }
    while let other = losers.popFirst() {
      guard active.contains(lane: other) else {
        fail(other)
        continue
      }
      emit(other, .cancelled, recognizers.gesture(of: other, in: self), at: contacts.timestamp)
      finish(other, .cancelled)
    }
  }
}
