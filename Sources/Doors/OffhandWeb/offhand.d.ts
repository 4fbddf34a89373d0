// Touch gestures, the hand behind the fingers, and places that this hand does not hide.
//
// Lengths and positions are CSS pixels of the viewport, as PointerEvent.clientX has them; distances of recognizers are millimetres on
// the glass. Times are milliseconds, those of Event.timeStamp. Angles are radians, clockwise. Velocities are per second.

export type Kind = "tap" | "long-press" | "pan" | "swipe" | "pinch" | "rotation" | "transform" | "edge-pan" | "tap-drag" | "sequence"
export type Side = "above" | "above-right" | "right" | "below-right" | "below" | "below-left" | "left" | "above-left"
export type Edge = "left" | "right" | "top" | "bottom"
export type Direction = "right" | "down-right" | "down" | "down-left" | "left" | "up-left" | "up" | "up-right"
export type Handedness = "unknown" | "left" | "right" | "both"

/** A recognizer. What is left out has the default of the kind. */
export interface Recognizer {
  kind: Kind
  /** Unique among the recognizers; the kind if it is left out. */
  name?: string
  /** How many, or the least and the most. A long press, a swipe and a sequence take one number. */
  fingers?: number | [least: number, most: number]
  /** Tap: taps in a row; long press and tap-drag: taps before it. */
  taps?: number
  /** Edge pan: from where it comes. Others: where their touches must land, along one edge, or in the corner of two that meet. */
  edges?: Edge[]
  /** Millimetres from `edges` within which its touches must land. */
  depth?: number
  /** The part of a single edge on which they must land, from 0 at its left or top end to 1. */
  partFrom?: number
  partTo?: number
  /** Where its touches must land, in pixels of the viewport as it is when the recognizers are made. */
  area?: Rectangle
  axis?: "free" | "horizontal" | "vertical"
  directions?: Direction[]
  /** Among gestures that begin in the same frame; higher goes first. */
  priority?: number
  /** Millimetres after which it begins; of a tap and a long press the largest drift. */
  distance?: number
  /** The same while these fingers may still become a tap. */
  contestedDistance?: number
  /** Milliseconds: of a tap, a swipe and an edge pan the longest, of a long press the shortest. */
  duration?: number
  /** Names of recognizers that must have failed before this one begins. */
  requiresFailure?: string[]
  /** Names of recognizers that may be active together with this one. Where none has a relation, a pan, a swipe, a pinch and a rotation of
   * one or two fingers may be. */
  simultaneous?: string[]
  /** Tap-drag: the way down in millimetres that doubles the scale. */
  doublingDistance?: number
  /** Swipe: recognized at the lift, if the fingers then still move at this speed in mm/s. */
  liftSpeed?: number
  /** Sequence: what the same fingers do one after the other, 1 to 16. Default: a hold, then a drag. */
  steps?: Step[]
  /** "disabled": until enable(). */
  flags?: ("simultaneous-with-all" | "listens" | "delays-touches" | "announces-unconfirmed" | "disabled")[]
}

export interface Step {
  /** Lie still; move; lift, only as the last one. */
  action: "hold" | "drag" | "lift"
  /** Drag. Default: right, down, left and up. */
  directions?: Direction[]
  /** Drag: millimetres. Default: that of the recognizer. */
  distance?: number
  /** Hold: milliseconds. Default: 500. */
  duration?: number
  /** Milliseconds from the end of the step before within which this one must be done. */
  limit?: number
}

/** What touches count as, for hands that tremble, press long or rest on the glass. What is left out is off. */
export interface Accommodations {
  /** Up to 50 millimetres: a finger that drifts, rolls or trembles by so much is still where it landed; one that goes farther drags from
   * there. */
  toleranceMm?: number
  /** Where such a touch counts: where it landed, where it was stillest once it lifts, or where it lifted. Default: "landing". */
  location?: "landing" | "stillest" | "lift"
  /** Milliseconds, up to 10,000: a touch counts once it has been down for so long. */
  hold?: number
  /** Milliseconds, up to 10,000: a touch does not count that lands so soon after the last lift, within `repeatMm`. */
  repeat?: number
  /** Millimetres, up to 50. Default: 10. */
  repeatMm?: number
  /** "tap": however long a finger presses, it taps. Default: "long". */
  press?: "long" | "tap"
  /** "ignored": a touch beside another, as by the same hand, does not count. Default: "counts". */
  second?: "counts" | "ignored"
}

export interface Rectangle { x?: number, y?: number, width: number, height: number }

