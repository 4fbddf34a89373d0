import Offhand
import OffhandClient

/// The photos on the table, back to front.
struct BoardTable: Sendable {
  private(set) var photos: [Photo] = []

  /// The indices of the photos, back to front.
  var indices: Range<Int> { photos.indices }

  /// The photo at `index`, counted from the back.
  subscript(index: Int) -> Photo {
    get { photos[index] }
    set { photos[index] = newValue }
    _modify { yield &photos[index] }
  }

  /// The index of photo `id`; `nil` if it is not on the table.
  func index(of id: Int) -> Int? { photos.firstIndex { $0.id == id } }

  /// The topmost photo at `point`; `nil` if there is none.
  func photo(at point: Point, at time: Timestamp) -> Int? { photos.last { $0.contains(point, at: time) }?.id }

  /// Puts a photo on top of the others.
  mutating func add(_ photo: Photo) { photos.append(photo) }

  mutating func remove(_ index: Int) { photos.remove(at: index) }

  mutating func bringToFront(_ index: Int) { photos.append(photos.remove(at: index)) }

  /// Gives the photos of picture `id` another image.
  mutating func replace(_ id: Int, by image: ImageID) {
    for index in photos.indices where photos[index].index == id { photos[index].replace(image) }
  }

  /// The earliest deadline of a photo; `nil` if there is none.
  var deadline: Timestamp? { photos.compactMap(\.rest.deadline).min() }

  /// Whether a photo moves or rises by itself.
  func isAnimating(at time: Timestamp) -> Bool { photos.contains { $0.isAnimating(at: time) } }

  func draw(for frame: FrameTime, by prediction: ViewPrediction, into list: inout DisplayList) {
    for photo in photos { photo.draw(for: frame, by: prediction, into: &list) }
  }
}
