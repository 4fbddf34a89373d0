// offhand.js in headless Chromium, under a strict Content-Security-Policy, with touches as the browser's own debugging protocol sends them.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { after, before, test } from "node:test"
import { fileURLToPath } from "node:url"
import { browse, serve } from "./browser.mjs"

const web = fileURLToPath(new URL("../../.build/web", import.meta.url))
let chromium
try { chromium = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim() } catch {}
const how = { skip: chromium ? false : "there is no chromium: scripts/setup browser" }

let server, page
before(async () => {
  if (!chromium) return
  server = await serve(web)
  page = await browse(chromium)
})
after(async () => {
  await page?.close()
  server?.close()
})

/** Opens an empty page with an element over all of it, attached with `options`; events go to `told`. */
async function attach(options = {}, path = "/empty") {
  await page.open(server.address + path)
  await page.run(`(async () => {
    const { Offhand } = await import("/offhand.js")
    const pad = document.body.appendChild(document.createElement("div"))
    for (const [key, value] of Object.entries({ position: "fixed", inset: "0" })) pad.style[key] = value
    globalThis.pad = pad
    globalThis.told = []
    globalThis.hand = await Offhand.attach(pad, ${JSON.stringify(options)})
    hand.on("*", event => told.push(event))
    hand.on("detached", event => told.push({ name: "detached", ...event, error: undefined }))
  })()`)
}
const told = () => page.run("told")
const lines = async () => (await told()).map(({ name, state }) => `${name} ${state}`).filter((line, index, all) => line !== all[index - 1])
const pause = milliseconds => new Promise(next => setTimeout(next, milliseconds))
const settled = () => page.run("new Promise(next => requestAnimationFrame(() => setTimeout(next, 30)))")

/** Moves fingers from one place to another in steps: {id: [fromX, fromY, toX, toY]}. */
async function drag(fingers, steps = 12) {
  const at = share => Object.fromEntries(Object.entries(fingers).map(([id, [x, y, toX, toY]]) => [id, [x + (toX - x) * share, y + (toY - y) * share]]))
  await page.touch("touchStart", at(0))
  for (let step = 1; step <= steps; step++) {
    await page.touch("touchMove", at(step / steps))
    await pause(8)
  }
  await settled()
}

test("what the page states as the size stays when the window changes, and time passes where nothing touches", how, async () => {
  await attach({ recognizers: ["pan"] })
  assert.equal(await page.run("hand.size.known"), false)
  const size = await page.run(`(() => {
    hand.resize({ size: 0.5, bounds: { x: 0, y: 0, width: innerWidth, height: innerHeight } })
    dispatchEvent(new Event("resize"))
    return hand.size
  })()`)
  assert.deepEqual(size, { known: true, millimetresPerPixel: 0.5 })
  await drag({ 1: [600, 400, 640, 400] })
  await page.touch("touchEnd")
  await settled()
  const shown = await page.run(`(async () => {
    const popover = { offsetWidth: 100, offsetHeight: 40 }
    const place = y => hand.place(popover, { anchor: { x: 300, y, width: 20, height: 20 } }).isShown
    const shown = [place(300), place(-500)]
    await new Promise(next => setTimeout(next, 300))
    return [...shown, place(-500)]
  })()`)
  assert.deepEqual(shown, [true, true, false])
})

