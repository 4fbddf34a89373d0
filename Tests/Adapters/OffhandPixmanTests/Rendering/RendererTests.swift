import Offhand
import OffhandPixman
import Testing

@Suite struct RendererTests {
  let renderer: Renderer
  /// Four pixels a millimetre.
  let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))

  init() throws { renderer = Renderer(fonts: try FontBook()) }

  private func draw(_ body: (inout DisplayList) -> Void) -> Bitmap { renderer.drawing(on: grid, body) }

  /// Covered pixels, in square millimetres.
  private func area(_ bitmap: Bitmap) -> Double { bitmap.coverage / 16 }

  @Test func `a rectangle fills whole pixels and nothing else`() {
    let bitmap = draw { $0.fill(Rect(x: 10, y: 10, width: 20, height: 5), Color(rgb: 0x336699)) }
    #expect(bitmap[40, 40] == 0xFF33_6699 && bitmap[119, 59] == 0xFF33_6699)
    #expect(bitmap[39, 40] == 0 && bitmap[120, 59] == 0 && bitmap[40, 60] == 0)
  }

  @Test func `shapes cover the area that geometry says`() {
    let circle = draw { $0.circle(center: Point(x: 50.1, y: 25.07), radius: 12, .white) }
    #expect(abs(area(circle) - .pi * 144) < 1)
    let ring = draw { $0.ring(center: Point(x: 50, y: 25), radius: 12, width: 2, .black) }
    #expect(abs(area(ring) - .pi * (144 - 100)) < 1)
    let rounded = draw { $0.fill(Rect(x: 10, y: 10, width: 30, height: 20), .white, cornerRadius: 4) }
    #expect(abs(area(rounded) - (600 - (4 - .pi) * 16)) < 0.5)
    let triangle = draw { $0.polygon([Point(x: 10, y: 10), Point(x: 60, y: 20), Point(x: 30, y: 40)], .white) }
    #expect(abs(area(triangle) - 650) < 3)
    let reversed = draw { $0.polygon([Point(x: 30, y: 40), Point(x: 60, y: 20), Point(x: 10, y: 10)], .white) }
    #expect(abs(area(reversed) - area(triangle)) < 0.1)
    let capsule = draw {
      $0.capsule(from: Point(x: 20, y: 20), radius: 5, to: Point(x: 60, y: 30), radius: 5, .white)
    }
    #expect(abs(area(capsule) - (.pi * 25 + 10 * (1600.0 + 100).squareRoot())) < 1.5)
    let tapered = draw {
      $0.capsule(from: Point(x: 20, y: 20), radius: 8, to: Point(x: 22, y: 20), radius: 2, .white)
    }
    #expect(abs(area(tapered) - .pi * 64) < 1, "a disc inside the other adds nothing")
  }

  @Test func `what is half transparent mixes`() {
    let bitmap = draw {
      $0.fill(Rect(x: 0, y: 0, width: 100, height: 50), .white)
      $0.fill(Rect(x: 0, y: 0, width: 50, height: 50), Color(white: 0, alpha: 0.5))
    }
    #expect(bitmap[10, 10] & 0xFF == 127 || bitmap[10, 10] & 0xFF == 128)
    #expect(bitmap[300, 10] == 0xFFFF_FFFF)
  }

  @Test func `a shadow is soft, reaches as far as it says and spares what casts it`() {
    let rect = Rect(x: 30, y: 15, width: 40, height: 20)
    let bitmap = draw {
      $0.shadow(under: rect, cornerRadius: 2, DropShadow(color: .black, offset: .zero, blur: 3))
    }
    #expect(bitmap[200, 100] == 0, "nothing below the panel")
    let left = (0..<120).map { Int(bitmap[$0, 100] >> 24) }
    #expect(left.firstIndex { $0 > 0 } ?? 0 >= 108 && left[119] > 100 && left[119] < 140)
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 <= $1 }, "falls off monotonically")
  }

  @Test func `drawing what changed leaves nothing behind`() {
    let kept = Bitmap(width: 400, height: 200)
    var before = DisplayList()
    for step in 0..<120 {
      let shift = Double(step) * 0.137
      var list = DisplayList()
      list.fill(Rect(x: 0, y: 0, width: 100, height: 50), Color(rgb: 0x224466))
      list.line(from: Point(x: 5 + shift, y: 5), to: Point(x: 40, y: 40 - shift), width: 0.01, .white)
      list.fill(Rect(x: 50 + shift, y: 10.1 + shift, width: 10.13, height: 5.12), .white)
      list.stroke(Rect(x: 60 - shift, y: 30, width: 12.6, height: 8.6), .black, width: 0.3, cornerRadius: 1.7)
      list.circle(center: Point(x: 20 + shift * 2, y: 25 + shift / 3), radius: 3.3, .white)
      list.shadow(under: Rect(x: 70 + shift, y: 5, width: 9.7, height: 6.3), cornerRadius: 1, DropShadow())
      renderer.draw(list, on: grid, damage: Damage(from: before, to: list, on: grid), into: kept)
      before = list
    }
    let whole = Bitmap(width: 400, height: 200)
    renderer.draw(before, on: grid, into: whole)
    #expect(whole.difference(from: kept) <= 2)
  }

  @Test func `a layer fades as one sheet`() {
    let bitmap = draw { list in
      list.layer(in: Rect(x: 0, y: 0, width: 100, height: 50), opacity: 0.5) {
        $0.fill(Rect(x: 10, y: 10, width: 30, height: 20), .black)
        $0.fill(Rect(x: 20, y: 10, width: 30, height: 20), .black)
      }
    }
    #expect(bitmap[50, 60] >> 24 == 128 && bitmap[100, 60] >> 24 == 128)
  }

  @Test func `a round layer cuts its corners`() {
    let bitmap = draw { list in
      list.layer(in: Rect(x: 10, y: 10, width: 30, height: 30), cornerRadius: 15) {
        $0.fill(Rect(x: 0, y: 0, width: 100, height: 50), .white)
      }
    }
    #expect(abs(area(bitmap) - .pi * 225) < 1)
    #expect(bitmap[42, 42] == 0 && bitmap[100, 100] == 0xFFFF_FFFF)
  }

  @Test func `layers nest`() {
    let bitmap = draw { list in
      list.layer(in: Rect(x: 0, y: 0, width: 50, height: 50), opacity: 0.5) { list in
        list.layer(in: Rect(x: 10, y: 10, width: 20, height: 20), opacity: 0.5) {
          $0.fill(Rect(x: 0, y: 0, width: 90, height: 50), .black)
        }
      }
    }
    #expect(bitmap[60, 60] >> 24 == 64 && bitmap[10, 10] == 0)
  }

  @Test func `what was in the memory before does not shine through`() {
    let bitmap = Bitmap(width: 400, height: 200)
    bitmap.fill(.white)
    var list = DisplayList()
    list.fill(Rect(x: 10, y: 10, width: 10, height: 10), Color(white: 0, alpha: 0.5))
    renderer.draw(list, on: grid, damage: Damage(PixelRect(x: 0, y: 0, width: 200, height: 200)), into: bitmap)
    #expect(bitmap[50, 50] == 0x8000_0000 && bitmap[100, 100] == 0 && bitmap[300, 100] == 0xFFFF_FFFF)
  }

  @Test func `invalid commands draw nothing and do not trap`() {
    let nothing = draw { list in
      list.fill(Rect(x: .nan, y: 0, width: 10, height: 10), .white)
      list.fill(Rect(x: 0, y: 0, width: -10, height: 10), .white, cornerRadius: 3)
      list.circle(center: Point(x: .infinity, y: 0), radius: 4, .white)
      list.polygon([Point(x: 1, y: 1)], .white)
      list.polygon([Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 3)], .white)
      list.polygon([Point(x: .nan, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 9)], .white)
      list.capsule(from: Point(x: .nan, y: 0), radius: 1, to: .origin, radius: .nan, .white)
      for end in [Double.infinity, -.infinity] {
        list.capsule(from: Point(x: 20, y: 20), radius: 1, to: Point(x: 20, y: end), radius: 2, .white)
        list.capsule(from: Point(x: 20, y: 20), radius: 1, to: Point(x: end, y: 20), radius: 2, .white)
        list.polygon([Point(x: 1, y: 1), Point(x: 9, y: 1), Point(x: 3, y: end)], .white)
        list.polygon([Point(x: 1, y: 1), Point(x: end, y: 1), Point(x: 3, y: 9)], .white)
      }
      list.picture(ImageID(rawValue: 999), in: Rect(x: 0, y: 0, width: 10, height: 10))
      list.text("", in: Rect(x: 0, y: 0, width: 10, height: 10), style: TextStyle(size: 5))
      list.text("hello", in: Rect(x: .nan, y: 0, width: 10, height: 10), style: TextStyle(size: 5))
      list.shadow(under: Rect(x: 0, y: 0, width: 1e12, height: .nan), cornerRadius: -1, DropShadow(blur: .nan))
      list.layer(in: Rect(x: 0, y: 0, width: 10, height: 10), opacity: .nan) { $0.fill($0.boundsForTest, .white) }
    }
    #expect(area(nothing) == 0)
    let huge = draw {
      $0.fill(Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), .white, cornerRadius: 1e3)
      $0.line(from: Point(x: -1e7, y: 25), to: Point(x: 1e7, y: 25), width: 1, .black)
    }
    #expect(area(huge) == 5000)
  }
}

extension DisplayList {
  fileprivate var boundsForTest: Rect { Rect(x: 0, y: 0, width: 10, height: 10) }
}
