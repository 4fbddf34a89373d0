// A kiosk's page with a drawer that follows the finger from the screen's edge. The edge and the corner are those of `offhand serve`:
//
//   [[edge]]                            [[corner]]
//   edge = "left"                       corner = "top-right"
//   emit = "drawer"                     emit = "choose"
//
// The page gets no touch that begins there. Its address ends in #token=…, where a page of yours has the token from its server.
import { connect } from "../offhand.js"

const { token, url } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const [drawer, hint] = ["drawer", "hint"].map(id => document.getElementById(id))
const service = connect({ token, url })
let touches = 0, isPulled = false

const say = text => { hint.textContent = text }
addEventListener("pointerdown", () => say(`Touches that reached this page: ${++touches}`))
function show(progress) {
  drawer.style.transform = `translateX(${100 * (progress - 1)}%)`
  drawer.classList.toggle("shown", progress > 0)
}

service.on("drawer", ({ state, progress, open }) => {
  isPulled = state !== "ended" && state !== "cancelled"
  drawer.classList.toggle("rests", !isPulled)
  show(isPulled ? Math.min(1, progress) : Number(state === "ended" && open))
})
service.on("choose", async () => {
  const { chosen } = await service.request({ menu: [["close", "Close the drawer"], ["help", "Call for help"]] })
  if (chosen === "close") show(0)
  if (chosen === "help") say("Help is on its way")
})
service.on("away", ({ reason }) => {
  say(`There is no service: ${reason}`)
  if (!isPulled) return
  // A pull that has begun no longer ends.
  isPulled = false
  drawer.classList.add("rests")
  show(0)
})
