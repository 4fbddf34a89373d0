// A long press opens a menu beside the hand; a tap chooses from it, or closes it.
import { Offhand } from "../offhand.js"
import { inside, showFingers, size } from "./plane.js"

const [pad, list, menu] = ["pad", "list", "menu"].map(id => document.getElementById(id))
const trips = [
  ["Ridge and upper lake", "14.2 km"], ["Pass road by bicycle", "38.0 km"], ["North face, to the foot", "9.6 km"], ["Valley in the evening", "6.1 km"],
  ["The hut and back", "17.5 km"], ["Three bridges", "11.3 km"], ["First snow", "8.8 km"], ["Old mule track", "21.4 km"],
]
for (const [name, length] of trips) {
  const line = list.appendChild(document.createElement("li"))
  line.append(name, Object.assign(document.createElement("small"), { textContent: length }))
}
showFingers()
const hand = await Offhand.attach(pad, { recognizers: ["tap", "long-press"], size: size() })
let line

function close() {
  line?.classList.remove("open")
  line = undefined
  menu.classList.remove("shown")
  hand.forget(menu)
}
hand.on("long-press", event => {
  if (event.state !== "began") return
  close()
  line = document.elementsFromPoint(event.x, event.y).map(one => one.closest("li")).find(one => one)
  if (!line) return
  line.classList.add("open")
  menu.classList.add("shown")
  hand.place(menu, { beside: event, role: "menu", within: inside() })
})
hand.on("tap", close)
menu.addEventListener("click", event => {
  const choice = event.target.closest("button")?.textContent
  if (choice === "Delete") line?.classList.toggle("gone")
  if (choice) close()
})
