/// What a gesture of two or more fingers does when too few of them are left.
public enum SuspensionPolicy: Sendable, Hashable {
  /// It waits, says nothing, and goes on when a finger comes back; it ends when the last finger lifts.
  case suspends
  /// It ends.
  case ends
}
