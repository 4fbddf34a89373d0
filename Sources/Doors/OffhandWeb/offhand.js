// Touch gestures, the hand behind the fingers, and places that this hand does not hide, from the Pointer Events of an element. Units and
// meanings are in offhand.d.ts.
import { enums, structs } from "./abi.js"
import { Library, nanoseconds, OffhandError, plain, wordsOf } from "./library.js"

export { OffhandError }
export { connect } from "./service.js"

/** Recognizers that are words as objects: those that "standard" lets be active together may be so, and those that share touches with a tap
 * begin where a tap that drifts does not reach, as in "standard". */
function described(recognizers) {
  const together = ["pan", "swipe", "pinch", "rotation"].filter(word => recognizers.includes(word))
  const contested = recognizers.includes("tap") ? { pan: 3.4, pinch: 4.2, rotation: 2.5 } : {}
  return recognizers.map(one => typeof one !== "string" ? one : {
    kind: one, contestedDistance: contested[one], simultaneous: together.includes(one) ? together.filter(word => word !== one) : undefined,
  })
}

/** The numbers of a rectangle, also of a DOMRect, which has them from its prototype. */
function rectangle(one) {
  const { x = 0, y = 0, width, height } = plain(one, "an area", "rectangle")
  return { x: plain(x, "x"), y: plain(y, "y"), width: plain(width, "width"), height: plain(height, "height") }
}

/** The size of a CSS pixel, if it can be one. */
function pixel(size) {
  const isOdd = ["bigint", "symbol"].includes(typeof size)
  if (!isOdd && size > 0 && size < 100) return size
  throw new OffhandError("unknown-size", `size is ${isOdd ? `a ${typeof size}` : size}, not the millimetres of a CSS pixel`)
}

/** The elements from `node` outwards, of shadow trees too; no further than one that is shown on top of the page, which none holds. */
function* outwards(node) {
  for (; node instanceof Element; node = node.assignedSlot ?? node.parentElement ?? node.getRootNode().host) {
    yield node
    if (node.matches(":is(:popover-open, :modal, :fullscreen)")) return
  }
}

/** Where left and top of a fixed element are 0, in pixels of the viewport, and how many of these one of its own is: that is the viewport's,
 * unless an ancestor holds it. Nothing is written to measure that: the element may be sliding. */
function frameOf(popover) {
  let across = 1, down = 1, holder
  const isSet = value => value && value !== "none"
  for (const node of outwards(popover)) {
    if (node === popover) continue
    const style = getComputedStyle(node), { transform, rotate, scale } = style
    const isMoved = [transform, rotate, scale, style.translate].some(isSet)
    // Filters of the root hold nothing.
    const holds = isMoved || isSet(style.perspective) || (node !== document.documentElement && [style.filter, style.backdropFilter].some(isSet))
      || /paint|layout|strict|content/.test(style.contain) || style.contentVisibility === "auto"
      || /transform|translate|rotate|scale|perspective|filter/.test(style.willChange)
    if (holds) holder ??= node
    if (!isMoved) continue
    const matrix = new DOMMatrix(transform), [scaleX, scaleY = scaleX] = isSet(scale) ? scale.split(" ") : [1]
    across *= matrix.a * scaleX
    down *= matrix.d * scaleY
    const isTurned = /[1-9]/.test(rotate) || ["m12", "m13", "m14", "m21", "m23", "m24", "m43"].some(one => matrix[one])
    if (isTurned || !(across > 0 && down > 0)) {
      throw new OffhandError("transformed", "an ancestor of the popover is turned or mirrored, so that no left and top put it into its place")
    }
  }
  if (!holder) return { x: 0, y: 0, across, down }
  const { left, top } = holder.getBoundingClientRect(), { clientLeft, clientTop, scrollLeft, scrollTop } = holder
  // What the root has scrolled is in its rectangle.
  const [x, y] = holder === document.scrollingElement ? [0, 0] : [scrollLeft, scrollTop]
  return { x: left + (clientLeft - x) * across, y: top + (clientTop - y) * down, across, down }
}

