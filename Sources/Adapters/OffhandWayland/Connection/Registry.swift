import Offhand

/// The interfaces that the compositor offers, and the objects that were bound: one for most interfaces, any number of outputs and
/// seats.
final class Registry {
  private let display: Display
  private let registry: WlRegistry

  /// Everything that is offered now, in the order in which it was announced.
  private(set) var offers: [GlobalOffer] = []
  /// The optional interfaces that are not offered, and the features that are lost without them.
  private(set) var unavailable: [UnavailableGlobal] = []
  /// A number that grows whenever an output or a seat appears, disappears or changes.
  private(set) var revision = 0

  private(set) var outputs: [Output] = []
  /// The sizes that the user stated of outputs.
  var stated = MappingPreferences() {
    didSet { for output in outputs where output.state != nil { output.apply() } }
  }
  private(set) var seats: [Seat] = []
  /// The receivers of touches, and of what pointers and pens do.
  private var inboxes: [WaylandTouchSource.Input: [TouchInbox]] = [:]
  /// Makes the objects of pens; `nil` until a window listens to pens, or if the compositor offers none.
  private(set) var tablets: ZwpTabletManagerV2?

  private(set) var compositor: WlCompositor?
  private(set) var shm: WlShm?
  private(set) var wmBase: XdgWmBase?
  private(set) var outputManager: ZxdgOutputManagerV1?
  private(set) var viewporter: WpViewporter?
  private(set) var fractionalScale: WpFractionalScaleManagerV1?
  private(set) var presentation: WpPresentation?
  private(set) var presentationClock: UInt32?
  private(set) var inputTimestamps: ZwpInputTimestampsManagerV1?
  private(set) var layerShell: ZwlrLayerShellV1?
  private(set) var decorations: ZxdgDecorationManagerV1?

  private var isBound = false

  init(_ display: Display) {
    self.display = display
    registry = display.object.getRegistry()
    registry.listen { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version):
        let offer = GlobalOffer(name: name, interface: interface, version: version)
        offers.append(offer)
        if isBound { bindIfMany(offer) }
      case .globalRemove(let name): withdraw(name)
      }
    }
  }

  deinit {
    inboxes = [:]
    seats = []
    outputs = []
    tablets?.destroy()
    decorations?.destroy()
    layerShell?.destroy()
    inputTimestamps?.destroy()
    presentation?.destroy()
    fractionalScale?.destroy()
    viewporter?.destroy()
    outputManager?.destroy()
    wmBase?.destroy()
    shm?.destroy()
    compositor?.destroy()
    registry.destroy()
  }

  /// Binds what is offered, after the first round trip. Throws if an interface is missing without which nothing can be shown.
  func bindOffers() throws(ConnectionError) {
    compositor = bind(WlCompositor.demand)
    shm = bind(WlShm.demand)
    wmBase = bind(XdgWmBase.demand)
    guard unavailable.isEmpty else { throw .missingGlobals(unavailable) }
    wmBase?.listen { [unowned self] event in
      if case .ping(let serial) = event { wmBase?.pong(serial: serial) }
    }
    outputManager = bind(ZxdgOutputManagerV1.demand)
    viewporter = bind(WpViewporter.demand)
    fractionalScale = bind(WpFractionalScaleManagerV1.demand)
    presentation = bind(WpPresentation.demand)
    presentation?.listen { [unowned self] event in
      if case .clockId(let clock) = event { presentationClock = clock }
    }
    inputTimestamps = bind(ZwpInputTimestampsManagerV1.demand)
    layerShell = bind(ZwlrLayerShellV1.demand)
    decorations = bind(ZxdgDecorationManagerV1.demand)
    noteIfMissing(WlSeat.demand)
    noteIfMissing(WlOutput.demand)
    isBound = true
    for offer in offers { bindIfMany(offer) }
  }

  /// Adds `inbox` to the receivers of touches, or of what pointers or pens do.
  func open(_ inbox: TouchInbox, for input: WaylandTouchSource.Input) {
    if input == .pens, tablets == nil { tablets = bindOnRequest(ZwpTabletManagerV2.demand) }
    inboxes[input, default: []].append(inbox)
    for seat in seats { seat.followDevices() }
  }

  /// Removes `inbox` from the receivers.
  func close(_ inbox: TouchInbox) {
    for input in inboxes.keys { inboxes[input]?.removeAll { $0 === inbox } }
    for seat in seats { seat.followDevices() }
  }

  /// The receivers of what comes from `input`.
  func inboxes(of input: WaylandTouchSource.Input) -> [TouchInbox] { inboxes[input] ?? [] }

  /// Counts a change of an output or a seat.
  func noteChange() { revision += 1 }

  /// The output with this protocol object; `nil` if it is gone.
  func output(for object: WlOutput?) -> Output? {
    guard let object else { return nil }
    return outputs.first { $0.object.proxy == object.proxy }
  }

  /// Binds an interface that few programs need; `nil` if it is not offered, which does not count as unavailable.
  func bindOnRequest<Object>(_ demand: GlobalDemand<Object>) -> Object? {
    let offer = offers.first { $0.interface == demand.interface && $0.version >= demand.minimumVersion }
    return offer.map { registry.bind(name: $0.name, version: min($0.version, demand.highestVersion)) }
  }

  private func bind<Object>(_ demand: GlobalDemand<Object>) -> Object? {
    let object = bindOnRequest(demand)
    if object == nil { noteIfMissing(demand) }
    return object
  }

  private func noteIfMissing<Object>(_ demand: GlobalDemand<Object>) {
    let best = offers.filter { $0.interface == demand.interface }.map(\.version).max()
    if let best, best >= demand.minimumVersion { return }
    unavailable.append(demand.unavailable(offered: best))
  }

  /// Binds an output or a seat, of which there may be any number.
  private func bindIfMany(_ offer: GlobalOffer) {
    if offer.interface == WlOutput.demand.interface {
      let version = min(offer.version, WlOutput.demand.highestVersion)
      outputs.append(
        Output(registry.bind(name: offer.name, version: version), name: offer.name, registry: self, display))
    } else if offer.interface == WlSeat.demand.interface {
      let version = min(offer.version, WlSeat.demand.highestVersion)
      seats.append(Seat(registry.bind(name: offer.name, version: version), name: offer.name, registry: self, display))
    }
    noteChange()
  }

  private func withdraw(_ name: UInt32) {
    offers.removeAll { $0.name == name }
    for output in outputs where output.id == name { output.withdraw() }
    outputs.removeAll { $0.id == name }
    for seat in seats where seat.id == name { seat.withdraw() }
    seats.removeAll { $0.id == name }
    noteChange()
  }
}
