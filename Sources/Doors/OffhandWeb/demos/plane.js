// What the demo pages share: moving things under fingers, and showing these.

/** `matrix` as a gesture moves it between two of its events; about the fingers' middle, so that what is under them stays under them. */
export function moved(matrix, event, before) {
  const turn = (event.rotation - before.rotation) * 180 / Math.PI
  return new DOMMatrix().translate(event.x, event.y).rotate(turn).scale(event.scale / before.scale)
    .translate(event.dx - before.dx - event.x, event.dy - before.dy - event.y).multiply(matrix)
}

/** Where a gesture is before its first event. */
export const start = { scale: 1, rotation: 0, dx: 0, dy: 0 }

export function show(element, matrix) {
  element.style.transform = matrix.toString()
}

/** The millimetres of a CSS pixel: `?screen=527` says that the screen is 527 mm wide. */
export function size() {
  const width = Number(new URLSearchParams(location.search).get("screen"))
  return width > 0 ? width / screen.width : undefined
}

/** Where a reading or a menu may be: not against the edge of the page. */
export const inside = () => ({ x: 16, y: 16, width: innerWidth - 32, height: innerHeight - 32 })

/** A ring around each finger, and the hint away once something was touched. */
export function showFingers() {
  const rings = new Map()
  const follow = event => {
    if (event.type === "pointerdown") {
      document.body.classList.add("touched")
      const ring = document.body.appendChild(document.createElement("div"))
      ring.className = "finger"
      rings.set(event.pointerId, ring)
    }
    const ring = rings.get(event.pointerId)
    if (!ring) return
    ring.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`
    if (event.type === "pointerup" || event.type === "pointercancel") {
      ring.remove()
      rings.delete(event.pointerId)
    }
  }
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) addEventListener(type, follow, { passive: true })
}
