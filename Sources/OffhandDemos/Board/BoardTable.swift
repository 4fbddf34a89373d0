import Offhand

/// The photos on the table, back to front, each with its own pipeline of recognizers.
struct BoardTable<Gestures: GesturePipeline>: Sendable {
  private struct Piece: Sendable {
    var photo: Photo
    var gestures: Gestures
  }

  private var pieces: [Piece] = []

  /// The indices of the photos, back to front.
  var indices: Range<Int> { pieces.indices }

  /// The photos, back to front.
  var photos: [Photo] { pieces.map(\.photo) }

  /// The photo at `index`, counted from the back.
  subscript(index: Int) -> Photo {
    get { pieces[index].photo }
    set { pieces[index].photo = newValue }
    _modify { yield &pieces[index].photo }
  }

  /// The index of the photo of picture `id`; `nil` if it is not on the table.
  func index(of id: Int) -> Int? { pieces.firstIndex { $0.photo.id == id } }

  /// The topmost photo at `point`; `nil` if there is none.
  func photo(at point: Point, at time: Timestamp) -> Int? {
    pieces.last { $0.photo.contains(point, at: time) }?.photo.id
  }

  /// Puts a photo on top of the others.
  mutating func add(_ photo: Photo, gestures: Gestures) { pieces.append(Piece(photo: photo, gestures: gestures)) }

  mutating func bringToFront(_ index: Int) { pieces.append(pieces.remove(at: index)) }

  /// Takes away photos that were removed; to be called between frames, because indices change.
  mutating func discardRemoved() { pieces.removeAll { $0.photo.isRemoved } }

  /// Gives the photos of picture `id` another image.
  mutating func replace(_ id: Int, by image: ImageID) {
    for index in pieces.indices where pieces[index].photo.id == id { pieces[index].photo.replace(image) }
  }

  /// The events of the photo at `index` after the latest `process` or `advance`.
  func events(at index: Int) -> GestureEvents { pieces[index].gestures.events }

  /// Passes the touches on the photo at `index` to its recognizers.
  mutating func process(_ frame: borrowing TouchFrame, at index: Int) { pieces[index].gestures.process(frame) }

  /// Serves the deadlines of the recognizers at `index`. Returns whether one was due, so that there may be events.
  mutating func advance(_ index: Int, to time: Timestamp) -> Bool {
    guard let due = pieces[index].gestures.deadline, due <= time else { return false }
    pieces[index].gestures.advance(to: time)
    return true
  }

  /// The earliest deadline of a recognizer or a photo; `nil` if there is none.
  var deadline: Timestamp? {
    var earliest: Timestamp?
    for piece in pieces {
      for candidate in [piece.gestures.deadline, piece.photo.rest.deadline] {
        guard let candidate else { continue }
        earliest = earliest.map { min($0, candidate) } ?? candidate
      }
    }
    return earliest
  }

  /// Whether a photo moves or rises by itself.
  func isAnimating(at time: Timestamp) -> Bool { pieces.contains { $0.photo.isAnimating(at: time) } }

  func draw(at time: Timestamp, into list: inout DisplayList) {
    for piece in pieces { piece.photo.draw(at: time, into: &list) }
  }
}
