import Offhand

extension TouchFrame {
  /// The contacts, to be kept.
  var touches: [Touch] {
    var touches: [Touch] = []
    for index in indices { touches.append(self[index]) }
    return touches
  }
}
