public import Offhand

/// A table with photos: hands move, turn, scale and throw them, several at once; a press opens a menu, a button the picker.
///
/// Every photo owns a pipeline of recognizers, and a finger belongs to what it lands on until it leaves: so any number of hands
/// work side by side. Everything that comments on the hands is placed by the strategy.
public struct BoardView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: TouchView, PlacingView {
  /// A photo and the recognizers of the fingers on it.
  struct Piece: Sendable {
    var photo: Photo
    var gestures: Gestures
  }

  let names: BoardGestures
  private let makeGestures: @Sendable () -> Gestures
  var strategy: Strategy
  var environment: ViewEnvironment?
  /// Back to front.
  var pieces: [Piece] = []
  var library: BoardLibrary
  var owners = FingerOwners<BoardTarget>()
  var overlays = OverlayScene()
  /// The photo whose menu is open.
  var menuPhoto: Int?
  var picker = BoardPicker()

  /// A table on which `expected` pictures are to come; `gestures` makes the recognizers of one photo, which answer as `names` says.
  public init(
    expecting expected: Int, names: BoardGestures, strategy: Strategy, gestures: @escaping @Sendable () -> Gestures
  ) {
    self.names = names
    makeGestures = gestures
    self.strategy = strategy
    library = BoardLibrary(expected: expected)
  }

  /// A picture has been read: it can be picked, and the first ones come onto the table by themselves.
  public mutating func add(_ picture: BoardPicture) {
    let index = library.add(picture)
    picker.grid.count = library.pictures.count
    if index < dealt { deal(index) }
  }

  /// A picture has been read again, with more pixels or with fewer: from now on it goes by the name `image`.
  public mutating func replace(_ index: Int, by image: ImageID) {
    library.replace(index, by: image)
    for position in pieces.indices where pieces[position].photo.id == index { pieces[position].photo.replace(image) }
  }

  /// Calls `body` for every photo that lies still, with its number and how many device pixels its longer side is shown with.
  func forEachRestingPhoto(at time: Timestamp, _ body: (_ picture: Int, _ side: Int) -> Void) {
    guard let grid = environment?.grid else { return }
    for piece in pieces where !piece.photo.isMoving(at: time) {
      body(piece.photo.id, Int((piece.photo.shownSide(at: time) * grid.perMillimetreX).rounded(.up)))
    }
  }

  /// A picture could not be read.
  public mutating func skip() { library.failures += 1 }

  /// Whether the pictures that lie on the table by themselves are there.
  public var isComplete: Bool { !library.isLoading || library.pictures.count >= dealt }

  /// How many pictures lie on the table by themselves.
  private var dealt: Int { environment.map { BoardLibrary.dealt(on: $0.bounds) } ?? .max }

  /// Takes the size of the table over; photos stay in proportion, and comments, whose place was for another table, go.
  public mutating func layout(in environment: ViewEnvironment) {
    let before = self.environment
    self.environment = environment
    place(in: environment)
    overlays.removeAll()
    menuPhoto = nil
    picker.isOpen = false
    guard let before else {
      for index in library.pictures.indices where index < dealt { deal(index) }
      return
    }
    guard before.bounds != environment.bounds, before.bounds.area > 0 else { return }
    for index in pieces.indices {
      pieces[index].photo.move(from: before.bounds, to: environment.bounds)
    }
  }

  /// Takes a frame of touches in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    strategy.ingest(frame)
    for index in frame.indices where frame[index].phase == .began { land(frame[index], at: frame.timestamp) }
    for index in frame.indices { followControls(frame[index], at: frame.timestamp) }
    for index in pieces.indices {
      let part = owners.part(of: frame, for: .photo(pieces[index].photo.id))
      guard part.count > 0 else { continue }
      pieces[index].gestures.process(part)
      for event in pieces[index].gestures.events { follow(event, ofPieceAt: index) }
      if part.downCount == 0 { letGo(index, at: frame.timestamp) }
    }
    for index in frame.indices where !frame[index].isDown { owners.release(frame[index].id) }
    discardRemoved()
  }

  /// Serves what is due.
  public mutating func advance(to time: Timestamp) {
    for index in pieces.indices {
      if let due = pieces[index].gestures.deadline, due <= time {
        pieces[index].gestures.advance(to: time)
        for event in pieces[index].gestures.events { follow(event, ofPieceAt: index) }
      }
      pieces[index].photo.advance(to: time)
    }
    overlays.advance(to: time)
    discardRemoved()
  }

  /// When a recognizer decides, a comment begins to fade or a photo is drawn smoothly again.
  public var deadline: Timestamp? {
    var earliest = overlays.deadline
    for piece in pieces {
      for candidate in [piece.gestures.deadline, piece.photo.rest.deadline] {
        guard let candidate else { continue }
        earliest = earliest.map { min($0, candidate) } ?? candidate
      }
    }
    return earliest
  }

  /// Whether anything moves or fades by itself.
  public func isAnimating(at time: Timestamp) -> Bool {
    overlays.isAnimating(at: time) || picker.grid.isAnimating(at: time)
      || pieces.contains { $0.photo.isAnimating(at: time) }
  }

  /// Lays picture `index` onto the table, on top; `origin` says from where it flies there, and when.
  mutating func deal(_ index: Int, from origin: (rect: Rect, time: Timestamp)? = nil) {
    guard let environment, !pieces.contains(where: { $0.photo.id == index }) else { return }
    let place = library.place(index, in: environment.bounds)
    let fitting = Photo.scale(on: environment.bounds)
    var photo = Photo(
      id: index, picture: library.pictures[index], center: place.center, rotation: place.rotation, scale: fitting)
    if let origin {
      let target = photo.pose
      photo = Photo(
        id: index, picture: library.pictures[index], center: origin.rect.center, rotation: .zero,
        scale: max(origin.rect.width, origin.rect.height) / Photo.longerSide)
      photo.go(to: target, at: origin.time)
    }
    pieces.append(Piece(photo: photo, gestures: makeGestures()))
  }
}