export interface Options {
  /** A pipeline, or recognizers in the order in which those that begin together are considered; a word is a recognizer of that kind. Words
   * go together as in "standard". Default: "standard", which has tap, long-press, pan, swipe, pinch, rotation, and edge pans by the name
   * "screen-edge-pan". */
  recognizers?: "standard" | "navigation" | "multitap" | "measure" | "original" | (Kind | Recognizer)[]
  /** "each": touches are one hand's until two people are proven, who then have gestures of their own; within bounds with a diagonal under
   * 300 mm always. "several": two people may be proven within any bounds. "one": all touches are one hand's. "none": like "each", and no
   * hand is inferred, which is less than half of the work. Default: "each". */
  hands?: "each" | "several" | "one" | "none"
  /** Millimetres of a CSS pixel without pinch zoom, stated or measured. Without it a usual one is taken, and "size" says so. Required by
   * start(). */
  size?: number
  /** Where touches can be, for edge pans and places. Default: what is seen of the viewport. Required by start(). */
  bounds?: Rectangle
  filters?: ("palm" | "noise" | "jitter" | "pen" | "glitch" | "despike")[]
  /** The text of panel.toml, which `offhand panel --write` writes: the latency of the touch screen is then predicted too. It is read as
   * offhand_set_panel() of offhand.h says: lines `key = value`, each key once, strings and arrays that end in their line. */
  panel?: string
  /** What touches count as; accommodate() replaces it. Buttons and links of the page itself get all touches as they are. */
  accommodate?: Accommodations
  /** How the screen stands and is used. Default: as most screens of this size. */
  posture?: "automatic" | "unknown" | "flat-tablet" | "monitor" | "kiosk" | "tabletop" | "handheld" | "face-up" | "thumbs"
  /** If the user has said so. */
  statedHand?: "left" | "right"
  /** The probability of a right hand before any touch. Default: 0.9. */
  rightHandPrior?: number
  /** The edge at which the user is. Default: the bottom. */
  userEdge?: Edge
  /** What counts as a finger. Default: "touch". */
  pointers?: ("touch" | "pen" | "mouse") | ("touch" | "pen" | "mouse")[]
  /** The touch-action of the element while attached. Default: "none". Touches that a scroller inside the element scrolls are its own, unless
   * it has a touch-action. */
  touchAction?: string
  /** Where offhand.wasm is, or what is in it. Default: beside offhand.js. */
  wasm?: URL | string | BufferSource | WebAssembly.Module
}

/** An event of one recognizer and one hand. */
export interface GestureEvent {
  name: string
  kind: Kind | "other"
  /** Continuous gestures send began, changed and one of ended and cancelled; taps and swipes recognized, and with "announces-unconfirmed"
   * before it unconfirmed, or superseded instead. */
  state: "began" | "changed" | "ended" | "cancelled" | "recognized" | "unconfirmed" | "superseded"
  time: number
  /** The middle of the fingers. */
  x: number
  y: number
  /** The displacement since it began. */
  dx: number
  dy: number
  vx: number
  vy: number
  scale: number
  scaleVelocity: number
  rotation: number
  rotationVelocity: number
  fingers: number
  taps: number
  edge?: Edge
  direction?: Direction
  hand: Handedness
  /** The probability of `hand`, 0 to 1. */
  handConfidence: number
  /** Tells hands on the glass apart: 0 for the first or only one. */
  handIndex: number
  /** The recognizer's index. */
  recognizer: number
}

/** A touch of an event: where and when it landed, and on what. */
export interface EventTouch { id: number, x: number, y: number, time: number, target?: EventTarget }

export interface PlaceOptions {
  /** The event of the gesture for which it is shown: beside its touches, unless there is an anchor. */
  beside?: GestureEvent
  /** What it belongs to. */
  anchor?: Element | Rectangle
  /** Where it must stay. Default: the bounds. */
  within?: Element | Rectangle
  /** What it should not cover; 24 at most. */
  avoid?: Iterable<Element | Rectangle>
  /** Default: "popover". */
  role?: "hud" | "tooltip" | "popover" | "menu" | "loupe"
  /** The preferred side. Default: any. */
  side?: Side | "none"
  following?: "fixed" | "slot" | "follows"
  /** Its size. Default: offsetWidth and offsetHeight. */
  size?: { width: number, height: number }
  /** A smaller size that still serves. */
  compactWidth?: number
  compactHeight?: number
  /** The smallest size, with scrolled content. */
  minimumWidth?: number
  minimumHeight?: number
  /** When it is placed, on the clock of `timeStamp`. Default: now, after `start()` the time of the newest touch. */
  time?: number
}

export interface Place {
  x: number
  y: number
  width: number
  height: number
  /** Where an arrow points. */
  targetX: number
  targetY: number
  /** The share of it that hands hide, 0 to 1. */
  hidden: number
  hand: Handedness
  handConfidence: number
  side: Side | "none"
  reason:
    | "degenerate" | "no-hand" | "preferred-side" | "flipped" | "shifted" | "least-hidden" | "leader" | "docked" | "kept" | "followed"
    | "relocated" | "compact" | "clipped"
  /** How it gets there if it was shown elsewhere: at once, sliding, or fading out and in. */
  transition: "jump" | "slide" | "hop"
  needsLeader: boolean
  isClipped: boolean
  /** False once its anchor is out of sight. */
  isShown: boolean
}