test("a window that changes and keeps its size ends no gesture, whatever the zoom", how, async () => {
  const screen = { width: 1280, height: 800, mobile: false }
  await page.call("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 2.75 })
  try {
    await attach({ recognizers: ["pan"], size: 0.2 })
    await drag({ 1: [600, 400, 700, 400] })
    await page.run("dispatchEvent(new Event('resize'))")
    assert.deepEqual([...new Set((await told()).map(event => event.state))], ["began", "changed"])
    assert.equal(await page.run("hand.size.millimetresPerPixel"), 0.2)
    await page.touch("touchEnd")
    await settled()
  } finally {
    await page.call("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 1 })
  }
})

test("two fingers pinch, without a word of protest from the policy", how, async () => {
  await attach({ recognizers: ["pan", "pinch", "rotation"], size: 0.2 })
  await drag({ 1: [600, 400, 500, 400], 2: [680, 400, 780, 400] })
  await page.touch("touchEnd")
  await settled()
  const pinches = (await told()).filter(({ name }) => name === "pinch")
  assert.equal(pinches[0].state, "began")
  assert.equal(pinches.at(-1).state, "ended")
  assert.ok(Math.abs(pinches.at(-1).scale - 3.5) < 0.8, `scale ${pinches.at(-1).scale}`)
  assert.ok(Math.abs(pinches.at(-1).x - 640) < 1)
  assert.deepEqual(page.log, [])
})

test("ten fingers land, move and lift, and nothing is lost", how, async () => {
  await attach({ size: 0.3 })
  await drag(Object.fromEntries(Array.from({ length: 10 }, (_, finger) => [finger + 1, [100 + 100 * finger, 300, 100 + 100 * finger, 380]])))
  await page.touch("touchEnd")
  await settled()
  const events = await told()
  assert.ok(events.some(({ state }) => state === "began"))
  const open = new Set()
  for (const { name, handIndex, state } of events) {
    const key = `${name} ${handIndex}`
    if (state === "began") assert.ok(!open.has(key), key), open.add(key)
    else if (state === "changed") assert.ok(open.has(key), key)
    else if (state === "ended" || state === "cancelled") assert.ok(open.delete(key), key)
  }
  assert.equal(open.size, 0)
  const counts = await page.run("hand.diagnostics")
  assert.deepEqual(Object.entries(counts).filter(([, count]) => count), [])
})

test("touches that the browser takes away cancel their gesture", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  await drag({ 1: [300, 300, 420, 300] })
  await page.touch("touchCancel")
  await settled()
  assert.deepEqual(await lines(), ["pan began", "pan changed", "pan cancelled"])
})

test("a gesture goes on when the child that was touched is moved to another place in its document", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  await page.run(`{
    const child = pad.appendChild(document.createElement("p"))
    child.textContent = "child"
    for (const [key, value] of Object.entries({ position: "absolute", left: "250px", top: "250px", width: "200px", height: "100px" })) child.style[key] = value
    pad.append(document.createElement("p"))
    hand.on("pan", event => { if (event.state === "began") pad.append(child) })
  }`)
  await drag({ 1: [300, 300, 420, 300] })
  await page.touch("touchEnd")
  await settled()
  assert.deepEqual(await lines(), ["pan began", "pan changed", "pan ended"])
})

test("a first touch ends those whose ends were lost, and joins none of them", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  await page.run(`(async () => {
    const send = (type, pointerId, clientX) => pad.dispatchEvent(new PointerEvent(type, {
      pointerId, clientX, clientY: 300, pointerType: "touch", isPrimary: true, bubbles: true,
    }))
    for (const [id, from] of [[50, 100], [51, 700]]) {
      for (let step = 0; step <= 20; step++) {
        send(step ? "pointermove" : "pointerdown", id, from + 8 * step)
        await new Promise(next => setTimeout(next, 8))
      }
    }
    send("pointerup", 51, 860)
  })()`)
  await settled()
  assert.deepEqual(await lines(), ["pan began", "pan changed", "pan cancelled", "pan began", "pan changed", "pan ended"])
  assert.equal(await page.run("hand.diagnostics.duplicateDowns"), 0)
})

test("a long press is due without another touch", how, async () => {
  await attach({ recognizers: ["long-press"], size: 0.2 })
  await page.touch("touchStart", { 1: [300, 300] })
  await pause(900)
  assert.deepEqual(await lines(), ["long-press began"])
  await page.touch("touchEnd")
})

test("fingers that end while the element is removed cancel, and the page is told once", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  await drag({ 1: [300, 300, 420, 300] })
  await page.run("pad.remove()")
  await settled()
  await page.touch("touchEnd")
  await settled()
  const events = await told()
  assert.deepEqual(events.slice(-2).map(({ state, reason }) => state ?? reason), ["cancelled", "removed"])
  assert.equal(await page.run("pad.style.touchAction"), "")
})

test("an element has the style of those that are attached, and its own when the last one has let go of it", how, async () => {
  for (const [order, styles] of [["[hand, second]", ["pan-y", ""]], ["[second, hand]", ["none", ""]]]) {
    await attach({ recognizers: ["pan"], size: 0.2 })
    assert.deepEqual(await page.run(`(async () => {
      const { Offhand } = await import("/offhand.js")
      const second = await Offhand.attach(pad, { recognizers: ["tap"], size: 0.2, touchAction: "pan-y" }), styles = []
      for (const one of ${order}) one.detach(), styles.push(pad.style.touchAction)
      return styles
    })()`), styles)
  }
})

