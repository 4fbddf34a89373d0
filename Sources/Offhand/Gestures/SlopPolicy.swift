/// Whether the motion that it took to begin is part of the gesture.
public enum SlopPolicy: Sendable, Hashable {
  /// It is taken out, so that content does not jump when the gesture begins.
  case excluded
  /// It is kept, so that content stays under the finger.
  case included
}