/** Whether the browser scrolls what lies under a touch, inside `element`: the nearest scroller, unless touch-action speaks of it. */
function isScrolled(event, element) {
  for (const node of event.composedPath()) {
    if (node === element) return false
    if (!(node instanceof Element)) continue
    const { touchAction, overflowX, overflowY } = getComputedStyle(node)
    if (touchAction !== "auto" && touchAction !== "manipulation") return false
    const scrolls = /auto|scroll/
    if (scrolls.test(overflowX) && node.scrollWidth > node.clientWidth || scrolls.test(overflowY) && node.scrollHeight > node.clientHeight) return true
  }
  return false
}

/** What the library says is wrong: fields of structs have C's names there. */
function refused(said) {
  const why = /^(options|recognizer|accommodations)/.test(said) ? said.replace(/'[^']*'|_([a-z])/g, (all, letter) => letter?.toUpperCase() ?? all) : said
  return new OffhandError(why.startsWith("there is no pipeline") ? "unknown-recognizer" : "refused", why)
}

/** Says what the touches of a handle count as that land from now on. */
function accommodated(library, handle, settings) {
  const { size } = structs.accommodations, at = library.room(size + 300)
  try {
    library.write("accommodations", at, plain(settings, "accommodate", "list of settings"))
    if (library.calls.offhand_set_accommodations(handle, at, at + size, 300)) throw refused(library.text(at + size))
  } finally {
    library.calls.free(at)
  }
}

/** Makes a handle; what is written for that is freed again. */
function makeHandle(library, { recognizers = "standard", hands = "each", size, bounds, panel, accommodate, pointers, touchAction, wasm, ...others }) {
  const rooms = []
  const room = count => rooms[rooms.push(library.room(count)) - 1]
  const text = string => {
    const bytes = new TextEncoder().encode(plain(string, "a name", "text"))
    const at = room(bytes.length + 1)
    library.bytes(at, bytes.length).set(bytes)
    return at
  }
  const list = names => {
    if (!names) return undefined
    const pointers = [].concat(names).map(text), at = room(4 * pointers.length + 4)
    pointers.forEach((pointer, index) => library.view.setUint32(at + 4 * index, pointer, true))
    return at
  }
  const { "infer-hand": infer, "one-hand": single, "several-hands": several } = enums.flags
  const flags = { each: infer, one: infer | single, several: infer | several, none: 0 }[hands]
  if (flags === undefined) throw new OffhandError("unknown-word", `hands is '${String(hands)}'; there are each, one, several, none`)
  try {
    const written = { ...others, flags, outputs: library.write("rect", room(structs.rect.size), rectangle(bounds), size), outputCount: 1 }
    if (typeof recognizers === "string") written.pipeline = text(recognizers)
    else {
      if (!Array.isArray(recognizers)) throw new OffhandError("unknown-recognizer", `recognizers is a ${typeof recognizers}, not a word or a list`)
      const all = described(recognizers), stride = structs.recognizer.size
      if (all.length === 0) throw new OffhandError("unknown-recognizer", "recognizers is empty")
      Object.assign(written, { recognizers: room(stride * all.length), recognizerCount: all.length })
      all.forEach(({ kind, name = kind, fingers = [], requiresFailure, simultaneous, area, steps: given = [], ...others }, index) => {
        const [fingersMin, fingersMax = fingersMin] = [].concat(fingers), { size: stepSize } = structs.step
        // Fields of a recognizer are millimetres, but an area is a place on the page.
        for (const [key, value] of Object.entries(area ? rectangle(area) : {})) others[`area.${key}`] = value * size
        const all = [].concat(given), steps = all.length ? room(stepSize * all.length) : undefined
        all.forEach((step, number) => library.write("step", steps + stepSize * number, step))
        library.write("recognizer", written.recognizers + stride * index, {
          ...others, kind, name: text(name), fingersMin, fingersMax, requiresFailure: list(requiresFailure), simultaneous: list(simultaneous),
          steps, stepCount: all.length,
        })
      })
    }
    const reason = room(300)
    const handle = library.calls.offhand_new(library.write("options", room(structs.options.size), written), reason, 300)
    if (!handle) throw refused(library.text(reason))
    try {
      if (panel !== undefined && library.calls.offhand_set_panel(handle, text(panel), reason, 300)) throw refused(library.text(reason))
      if (accommodate !== undefined) accommodated(library, handle, accommodate)
      return handle
    } catch (error) {
      library.calls.offhand_unref(handle)
      throw error
    }
  } finally {
    for (const at of rooms) library.calls.free(at)
  }
}

// MARK: Gestures