test("an element that is removed from a shadow root, or with one, lets go", how, async () => {
  for (const removed of ["pad", "inner", "outer"]) {
    await page.open(server.address + "/empty")
    const reasons = await page.run(`(async () => {
      const { Offhand } = await import("/offhand.js")
      const within = root => root.appendChild(document.createElement("div"))
      const outer = within(document.body), inner = within(outer.attachShadow({ mode: "closed" }))
      const pad = within(inner.attachShadow({ mode: "closed" })), reasons = []
      const hand = await Offhand.attach(pad, { recognizers: ["pan"], size: 0.2 })
      hand.on("detached", ({ reason }) => reasons.push(reason))
      ;({ pad, inner, outer })["${removed}"].remove()
      await new Promise(next => setTimeout(next, 30))
      return reasons
    })()`)
    assert.deepEqual(reasons, ["removed"], removed)
  }
})

test("a popover is put beside the hand, in the viewport, and stays", how, async () => {
  await attach({ recognizers: ["pinch"], size: 0.2 })
  await page.run(`{
    globalThis.popover = document.body.appendChild(document.createElement("div"))
    popover.textContent = "menu"
    popover.style.width = "160px"
    popover.style.height = "90px"
    globalThis.places = []
    hand.on("pinch", event => places.push({ ...hand.place(popover, { beside: event }), at: popover.getBoundingClientRect().toJSON() }))
  }`)
  await drag({ 1: [600, 400, 560, 440], 2: [680, 330, 720, 290] })
  const places = await page.run("places")
  assert.ok(places.length > 3)
  for (const { x, y, at, hidden } of places) {
    assert.ok(Math.abs(at.x - x) < 0.1 && Math.abs(at.y - y) < 0.1)
    assert.ok(at.left >= 0 && at.top >= 0 && at.right <= 1280 && at.bottom <= 800)
    assert.ok(hidden < 0.3, `hidden ${hidden}`)
  }
  assert.ok(new Set(places.map(({ x, y }) => `${x} ${y}`)).size <= 2)
  await page.touch("touchEnd")
})

/** Puts a popover beside a resting finger, in a stage with this style; where it is then, and what `place` returned. */
const staged = (style, size = "") => page.run(`(async () => {
  const stage = document.body.appendChild(document.createElement("div")), popover = stage.appendChild(document.createElement("div"))
  stage.style.cssText = "position: absolute; left: 70px; top: 50px; width: 900px; height: 600px; border: 5px solid; ${style}"
  popover.style.cssText = "width: 160px; height: 90px; ${size}"
  if (${style.includes("overflow")}) stage.appendChild(document.createElement("p")).style.height = "2000px", stage.scrollTop = 40
  await new Promise(requestAnimationFrame)
  try {
    const { x, y, width, height } = hand.place(popover, { anchor: { x: 600, y: 380, width: 40, height: 40 } })
    const at = popover.getBoundingClientRect()
    return { off: Math.max(Math.abs(at.x - x), Math.abs(at.y - y), Math.abs(at.width - width), Math.abs(at.height - height)), width }
  } catch (error) {
    return error.code
  } finally {
    stage.remove()
  }
})()`)

test("a popover is where its place is in ancestors that move and scale it, and refused in those that turn it", how, async () => {
  await attach({ recognizers: ["pinch"], size: 0.2 })
  await page.touch("touchStart", { 1: [640, 400] })
  await settled()
  const moving = [
    "", "transform: translate(-30px, 20px)", "transform: scale(.5)", "scale: 1.5 .75; transform-origin: 0 0", "translate: 12px 8px", "filter: blur(1px)",
    "will-change: transform", "contain: layout", "perspective: 500px", "overflow: auto; transform: scale(.8)", "backdrop-filter: blur(1px)",
    "transform: translateZ(0)", "will-change: contents", "contain: size", "contain: strict", "content-visibility: auto", "container-type: inline-size",
  ]
  for (const style of moving) {
    const { off, width } = await staged(style)
    assert.ok(off < 0.1, `${style}: ${off}`)
    assert.equal(width, style.includes("(.5)") ? 80 : style.startsWith("scale") ? 240 : style.includes("(.8)") ? 128 : 160, style)
  }
  for (const style of ["transform: rotate(10deg)", "rotate: 10deg", "transform: scale(-1, 1)", "transform: rotateY(20deg)", "scale: 0"]) {
    assert.equal(await staged(style), "transformed", style)
  }
  // What is shown on top of the page is in none of its ancestors.
  const top = await page.run(`{
    const stage = document.body.appendChild(document.createElement("div")), popover = stage.appendChild(document.createElement("div"))
    stage.style.transform = "rotate(30deg)"
    popover.style.cssText = "width: 160px; height: 90px; padding: 0; border: 0"
    popover.popover = "manual"
    popover.showPopover()
    const { x, y } = hand.place(popover, { anchor: { x: 600, y: 380, width: 40, height: 40 } }), at = popover.getBoundingClientRect()
    ;[at.x - x, at.y - y].map(Math.abs)
  }`)
  assert.ok(Math.max(...top) < 0.1, String(top))
  await page.touch("touchEnd")
})

