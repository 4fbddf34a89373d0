// Recognizes in a worker what a page sends of its Pointer Events, and sends the events of gestures back.
import { Offhand } from "../offhand.js"

const hand = await Offhand.start({ recognizers: ["pan", "pinch", "rotation"], size: 0.2, bounds: { width: 1280, height: 800 } })
hand.on("*", event => postMessage(event))
onmessage = ({ data }) => {
  hand.feed(data)
  hand.flush()
}
postMessage("ready")
