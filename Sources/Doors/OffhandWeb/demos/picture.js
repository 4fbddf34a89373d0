// A picture that fingers move, scale and turn, with its zoom level where the hand does not hide it.
import { Offhand } from "../offhand.js"
import { inside, moved, show, showFingers, size, start } from "./plane.js"

const [pad, picture, level] = ["pad", "picture", "level"].map(id => document.getElementById(id))
showFingers()
const hand = await Offhand.attach(pad, { recognizers: [{ kind: "transform", fingers: [1, 5] }], size: size() })
const fit = Math.max(innerWidth / 1600, innerHeight / 1000)
let matrix = new DOMMatrix().translate((innerWidth - 1600 * fit) / 2, (innerHeight - 1000 * fit) / 2).scale(fit)
let before = start
show(picture, matrix)

hand.on("transform", event => {
  if (event.state === "began") before = start
  matrix = moved(matrix, event, before)
  before = event
  show(picture, matrix)
  level.textContent = `${Math.round(100 * Math.hypot(matrix.a, matrix.b) / fit)} %`
  const isShown = event.fingers > 1 && (event.state === "began" || event.state === "changed")
  level.classList.toggle("shown", isShown)
  if (isShown) hand.place(level, { beside: event, role: "hud", within: inside() })
  else hand.forget(level)
})
