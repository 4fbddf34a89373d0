// A page's connection to `offhand serve`, through `offhand-web` on the same machine. Meanings are in offhand.d.ts.
import { OffhandError } from "./library.js"

/** The shortest and the longest pause before another attempt to connect, in milliseconds. */
const shortest = 500, longest = 8000

class Service {
  #url
  #socket
  #pause = shortest
  #timer
  #listeners = new Map()
  /** The requests that wait for a reply, by id. */
  #waiting = new Map()
  /** The names of the events that the service sends on this connection. */
  #heard = []
  #count = 0
  #isEnded = false
  hello

  constructor(url) {
    this.#url = url
    this.#open()
  }

  #open() {
    const socket = this.#socket = new WebSocket(this.#url, "offhand")
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data))
    socket.onclose = ({ reason }) => {
      for (const { reject } of this.#waiting.values()) reject(new OffhandError("away", reason || "there is no connection"))
      this.#waiting.clear()
      this.#heard = []
      this.hello = undefined
      if (this.#isEnded) return
      this.#tell("away", { reason: reason || "there is no connection" })
      this.#timer = setTimeout(() => this.#open(), this.#pause)
      this.#pause = Math.min(longest, 2 * this.#pause)
    }
  }

  #take(line) {
    const waiting = this.#waiting.get(line.id)
    if (waiting) {
      this.#waiting.delete(line.id)
      if (line.error === undefined) waiting.resolve(line)
      else waiting.reject(new OffhandError("refused", line.error))
    } else if (line.hello || (this.hello && line.panels)) {
      // The first line, or one with what has changed since: maybe events that were missing before.
      this.hello = { ...this.hello, ...line }
      this.#pause = shortest
      if (this.#wanted.some(name => !this.#heard.includes(name))) this.#subscribe()
      this.#tell("hello", this.hello)
    } else if (line.event !== undefined) {
      this.#tell(line.event, line)
      this.#tell("*", line)
    }
  }

  /** An event that the configuration no longer has is no reason to go without the others; one that is heard stays, for a pull to end. */
  get #wanted() {
    return [...this.#listeners.keys()].filter(name => name === "*" || this.hello.events.includes(name) || this.#heard.includes(name))
  }

  #subscribe() {
    // Replies come in the order of the requests: what is asked for counts as heard at once.
    const names = this.#heard = this.#wanted
    this.request({ subscribe: names.includes("*") ? "all" : names }).catch(() => { if (this.#heard === names) this.#heard = [] })
  }

  #tell(name, value) {
    this.#listeners.get(name)?.forEach(listener => {
      // The other listeners go on; the page hears of an error as of any other that nobody catches.
      try { listener(value) } catch (error) { queueMicrotask(() => { throw error }) }
    })
  }

  on(name, listener) {
    const all = this.#listeners.get(name) ?? this.#listeners.set(name, new Set()).get(name)
    all.add(listener)
    if (this.hello) name === "hello" ? listener(this.hello) : this.#subscribe()
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.#listeners.get(name) === all) this.#listeners.delete(name)
      if (this.hello) this.#subscribe()
    }
  }

  request(fields) {
    if (!this.hello) return Promise.reject(new OffhandError("away", "there is no connection"))
    const id = ++this.#count
    let line
    try { line = JSON.stringify({ ...fields, id }) } catch (error) {
      return Promise.reject(new OffhandError("refused", `the request is no JSON: ${error.message}`, error))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(line)
    })
  }

  close() {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#socket.close()
  }
}

export function connect({ url = "ws://127.0.0.1:7703", token }) {
  return new Service(`${url}/?token=${encodeURIComponent(token)}`)
}
