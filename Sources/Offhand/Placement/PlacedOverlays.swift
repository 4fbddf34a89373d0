/// The state of the overlays that a strategy has placed: a small table whose storage is reused.
struct PlacedOverlays<Record: Sendable>: Sendable {
  private struct Entry: Sendable {
    var id: OverlayID
    var record: Record
  }

  private var entries: [Entry] = []

  /// The number of overlays up to which the table does not grow.
  private static var usualCount: Int { 8 }

  init() { entries.reserveCapacity(Self.usualCount) }

  var indices: Range<Int> { entries.indices }

  func index(of id: OverlayID) -> Int? {
    for index in entries.indices where entries[index].id == id { return index }
    return nil
  }

  func id(at index: Int) -> OverlayID { entries[index].id }

  subscript(index: Int) -> Record {
    get { entries[index].record }
    _modify { yield &entries[index].record }
  }

  mutating func append(_ record: Record, for id: OverlayID) { entries.append(Entry(id: id, record: record)) }

  mutating func remove(_ id: OverlayID) {
    if let index = index(of: id) { entries.remove(at: index) }
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
