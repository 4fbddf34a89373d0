/// What the compositor says about an object: the generated enumerations conform.
protocol ProtocolEvent {
  /// The event number `opcode`, or `nil` for one that is newer than the XML.
  init?(opcode: UInt32, arguments: EventArguments)
}