/** What feed() reads of an event: a PointerEvent, or a copy of one that was sent to a worker. */
export interface Touch {
  type: "pointerdown" | "pointermove" | "pointerup" | "pointercancel" | (string & {})
  pointerId: number
  timeStamp: number
  clientX?: number
  clientY?: number
  /** The size of the contact, for the filter "palm". */
  width?: number
  height?: number
  pointerType?: string
  /** For touches(). */
  target?: EventTarget | null
  getCoalescedEvents?(): Touch[]
}

export class OffhandError extends Error {
  code:
    | "no-webassembly" | "no-wasm" | "no-pointer-events" | "no-element" | "no-memory" | "no-hand" | "unknown-recognizer" | "unknown-option"
    | "unknown-word" | "unknown-size" | "refused" | "transformed" | "detached" | "away"
}

export class Offhand {
  private constructor()
  /** Gestures on `element`, from its Pointer Events. Rejects with an OffhandError. */
  static attach(element: Element, options?: Options): Promise<Offhand>
  /** Gestures without an element, as in a worker or in node: feed() and flush() take touches, advance() the time. */
  static start(options: Options & { size: number, bounds: Rectangle }): Promise<Offhand>

  /** The millimetres of a CSS pixel, and whether they were stated. */
  readonly size: { millimetresPerPixel: number, known: boolean }
  /** The hand of all touches together. */
  readonly hand: { side: Handedness, confidence: number }
  /** When time alone decides something next: call advance() then. attach() does so itself. */
  readonly deadline: number | undefined
  /** What was ignored or repaired so far. */
  readonly diagnostics: Record<string, number>

  /** Hears the events of recognizers of this kind or name, or "*" of all. Returns what ends that. */
  on(name: Kind | "*", listener: (event: GestureEvent) => void): () => void
  /** After every frame of touches. */
  on(name: "frame", listener: (frame: { time: number, touches: number }) => void): () => void
  /** Once, if the size was not stated. */
  on(name: "size", listener: (size: { millimetresPerPixel: number, known: boolean }) => void): () => void
  /** It ended: detach() was called, the element was removed from its document, or the library failed. */
  on(name: "detached", listener: (end: { reason: "asked" | "removed" | "failed", error?: Error }) => void): () => void
  on(name: string, listener: (event: GestureEvent) => void): () => void

  /** Puts `popover` where the hand does not hide it, by its left and top; call it in each frame while it is shown: it stays unless there is
   * a good reason to move. The 32 placed last are remembered. Ancestors may move and scale it by their transform; in one that turns or
   * mirrors it, throws "transformed". */
  place(popover: HTMLElement | object, options?: PlaceOptions): Place
  /** `popover` is no longer shown. */
  forget(popover: HTMLElement | object): void
  /** The expected share of `rect` that hands hide, 0 to 1. */
  hidden(rect: Rectangle): number
  /** Where the touch `id` is expected at `time`, up to 40 ms ahead, as far as is known at `now`: for drawing alone. */
  predict(id: number, time: number, now?: number):
    { x: number, y: number, measuredX: number, measuredY: number, uncertainty: number } | undefined

  /** Lets the recognizers of this name take part, with touches that land from now on, or takes them out. Returns whether there are any. */
  enable(name: string, isEnabled?: boolean): boolean
  /** The touches of an event, itself and no copy, in the order of their landing, until 32 more have landed. */
  touches(event: GestureEvent): EventTouch[]
  /** This gesture is not wanted here: its touches are no gesture's from now on. Call it with `began` or `recognized`. Returns whether it is an
   * event of this. */
  reject(event: GestureEvent): boolean

  feed(event: Touch): void
  /** The touches that were fed are whole frames: recognizes them. */
  flush(): void
  advance(time: number): void
  /** Takes all touches away. */
  cancel(time?: number): void
  /**
   * The viewport, or the size of its pixels, has changed; a size that is stated stays, also where the page is zoomed. Throws "refused" if
   * the bounds are empty or not finite.
   */
  resize(change: { bounds: Rectangle, size?: number }): void
  /** Says what the touches count as that land from now on; without settings, what they are. Fingers that are down go on as they landed.
   * Throws an OffhandError for settings that cannot be, and changes nothing. */
  accommodate(settings?: Accommodations): void
  /** Cancels all gestures, and lets go of the element. */
  detach(): void
}

/** A connection to `offhand serve` on this machine. It connects again, with the same listeners, whenever it is lost. */
export interface Service {
  /** The first line of the service as of its newest change: outputs, events and menus; undefined without a connection. */
  readonly hello: Record<string, unknown> | undefined
  /** Hears an event of the configuration, or "*" all of them. Returns what ends that. */
  on(name: string, listener: (event: Record<string, unknown>) => void): () => void
  /** There is a connection, or outputs or the configuration have changed. */
  on(name: "hello", listener: (hello: Record<string, unknown>) => void): () => void
  /** There is no connection; touches go on working in the page. A pull that has begun no longer ends. */
  on(name: "away", listener: (why: { reason: string }) => void): () => void
  /** Sends a request of the stream, such as { menu: [["off", "Shut down"]] }. Rejects with an OffhandError: "refused", or "away". */
  request(fields: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): void
}

/** Connects through `offhand-web`, by the token of its file. */
export function connect(options: { url?: string, token: string }): Service
