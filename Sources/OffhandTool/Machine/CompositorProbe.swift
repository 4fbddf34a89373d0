import Offhand
import OffhandClient
import OffhandWayland

/// What a compositor says of itself when asked once; nothing where there is none.
struct CompositorProbe {
  /// The outputs that have said all about themselves.
  let outputs: [OutputDescription]
  /// The frames a second that each output claims, by name.
  let refreshRates: [String: Double]
  /// How often it really asks for a frame, and where; `nil` where that was not measured.
  let refresh: RefreshMeasurement?
  /// What it does not offer though we could use it.
  let unavailable: [UnavailableGlobal]
  /// Why it could not be asked.
  let failure: ConnectionError?

  /// What a compositor said, as given.
  init(
    outputs: [OutputDescription], refreshRates: [String: Double], refresh: RefreshMeasurement? = nil,
    unavailable: [UnavailableGlobal], failure: ConnectionError?
  ) {
    (self.outputs, self.refreshRates, self.refresh) = (outputs, refreshRates, refresh)
    (self.unavailable, self.failure) = (unavailable, failure)
  }

  /// How much is asked.
  enum Depth {
    /// What the compositor says of itself.
    case facts
    /// Also how often it asks for frames; shows a small window for up to two seconds.
    case measurements
  }

  /// Asks the compositor of the environment, for at most two seconds.
  init(_ depth: Depth = .facts) {
    do throws(ConnectionError) {
      let connection = try Connection(patience: .seconds(2))
      let states = connection.outputs.compactMap { $0.state }
      outputs = states.map { $0.description }
      refreshRates = Dictionary(
        states.compactMap { state in state.refreshRate.map { (state.description.name, $0) } },
        uniquingKeysWith: { first, _ in first })
      unavailable = connection.unavailable
      failure = nil
      // A compositor that is lost meanwhile has told what it could.
      refresh = depth == .measurements ? (try? RefreshMeasurement.measure(on: connection)) ?? nil : nil
    } catch {
      (outputs, refreshRates, refresh, unavailable, failure) = ([], [:], nil, [], error)
    }
  }
}
