import CompositorRig
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

@testable import OffhandClient
@testable import OffhandDemos

struct BoardLoaderTests {
  @Test func `a photo is read small at first, and again with the pixels that it is shown with`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("photo.png")
    try PNGWriter.write(Bitmap(width: 1920, height: 1200), to: path)
    let loading = try BackgroundWork<BoardLoader.Result>()
    var widths: [Int] = []
    loading.receive = { widths.append(try $0.picture.get().width) }
    try BoardLoader.start([path], in: loading)
    try BoardLoader.reread(path, DetailShelf.Request(picture: 0, side: 900), in: loading)
    try Waiting.until("both pictures") {
      try loading.dispatch(at: .zero)
      return widths.count == 2
    }
    #expect(widths.sorted() == [480, 960])
    withExtendedLifetime(folder) {}
  }
}