/** The elements that are attached to: the touch actions of each Offhand there, and their style before. */
const attached = new WeakMap()

export class Offhand {
  #library
  #handle
  #hasHand
  /** Whether the filter of palms is on, which needs the size of contacts. */
  #hasShapes
  #scale
  /** Room for a request, and behind it for what it points at. */
  #scratch
  #listeners = new Map()
  /** What listeners have not heard yet: a name and an event, and once its turn has come a listener. */
  #news = []
  /** What was fed since the last frame. */
  #pending = []
  /** The touches that are down, with the time of their newest report. */
  #down = new Map()
  /** On what the latest touches landed, as many as the library remembers those of an event. */
  #targets = new Map()
  /** By the event, the number by which the library knows its touches. */
  #touches = new WeakMap()
  #latest = 0
  #overlays = new WeakMap()
  #overlayCount = 0
  #arm = () => {}
  #stop = () => {}
  /** The time of the page's clock; without one, that of the newest report counts. */
  #now = () => undefined
  /** A size of a CSS pixel without pinch zoom, and the devicePixelRatio at which it is that: a device pixel keeps its size when the page is
   * zoomed. */
  #stated
  /** How much larger pinch zoom makes a CSS pixel. */
  #magnified = () => 1

  static async attach(element, options = {}) {
    if (typeof PointerEvent !== "function") throw new OffhandError("no-pointer-events", "this browser has no Pointer Events")
    if (!(element instanceof Element)) throw new OffhandError("no-element", "there is no element to attach to")
    const library = await Library.load(options.wasm)
    if (!element.isConnected) throw new OffhandError("no-element", "the element is not in a document")
    const usual = matchMedia("(pointer: coarse)").matches ? 25.4 / 160 : 25.4 / 96
    const size = options.size ?? usual
    const bounds = () => {
      const { offsetLeft: x, offsetTop: y, width, height } = visualViewport
      return options.bounds ?? { x, y, width, height }
    }
    const hand = new Offhand(library, { ...options, size: pixel(size) * visualViewport.scale, bounds: bounds() })
    hand.size.known = options.size !== undefined
    hand.#stated = { size, ratio: devicePixelRatio }
    hand.#magnified = () => visualViewport.scale
    hand.#now = () => performance.now()
    // A frame that is not shown has no viewport.
    hand.#listen(element, options, () => { if (innerWidth && innerHeight) hand.#fit(hand.#zoomed, bounds()) })
    return hand
  }

  static async start(options = {}) {
    if (!options.bounds) throw new OffhandError("unknown-size", "without an element, size and bounds must be stated")
    return new Offhand(await Library.load(options.wasm), options)
  }

  constructor(library, options) {
    if (!(library instanceof Library)) throw new TypeError("an Offhand is made by attach() or start()")
    this.#library = library
    this.#scale = pixel(options.size)
    this.size = { known: true, millimetresPerPixel: this.#scale }
    this.#hasHand = options.hands !== "none"
    this.#hasShapes = [].concat(options.filters ?? []).includes("palm")
    this.#handle = makeHandle(library, options)
    this.#scratch = library.room(4096)
  }

  /** The size of a CSS pixel now: to the bit the stated one, unless the page is zoomed. Another one ends what is touched. */
  get #zoomed() {
    const { size, ratio } = this.#stated
    return (ratio === devicePixelRatio ? size : size / ratio * devicePixelRatio) * this.#magnified()
  }

  // MARK: Touches