test("under pinch zoom a pixel is larger, and places are on what is seen of the page", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  try {
    await page.call("Emulation.setPageScaleFactor", { pageScaleFactor: 2 })
    await settled()
    const seen = await page.run("({ scale: visualViewport.scale, size: hand.size.millimetresPerPixel })")
    assert.deepEqual(seen, { scale: 2, size: 0.4 })
    await page.run("scrollTo(0, 0)")
    await page.touch("touchStart", { 1: [600, 400] })
    await settled()
    const places = await page.run(`["above-left", "above-right", "below-left", "below-right"].map(side => {
      const popover = document.body.appendChild(document.createElement("div"))
      popover.style.cssText = "width: 160px; height: 90px"
      hand.place(popover, { side })
      const { left, top, right, bottom } = popover.getBoundingClientRect(), { offsetLeft, offsetTop, width, height } = visualViewport
      return [left - offsetLeft, top - offsetTop, offsetLeft + width - right, offsetTop + height - bottom]
    })`)
    for (const place of places) assert.ok(Math.min(...place) >= -0.1, String(places))
    await page.touch("touchEnd")
    await settled()
  } finally {
    await page.call("Emulation.setPageScaleFactor", { pageScaleFactor: 1 })
  }
  await settled()
  assert.equal(await page.run("hand.size.millimetresPerPixel"), 0.2)
})

test("touches that a scroller inside the element scrolls are its own, those that it leaves are not", how, async () => {
  const list = (style, height) => page.run(`{
    const list = pad.appendChild(document.createElement("div"))
    list.style.cssText = "position: absolute; left: 200px; top: 100px; width: 400px; height: 400px; overflow: auto; ${style}"
    list.appendChild(document.createElement("p")).style.height = "${height}px"
    list.id = "list"
  }`)
  const drags = async (x, y) => {
    await page.run("told.length = 0")
    await drag({ 1: [400, 300, 400 + x, 300 + y] })
    await page.touch("touchEnd")
    await settled()
    return lines()
  }
  const whole = ["pan began", "pan changed", "pan ended"]
  const cases = [["", 2000, 0, -100, []], ["touch-action: none", 2000, 0, -100, whole], ["touch-action: pan-y", 2000, 100, 0, whole]]
  for (const [style, height, x, y, wanted] of cases) {
    await attach({ recognizers: ["pan"], size: 0.4 })
    await list(style, height)
    assert.deepEqual(await drags(x, y), wanted, style)
    assert.equal(await page.run("list.scrollTop > 0"), wanted.length === 0, style)
  }
})

test("a size that is not stated is told once, and touches work", how, async () => {
  await attach({ recognizers: ["pan"] })
  await page.run("globalThis.sizes = []; hand.on('size', size => sizes.push(size.known))")
  await drag({ 1: [300, 300, 420, 300] })
  await page.touch("touchEnd")
  await settled()
  assert.deepEqual(await page.run("sizes"), [false])
  assert.deepEqual(await lines(), ["pan began", "pan changed", "pan ended"])
})

test("what the browser lacks is one exception that says so", how, async () => {
  const refused = expression => page.run(`(async () => {
    const { Offhand } = await import("/offhand.js")
    try { await (${expression}) } catch (error) { return error.code + ": " + error.message }
    return "nothing"
  })()`)
  await page.open(server.address + "/strict/empty")
  assert.match(await refused("Offhand.attach(document.body)"), /^no-webassembly: .*'wasm-unsafe-eval'/)
  await page.open(server.address + "/empty")
  assert.match(await refused("Offhand.attach(document.querySelector('#none'))"), /^no-element/)
  assert.match(await refused("Offhand.attach(document.createElement('div'))"), /^no-element/)
  assert.match(await refused("Offhand.attach(document.body, { recognizers: ['wave'] })"), /^unknown-recognizer: .*'wave'/)
  assert.match(await refused("Offhand.attach(document.body, { wasm: '/none.wasm' })"), /^no-wasm: .*404/)
  assert.match(await refused("(delete globalThis.PointerEvent, Offhand.attach(document.body))"), /^no-pointer-events/)
  assert.match(await refused("(delete globalThis.WebAssembly, Offhand.start({ size: 1, bounds: { width: 9, height: 9 } }))"), /^no-webassembly/)
})

