// offhand.wasm with its memory: the functions of offhand.h, and its structs as objects. abi.js says where these have their fields.
//
// Here lengths are CSS pixels and times milliseconds; behind `write` and `read` they are millimetres and nanoseconds.
import { enums, structs } from "./abi.js"

/** What was asked for is not possible; `code` says why in a word. */
export class OffhandError extends Error {
  constructor(code, message, cause) {
    super(message, cause && { cause })
    this.name = "OffhandError"
    this.code = code
  }
}

/** Fields that are lengths on the page; those of recognizers are millimetres for everybody. */
const lengths = /^(x|y|[dv][xy]|width|height|uncertainty|(target|measured|compact|minimum)[XYWH].*)$/
/** Fields of 32 bits that hold words as bits. */
const bitFields = { edge: "edge", edges: "edge", direction: "direction", directions: "direction", filters: "filters" }
export const wordsOf = {}
for (const [name, numbers] of Object.entries(enums)) {
  wordsOf[name] = new Map(Object.entries(numbers).map(([word, number]) => [number, word]))
}
const plans = {}
for (const [name, { fields }] of Object.entries(structs)) {
  // The number of an event's touches has more bits than a number here.
  plans[name] = Object.entries(fields).filter(([field]) => field !== "touches").map(([field, [offset, type]]) => {
    const key = field.replace("rect.", "")
    const words = enums[type] ? type : name === "recognizer" && key === "flags" ? "recognizer_flags" : bitFields[key]
    return { key, offset, type, words, isLength: type === "f64" && name !== "recognizer" && lengths.test(key) }
  })
}

/** `value`, unless it is a BigInt or a symbol: with those an operator throws, wherever it stands. */
export function plain(value, key, wanted = "number") {
  if (typeof value !== "bigint" && typeof value !== "symbol") return value
  throw new OffhandError("refused", `${key} is a ${typeof value}, not a ${wanted}`)
}

function number(words, given, key) {
  return [].concat(given).reduce((sum, word) => {
    if (Object.hasOwn(enums[words], word)) return sum | enums[words][word]
    const code = key === "kind" ? "unknown-recognizer" : "unknown-word"
    throw new OffhandError(code, `${key} is '${String(word)}'; there are ${Object.keys(enums[words]).filter(word => word !== "other").join(", ")}`)
  }, 0)
}

/** Of no time at all, -1, which the library takes for the latest time. */
export const nanoseconds = time => plain(time, "time") >= 0 && time < 4.6e12 ? BigInt(Math.round(time * 1e6)) : -1n

/** An instance of the wasm; each Offhand has its own, so that nothing in one reaches another. */
export class Library {
  #texts = new Map()
  #view

  static async load(source) {
    const module = await compiled(source)
    const library = new Library()
    library.calls = (await WebAssembly.instantiate(module)).exports
    return library
  }

  get view() {
    // The memory may grow in a call, which detaches its buffer.
    if (this.#view?.buffer !== this.calls.memory.buffer) this.#view = new DataView(this.calls.memory.buffer)
    return this.#view
  }

  bytes(at, count) { return new Uint8Array(this.calls.memory.buffer, at, count) }

  room(count) {
    const at = this.calls.malloc(count)
    if (at === 0) throw new OffhandError("no-memory", "there is no memory left")
    this.bytes(at, count).fill(0)
    return at
  }

  text(at) {
    const bytes = this.bytes(at, this.view.byteLength - at)
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)))
  }

  /** The struct at `at`, with lengths in pixels of `scale` millimetres. */
  read(name, at, scale = 1) {
    const { view } = this
    const result = {}
    for (const { key, offset, type, words, isLength } of plans[name]) {
      const place = at + offset
      if (type === "f64") result[key] = isLength ? view.getFloat64(place, true) / scale : view.getFloat64(place, true)
      else if (type === "i64") result[key] = Number(view.getBigInt64(place, true)) / 1e6
      else if (type === "u64") result[key] = Number(view.getBigUint64(place, true))
      else if (type === "u8") result[key] = view.getUint8(place) !== 0
      else {
        const value = view.getUint32(place, true)
        if (type === "text" && !this.#texts.has(value)) this.#texts.set(value, this.text(value))
        result[key] = type === "text" ? this.#texts.get(value) : words ? wordsOf[words].get(value) : value
      }
    }
    return result
  }

  /** Writes the whole struct at `at`; what `values` does not have is zero. */
  write(name, at, values, scale = 1) {
    this.bytes(at, structs[name].size).fill(0)
    const { view } = this
    if (structs[name].fields.size) values = { ...values, size: structs[name].size }
    for (const [given, value] of Object.entries(values)) {
      const plan = plans[name].find(({ key }) => key === given)
      if (!plan) throw new OffhandError("unknown-option", `there is no '${given}' in ${name}`)
      if (value === undefined) continue
      const { key, offset, type, words, isLength } = plan
      if (!words) plain(value, key)
      if (type === "f64") view.setFloat64(at + offset, isLength ? value * scale : value, true)
      else if (type === "i64") view.setBigInt64(at + offset, nanoseconds(value), true)
      else if (type === "u64") view.setBigUint64(at + offset, BigInt(value), true)
      else view.setUint32(at + offset, words ? number(words, value, key) : value, true)
    }
    return at
  }
}

// MARK: Loading

const modules = new Map()

/** The compiled wasm, once for each address. */
function compiled(source = new URL("./offhand.wasm", import.meta.url)) {
  if (typeof WebAssembly !== "object") throw new OffhandError("no-webassembly", "this browser has no WebAssembly")
  if (source instanceof WebAssembly.Module) return source
  const key = source.href ?? source
  if (!modules.has(key)) modules.set(key, compile(source).catch(error => { modules.delete(key); throw error }))
  return modules.get(key)
}

async function compile(source) {
  let bytes = source
  if (source instanceof URL || typeof source === "string") {
    try {
      if (source.protocol === "file:" && typeof process === "object") bytes = await (await import("node:fs/promises")).readFile(source)
      else {
        const response = await fetch(source)
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
        // Browsers compile while it is loaded, and keep what they compiled, if the server says what it is.
        bytes = response.headers.get("content-type") === "application/wasm" ? response : await response.arrayBuffer()
      }
    } catch (error) {
      throw new OffhandError("no-wasm", `${source} cannot be loaded: ${error.message}`, error)
    }
  }
  try {
    return await (bytes instanceof Response ? WebAssembly.compileStreaming(bytes) : WebAssembly.compile(bytes))
  } catch (error) {
    const remedy = "a Content-Security-Policy must have script-src 'wasm-unsafe-eval'"
    throw new OffhandError("no-webassembly", `WebAssembly cannot be compiled here (${remedy}): ${error.message}`, error)
  }
}
