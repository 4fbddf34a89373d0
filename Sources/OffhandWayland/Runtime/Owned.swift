/// Keeps an object of the protocol and gives it up when it goes; the display stays connected until then.
struct Owned<Object: ProtocolObject>: ~Copyable {
  let object: Object
  private let display: Display

  init(_ object: Object, on display: Display) {
    self.object = object
    self.display = display
  }

  deinit { object.destroy() }
}
