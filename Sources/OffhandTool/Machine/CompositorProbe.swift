import Offhand
import OffhandWayland

/// What a compositor says of itself when asked once; nothing where there is none.
struct CompositorProbe {
  /// The outputs that have said all about themselves.
  let outputs: [OutputDescription]
  /// The frames a second that each output claims, by name.
  let refreshRates: [String: Double]
  /// What it does not offer though we could use it.
  let unavailable: [UnavailableGlobal]
  /// Why it could not be asked.
  let failure: ConnectionError?

  /// What a compositor said, as given.
  init(
    outputs: [OutputDescription], refreshRates: [String: Double], unavailable: [UnavailableGlobal],
    failure: ConnectionError?
  ) {
    (self.outputs, self.refreshRates, self.unavailable, self.failure) = (outputs, refreshRates, unavailable, failure)
  }

  /// Asks the compositor of the environment, for at most two seconds.
  init() {
    do throws(ConnectionError) {
      let connection = try Connection(patience: .seconds(2))
      let states = connection.outputs.compactMap { $0.state }
      outputs = states.map { $0.description }
      refreshRates = Dictionary(
        states.compactMap { state in state.refreshRate.map { (state.description.name, $0) } },
        uniquingKeysWith: { first, _ in first })
      unavailable = connection.unavailable
      failure = nil
    } catch {
      (outputs, refreshRates, unavailable, failure) = ([], [:], [], error)
    }
  }
}
