extension ShadowField {
  /// The expected hidden fraction of the rectangle around (`centerX`, `centerY`), 0 to 1.
  ///
  /// Sampled at 8 x 8 places, one bit each; `rowWeights` says how often each row counts, from the top (placement.md §2.6: the
  /// title and the first item of a menu twice). `bound` stops the counting as soon as the answer is certainly larger.
  func hidden(
    centerX: Double, centerY: Double, width: Double, height: Double, rowWeights: RowWeights = .even, bound: Double = 2
  ) -> Double {
    let grid = SampleGrid(centerX: centerX, centerY: centerY, width: width, height: height)
    if trackCount > 1 { return hiddenByMany(grid, rowWeights) }
    var sums = (right: 0.0, left: 0.0, anything: 0.0)
    // A little beyond the bound, so that a place as good as the best is counted to the end and a tie is seen as one.
    let limit = (bound * (1 + 1e-9) + 1e-9) * Double(rowWeights.total)
    for index in hypotheses.indices {
      let hits = mask(of: index, grid)
      guard hits != 0 else { continue }
      ShadowField.add(
        hypotheses[index].weight * Double(rowWeights.count(hits)), of: hypotheses[index].owner, to: &sums)
      if (sums.right + sums.left) + sums.anything > limit { break }
    }
    return min(1, ((sums.right + sums.left) + sums.anything) / Double(rowWeights.total))
  }

  /// Several hands hide independently: the chance to be seen by all is the product, place by place.
  private func hiddenByMany(_ grid: SampleGrid, _ rowWeights: RowWeights) -> Double {
    var seen = InlineArray<64, Double>(repeating: 1)
    var index = 0
    for track in 0..<trackCount {
      var sums = InlineArray<3, InlineArray<64, Double>>(repeating: InlineArray<64, Double>(repeating: 0))
      var isTouched = false
      while index < hypotheses.count, hypotheses[index].track == track {
        var hits = mask(of: index, grid)
        isTouched = isTouched || hits != 0
        while hits != 0 {
          sums[Int(hypotheses[index].owner.rawValue)][hits.trailingZeroBitCount] += hypotheses[index].weight
          hits &= hits - 1
        }
        index += 1
      }
      guard isTouched else { continue }
      for place in 0..<64 { seen[place] *= 1 - min(1, (sums[0][place] + sums[1][place]) + sums[2][place]) }
    }
    return rowWeights.mean(ofHidden: seen)
  }

  /// Which sample places a hypothesis hides, one bit each.
  private func mask(of index: Int, _ grid: SampleGrid) -> UInt64 {
    let hypothesis = hypotheses[index]
    guard grid.minX <= hypothesis.maxX, grid.maxX >= hypothesis.minX, grid.minY <= hypothesis.maxY,
      grid.maxY >= hypothesis.minY
    else { return 0 }
    var hits: UInt64 = 0
    pieces.withUnsafeBufferPointer { pieces in
      for place in hypothesis.first..<hypothesis.end {
        let piece = pieces[place]
        guard grid.minX <= piece.maxX, grid.maxX >= piece.minX, grid.minY <= piece.maxY, grid.maxY >= piece.minY
        else { continue }
        hits |= grid.mask(of: piece)
        if hits == .max { return }
      }
    }
    return hits
  }
}