  feed(event) {
    for (const key of ["pointerId", "timeStamp", "clientX", "clientY", "width", "height"]) plain(event[key], key)
    const { type, pointerId: id } = event
    const isDown = this.#down.has(id)
    if (type === "pointerdown") {
      // The end of the touch before was lost; it must not go on where another finger landed.
      if (isDown) this.#add("offhand_cancel_touch", id, event)
      this.#targets.delete(id)
      if (this.#targets.size >= 32) this.#targets.delete(this.#targets.keys().next().value)
      this.#targets.set(id, event.target)
      this.#add("offhand_down_with", id, event)
    } else if (!isDown) return
    else if (type === "pointermove") {
      const samples = event.getCoalescedEvents?.() ?? []
      for (const sample of samples.length ? samples : [event]) this.#add("offhand_motion", id, sample)
    } else if (type === "pointerup") this.#add("offhand_up", id, event)
    else if (type === "pointercancel") this.#add("offhand_cancel_touch", id, event)
  }

  #add(call, id, { timeStamp, clientX, clientY, width, height, pointerType }) {
    const newest = this.#down.get(id)?.time ?? this.#latest
    // Only while nothing touches may time step back: the library then takes it that the clock was set.
    const isFree = this.#down.size === 0 && this.#pending.length === 0
    const time = timeStamp < Infinity && (timeStamp >= newest || (isFree && timeStamp >= 0)) ? timeStamp : newest
    const tool = enums.tool[{ pen: "pen", mouse: "pointer" }[pointerType] ?? "finger"]
    this.#pending.push({ call, id, time, x: clientX * this.#scale, y: clientY * this.#scale, last: tool })
    if (call === "offhand_up" || call === "offhand_cancel_touch") return this.#down.delete(id)
    this.#down.set(id, { time, pointerType })
    // Browsers that do not know the size say 1.
    const [minor, major] = [width * this.#scale, height * this.#scale].sort((a, b) => a - b)
    if (this.#hasShapes && major > this.#scale) this.#pending.push({ call: "offhand_shape", id, time, x: major, y: minor, last: NaN })
  }

  flush() {
    // Reports of one moment are one frame, also where each pointer brings a list of its own. A touch that is taken away ends it: in one
    // frame with another that lands, a gesture would take that for a finger of its own.
    const reports = this.#pending.splice(0).sort((a, b) => a.time - b.time)
    if (reports.length === 0) return
    this.#run(calls => reports.forEach(({ call, id, time, x, y, last }, index) => {
      calls[call](this.#handle, 0, id, nanoseconds(time), x, y, last)
      if (reports[index + 1]?.time !== time || call === "offhand_cancel_touch") calls.offhand_frame(this.#handle)
    }), reports.at(-1).time)
    this.#tell(["frame", { time: this.#latest, touches: this.#down.size }])
  }

  cancel(time = this.#latest) {
    const at = nanoseconds(time)
    this.#pending.length = 0
    this.#down.clear()
    this.#run(calls => calls.offhand_cancel(this.#handle, at))
  }

  enable(name, isEnabled = true) {
    const text = new TextEncoder().encode(plain(name, "name", "text"))
    this.flush()
    let has = 0
    // Names are shorter than the room for them.
    if (this.#handle && text.length < 32) {
      this.#library.bytes(this.#scratch, text.length + 1).set([...text, 0])
      this.#run(calls => { has = calls.offhand_enable(this.#handle, this.#scratch, isEnabled) })
    }
    return has !== 0
  }

  /** Where the library reads which touches an event has; 0 if it is no event of this. */
  #eventAt(event) {
    const touches = this.#touches.get(event)
    if (!this.#handle || touches === undefined) return 0
    this.#library.view.setBigUint64(this.#scratch + structs.event.fields.touches[0], touches, true)
    return this.#scratch
  }

  touches(event) {
    const found = [], at = this.#eventAt(event)
    for (let touch; at && (touch = this.#library.calls.offhand_event_touch(this.#handle, at, found.length));) {
      const { slot, x, y, time } = this.#library.read("touch", touch, this.#scale)
      found.push({ id: slot, x, y, time, target: this.#targets.get(slot) })
    }
    return found
  }

  reject(event) {
    const at = this.#eventAt(event)
    if (at) this.#run(calls => calls.offhand_reject(this.#handle, at))
    return at !== 0
  }

  get deadline() {
    const { calls, view } = this.#library
    return this.#handle && calls.offhand_deadline(this.#handle, this.#scratch) ? Number(view.getBigInt64(this.#scratch, true)) / 1e6 : undefined
  }

  advance(time) {
    plain(time, "time")
    this.flush()
    // The deadline as milliseconds since 1970 may be a little too early.
    const at = time >= 0 && time === this.deadline ? this.#library.view.getBigInt64(this.#scratch, true) : nanoseconds(time)
    this.#run(calls => calls.offhand_advance(this.#handle, at), time > this.#latest ? time : this.#latest)
  }

  resize({ size, bounds }) {
    this.#fit(size === undefined ? this.#scale : pixel(size) * this.#magnified(), bounds)
    if (size === undefined) return
    // What the page states is what the window follows.
    this.#stated = { size, ratio: globalThis.devicePixelRatio ?? 1 }
    this.size.known = true
  }

  #fit(size, bounds) {
    const rect = rectangle(bounds), scale = pixel(size)
    // Positions before and after would not lie on one plane.
    if (scale !== this.#scale) this.cancel()
    this.#scale = this.size.millimetresPerPixel = scale
    let refused = 0
    this.#run(calls => { refused = calls.offhand_set_outputs(this.#handle, this.#library.write("rect", this.#scratch, rect, scale), 1) })
    const { x, y, width, height } = rect
    if (refused) throw new OffhandError("refused", `bounds are ${width} by ${height} at ${x}, ${y}; they must be finite and not empty`)
  }

  /** Calls the library, then tells what happened. A trap, which no touch should cause, ends this Offhand but not the page. */
  #run(body, latest = this.#latest) {
    if (!this.#handle) return
    const events = []
    this.#latest = latest
    try {
      body(this.#library.calls)
      for (let at; (at = this.#library.calls.offhand_next(this.#handle));) {
        const event = this.#library.read("event", at, this.#scale)
        this.#touches.set(event, this.#library.view.getBigUint64(at + structs.event.fields.touches[0], true))
        events.push(event)
      }
    } catch (error) {
      this.#handle = 0
      this.detach("failed", error)
    }
    this.#arm()
    this.#tell(...events.map(event => [event.name, event]))
  }

  accommodate(settings = {}) { if (this.#handle) accommodated(this.#library, this.#handle, settings) }

  on(name, listener) {
    if (typeof listener !== "function") throw new TypeError("a listener is a function")
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set())
    this.#listeners.get(name).add(listener)
    if (name === "size" && !this.size.known) queueMicrotask(() => listener(this.size))
    return () => this.#listeners.get(name)?.delete(listener)
  }

  /** Tells events in order: a listener that calls back in, to cancel or to detach, first lets all others hear what came before. */
  #tell(...news) {
    this.#news.push(...news)
    for (let next; (next = this.#news.shift());) {
      const [name, event, listener] = next
      if (!listener) {
        const words = event.kind ? [name, event.kind, "*"] : [name]
        const listeners = new Set(words.flatMap(word => [...this.#listeners.get(word) ?? []]))
        this.#news.unshift(...[...listeners].map(listener => [name, event, listener]))
        continue
      }
      // The other listeners go on; the page hears of an error as of any other that nobody catches.
      try { listener(event) } catch (error) { queueMicrotask(() => { throw error }) }
    }
  }

  detach(reason = "asked", error = undefined) {
    this.#stop()
    this.#arm = this.#stop = () => {}
    this.cancel()
    if (this.#handle) this.#library.calls.offhand_unref(this.#handle)
    this.#handle = 0
    this.#tell(["detached", { reason, error }])
    this.#listeners.clear()
  }

  get diagnostics() { return this.#handle && this.#library.read("diagnostics", this.#library.calls.offhand_get_diagnostics(this.#handle)) }

  // MARK: The hand

  get hand() {
    const number = this.#handle ? this.#library.calls.offhand_hand(this.#handle, this.#scratch) : 0
    return { side: wordsOf.handedness.get(number), confidence: number ? this.#library.view.getFloat64(this.#scratch, true) : 0 }
  }

  hidden(rect) {
    const { calls } = this.#library
    return this.#handle && calls.offhand_hidden(this.#handle, this.#library.write("rect", this.#scratch, rectangle(rect), this.#scale))
  }

  predict(id, time, now = this.#latest) {
    const at = this.#handle
      && this.#library.calls.offhand_predict(this.#handle, nanoseconds(time), nanoseconds(now), 0, plain(id, "id"))
    return at ? this.#library.read("prediction", at, this.#scale) : undefined
  }

  place(popover, { beside, anchor, within, avoid = [], side, size, ...others } = {}) {
    if (!this.#hasHand) throw new OffhandError("no-hand", "hands is 'none', so there is no hand to be beside")
    // A listener may detach.
    this.flush()
    if (!this.#handle) throw new OffhandError("detached", "there are no touches any more")
    const library = this.#library, scale = this.#scale
    let end = this.#scratch + structs.request.size
    const put = (name, values) => {
      const at = library.write(name, end, values, scale)
      end += structs[name].size
      return at
    }
    const rect = one => put("rect", rectangle(one.getBoundingClientRect?.() ?? one))
    const frame = popover.style && frameOf(popover), { across = 1, down = 1 } = frame ?? {}
    const { width = popover.offsetWidth * across, height = popover.offsetHeight * down } = plain(size, "size", "rectangle") ?? {}
    const reserved = [...plain(avoid, "avoid", "list")].slice(0, 24).map(rect)
    if (!this.#overlays.has(popover)) this.#overlays.set(popover, ++this.#overlayCount)
    const request = library.write("request", this.#scratch, {
      role: "popover", width, height, time: this.#now(), ...others, id: this.#overlays.get(popover), anchor: anchor && rect(anchor),
      bounds: within && rect(within), reserved: reserved[0], reservedCount: reserved.length, preferredSide: side,
      event: beside && put("event", { ...plain(beside, "beside", "gesture"), name: undefined, time: undefined, edge: undefined, direction: undefined }),
    }, scale)
    const place = library.read("placement", library.calls.offhand_place(this.#handle, request), scale)
    if (frame) {
      const left = `${(place.x - frame.x) / across}px`, top = `${(place.y - frame.y) / down}px`
      Object.assign(popover.style, { position: "fixed", inset: "auto", margin: "0", left, top })
    }
    return place
  }

  forget(popover) {
    if (this.#handle && this.#overlays.has(popover)) this.#library.calls.offhand_forget(this.#handle, BigInt(this.#overlays.get(popover)))
  }

  // MARK: The page

  #listen(element, options, resize) {
    const types = [].concat(options.pointers ?? "touch")
    const stops = []
    const listen = (target, names, listener, how = { passive: true }) => names.split(" ").forEach(name => {
      target.addEventListener(name, listener, how)
      stops.push(() => target.removeEventListener(name, listener, how))
    })
    // A frame is whole when all of its events have been dispatched: at the next animation frame, or a message if that is sooner.
    const { port1, port2 } = new MessageChannel()
    const flush = port1.onmessage = () => this.flush()
    const take = event => {
      const { type, pointerType, isPrimary, timeStamp } = event
      if (!types.includes(pointerType)) return
      const isFirst = this.#pending.length === 0
      if (type === "pointerdown" && isPrimary) {
        // The first touch on this page: the ends of those before were lost.
        for (const [id, touch] of this.#down) {
          if (touch.pointerType === pointerType) this.feed({ type: "pointercancel", pointerId: id, timeStamp })
        }
      }
      if (type === "pointerdown" && pointerType !== "mouse" && isScrolled(event, element)) return
      this.feed(event)
      if (!isFirst || this.#pending.length === 0) return
      requestAnimationFrame(flush)
      port2.postMessage(0)
    }
    listen(element, "pointerdown", take)
    // Touches go on where they left the element, or where the child on which they landed is gone.
    listen(window, "pointermove pointerup pointercancel", take, { passive: true, capture: true })
    listen(element, "contextmenu", event => { if (this.#down.size) event.preventDefault() }, { passive: false })
    listen(document, "visibilitychange", () => { if (document.hidden) this.cancel() })
    listen(window, "resize", resize)
    listen(visualViewport, "resize scroll", resize)
    const observer = new MutationObserver(() => { if (!element.isConnected) this.detach("removed") })
    // A shadow root's changes are not those of the document that it is in.
    for (let node = element; node; node = node.host) observer.observe(node = node.getRootNode(), { childList: true, subtree: true })
    let timer
    this.#arm = () => {
      clearTimeout(timer)
      const { deadline } = this
      if (deadline !== undefined) timer = setTimeout(() => this.advance(deadline), Math.max(0, deadline - performance.now()))
    }
    const { touchAction, userSelect, webkitUserSelect } = element.style
    const held = attached.get(element) ?? { actions: [], style: { touchAction, userSelect, webkitUserSelect } }
    const mine = { action: options.touchAction ?? "none" }
    held.actions.push(mine)
    attached.set(element, held)
    Object.assign(element.style, { touchAction: mine.action, userSelect: "none", webkitUserSelect: "none" })
    this.#stop = () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      observer.disconnect()
      port1.close()
      held.actions.splice(held.actions.indexOf(mine), 1)
      const latest = held.actions.at(-1)
      if (!latest) attached.delete(element)
      Object.assign(element.style, latest ? { touchAction: latest.action } : held.style)
    }
  }
}
