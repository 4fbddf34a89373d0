/// What a filter remembers about each contact that is down: no more than a frame holds, in storage of its own.
struct ContactMemory<Element: ContactMemorable>: Sendable {
  private(set) var elements: [Element] = []

  init() { elements.reserveCapacity(TouchFrame.capacity) }

  /// The place of the contact named `id`; `nil` where it is not remembered.
  func place(of id: Touch.ID) -> Int? {
    for place in elements.indices where elements[place].id == id { return place }
    return nil
  }

  /// What is remembered at `place`.
  subscript(place: Int) -> Element {
    get { elements[place] }
    set { elements[place] = newValue }
  }

  /// Remembers one more.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Forgets the contacts that `frame` does not hold.
  mutating func keep(idsOf frame: borrowing TouchFrame) {
    var place = 0
    while place < elements.count {
      if frame.holds(elements[place].id) { place += 1 } else { elements.remove(at: place) }
    }
  }

  /// Forgets all.
  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

/// Something that is remembered about one contact.
protocol ContactMemorable: Sendable {
  /// Which contact.
  var id: Touch.ID { get }
}