test("a listener that fails stops neither the others nor the gesture", how, async () => {
  await attach({ recognizers: ["pan"], size: 0.2 })
  await page.run("globalThis.heard = 0; hand.on('pan', () => { throw new Error('mine') }); hand.on('pan', () => heard++)")
  await drag({ 1: [300, 300, 420, 300] })
  await page.touch("touchEnd")
  await settled()
  assert.deepEqual(await lines(), ["pan began", "pan changed", "pan ended"])
  assert.equal(await page.run("heard"), (await told()).length)
  assert.ok(page.log.some(text => text.includes("mine")))
})

test("a worker recognizes touches that are sent to it", how, async () => {
  await page.open(server.address + "/empty")
  const states = await page.run(`new Promise((resolve, reject) => {
    const worker = new Worker("/demos/worker.js", { type: "module" })
    worker.onerror = event => reject(new Error(event.message))
    const seen = []
    worker.onmessage = ({ data }) => {
      if (data === "ready") {
        for (let step = 0; step <= 20; step++) {
          worker.postMessage({
            type: step === 0 ? "pointerdown" : step === 20 ? "pointerup" : "pointermove", pointerId: 1, timeStamp: 8 * step, clientX: 300 + 8 * step,
            clientY: 300,
          })
        }
      } else {
        seen.push(data.state)
        if (data.state === "ended") resolve(seen)
      }
    }
  })`)
  assert.equal(states[0], "began")
  assert.equal(states.at(-1), "ended")
})

/** Opens a demo page in a browser of its own, with fingers on it: {id: [fromX, fromY, toX, toY]}; what `expression` sees there. */
async function shown(name, fingers, expression, wait = 0) {
  const own = await browse(chromium, { width: 1920, height: 1080 })
  try {
    await own.open(`${server.address}/demos/${name}.html?screen=1210`)
    while (!await own.run("document.querySelector('#pad').style.touchAction")) await pause(30)
    const at = share => Object.fromEntries(Object.entries(fingers).map(([id, [x, y, toX, toY]]) => [id, [x + (toX - x) * share, y + (toY - y) * share]]))
    await own.touch("touchStart", at(0))
    for (let step = 1; step <= 20; step++) {
      await own.touch("touchMove", at(step / 20))
      await pause(8)
    }
    await pause(wait)
    await own.run("new Promise(next => requestAnimationFrame(() => setTimeout(next, 30)))")
    if (process.env.OFFHAND_PICTURES) writeFileSync(`${process.env.OFFHAND_PICTURES}/${name}.png`, await own.picture())
    assert.deepEqual(own.log, [])
    return await own.run(expression)
  } finally {
    await own.close()
  }
}
const boxes = "one => { const { left, top, right, bottom } = one.getBoundingClientRect(); return { left, top, right, bottom, text: one.textContent } }"
const isClear = ({ left, top, right, bottom }, fingers) =>
  left >= 0 && top >= 0 && right <= 1920 && bottom <= 1080
  && Object.values(fingers).every(([, , x, y]) => x < left - 10 || x > right + 10 || y < top - 10 || y > bottom + 10)

test("the picture shows its zoom level clear of the fingers", how, async () => {
  const fingers = { 1: [900, 560, 850, 640], 2: [980, 480, 1040, 390] }
  const [level] = await shown("picture", fingers, `[...document.querySelectorAll(".reading.shown")].map(${boxes})`)
  assert.match(level.text, /^2\d\d %$/)
  assert.ok(isClear(level, fingers))
})

test("on the board five people hold five pictures, each with its reading clear of all fingers", how, async () => {
  const fingers = {
    1: [210, 260, 190, 290], 2: [290, 190, 330, 160], 3: [640, 290, 620, 330], 4: [710, 220, 740, 180], 5: [1100, 280, 1080, 300],
    6: [1180, 210, 1210, 220], 7: [1560, 260, 1540, 290], 8: [1620, 190, 1650, 160], 9: [860, 760, 840, 790], 10: [930, 690, 960, 660],
  }
  const { held, readings } = await shown("board", fingers,
    `({ held: document.querySelectorAll(".card.held").length, readings: [...document.querySelectorAll(".reading.shown")].map(${boxes}) })`)
  assert.equal(held, 5)
  assert.equal(readings.length, 5)
  for (const reading of readings) assert.ok(isClear(reading, fingers), JSON.stringify(reading))
})

test("the menu opens beside a resting finger, all of it on the page", how, async () => {
  const fingers = { 1: [1000, 360, 1000, 360] }
  const [menu] = await shown("menu", fingers, `[...document.querySelectorAll("#menu.shown")].map(${boxes})`, 900)
  assert.ok(isClear(menu, fingers))
})
