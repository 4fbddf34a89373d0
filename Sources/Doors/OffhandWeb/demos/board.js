// Pictures on a table: each hand moves, scales and turns one of its own, with a reading that it does not hide.
import { Offhand } from "../offhand.js"
import { inside, moved, show, showFingers, size, start } from "./plane.js"

const pad = document.getElementById("pad")
const titles = ["Morning", "The upper lake", "Pass road", "Evening", "North face", "First snow", "The hut"]
const cards = titles.map((title, index) => {
  const card = pad.appendChild(document.createElement("figure"))
  card.className = "card"
  const image = card.appendChild(document.createElement("img"))
  image.src = `valley.svg#${["a", "b", "c", "d", "e", "f", "g"][index]}`
  image.alt = title
  card.appendChild(document.createElement("figcaption")).textContent = title
  const column = index % 4, row = Math.floor(index / 4)
  const matrix = new DOMMatrix().translate(innerWidth * (.06 + .235 * column + .11 * row), innerHeight * (.1 + .44 * row))
    .rotate((index * 47) % 17 - 8)
  show(card, matrix)
  return { card, matrix, title }
})

/** What each hand holds, by its index. */
const held = new Map()
let top = 0
showFingers()
const hand = await Offhand.attach(pad, {
  recognizers: [{ kind: "transform", fingers: [1, 5], distance: 1 }], posture: "tabletop", hands: "several", size: size(),
})

/** The topmost card under a point. */
function cardAt(x, y) {
  const element = document.elementsFromPoint(x, y).map(one => one.closest(".card")).find(one => one)
  return cards.find(({ card }) => card === element)
}

hand.on("transform", event => {
  if (event.state === "began") {
    const found = cardAt(event.x - event.dx, event.y - event.dy)
    if (!found || [...held.values()].some(one => one.found === found)) return
    const reading = document.body.appendChild(document.createElement("output"))
    reading.className = "reading"
    held.set(event.handIndex, { found, reading, before: start })
    found.card.classList.add("held")
    found.card.style.zIndex = ++top
  }
  const one = held.get(event.handIndex)
  if (!one) return
  const { found, reading } = one
  found.matrix = moved(found.matrix, event, one.before)
  one.before = event
  show(found.card, found.matrix)
  if (event.state === "ended" || event.state === "cancelled") {
    held.delete(event.handIndex)
    found.card.classList.remove("held")
    hand.forget(reading)
    reading.remove()
    return
  }
  const { a, b } = found.matrix
  reading.textContent = `${found.title} ${Math.round(100 * Math.hypot(a, b))} %`
  const isShown = event.fingers > 1
  reading.classList.toggle("shown", isShown)
  // From when it appears: a place that was chosen for one finger may be where the second is. Four hands are followed; the fingers of a fifth
  // person are to be avoided as well.
  if (isShown) hand.place(reading, { beside: event, role: "hud", within: inside(), avoid: document.querySelectorAll(".finger") })
  else hand.forget(reading)
})
