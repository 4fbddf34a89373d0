/// Says what a hand hides. One job: from what is believed of a hand to the pieces of its shadow, each way of holding with its
/// probability.
public protocol ShadowModel: Sendable {
  /// Adds one track to `field`: the hand of `track`, in the user's frame of `environment`.
  func cast(_ track: borrowing HandTrack, in environment: PanelSetup, into field: inout ShadowField)
}
