/// What a strategy remembers about the overlays that it has placed: a small table whose storage is used again.
struct PlacedOverlays<Record: Sendable>: Sendable {
  private var ids: [Overlay.ID] = []
  private var records: [Record] = []

  /// How many overlays are placed at once before the table grows.
  static var usualCount: Int { 8 }

  init() {
    ids.reserveCapacity(Self.usualCount)
    records.reserveCapacity(Self.usualCount)
  }

  var indices: Range<Int> { ids.indices }

  func index(of id: Overlay.ID) -> Int? {
    for index in ids.indices where ids[index] == id { return index }
    return nil
  }

  func id(at index: Int) -> Overlay.ID { ids[index] }

  subscript(index: Int) -> Record {
    get { records[index] }
    _modify { yield &records[index] }
  }

  mutating func append(_ record: Record, for id: Overlay.ID) {
    ids.append(id)
    records.append(record)
  }

  mutating func remove(_ id: Overlay.ID) {
    guard let index = index(of: id) else { return }
    ids.remove(at: index)
    records.remove(at: index)
  }

  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }
}
