/// One slot of the kernel's multitouch protocol B: what it says, and what we made of it.
struct EvdevSlot: Equatable {
  /// The kernel's number of the contact; negative without one.
  var trackingID: Int32 = -1
  var x: Int32 = 0
  var y: Int32 = 0
  var isPalm = false
  var ellipse = EvdevEllipse()

  /// Whether our contact is down.
  var isReported = false
  /// Whether nothing is told of this contact: a palm, or a finger that rested on the glass when we came.
  var isMuted = false
  /// Whether the contact that we know of ended in this report, and how.
  var ending: Ending?
  var hasMoved = false
  var hasNewEllipse = false

  /// How a contact ended.
  enum Ending: Equatable {
    /// The kernel took its number away.
    case lift
    /// The kernel gave its slot to another contact without a lift (recognizers.md LI7).
    case replacement
  }
}

/// The contact ellipse in the device's units.
struct EvdevEllipse: Equatable {
  var major: Int32 = 0
  var minor: Int32 = 0
  var orientation: Int32 = 0
  var pressure: Int32 = 0
}
