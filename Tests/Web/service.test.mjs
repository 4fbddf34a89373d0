// A page that talks to `offhand serve`, which a test plays, through offhand-web.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { fileURLToPath } from "node:url"
import { browse, serve } from "./browser.mjs"

const build = fileURLToPath(new URL("../../.build/", import.meta.url))
const program = ["release", "debug"].map(kind => join(build, kind, "offhand-web")).find(existsSync)
let chromium
try { chromium = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim() } catch {}
const how = { skip: !chromium ? "there is no chromium: scripts/setup browser" : program ? false : "there is no offhand-web: swift build" }
const token = "abcdefghijklmnop0123", folder = mkdtempSync(join(tmpdir(), "offhand-web-"))

let server, page, door, port, service, clients = [], requests = []

/** Plays the service: one event, one menu. */
function startService() {
  service = createServer(client => {
    clients.push(client)
    client.on("error", () => {})
    client.write('{"hello":"offhand","version":1,"panels":[],"events":["drawer"],"menus":[]}\n')
    let rest = ""
    client.setEncoding("utf8").on("data", data => {
      const lines = (rest + data).split("\n")
      rest = lines.pop()
      for (const request of lines.map(line => JSON.parse(line))) {
        requests.push(request)
        const reply = request.menu ? { chosen: request.menu[0][0] } : request.curtain ? { error: "there is no curtain" } : { ok: true }
        client.write(JSON.stringify({ id: request.id, ...reply }) + "\n")
        if (request.subscribe) client.write('{"event":"drawer","state":"began","progress":0.25}\n')
      }
    })
  })
  return new Promise(resolve => service.listen(join(folder, "offhand.sock"), resolve))
}
function stopService() {
  for (const client of clients) client.destroy()
  clients = []
  return new Promise(resolve => service.close(resolve))
}

before(async () => {
  if (how.skip) return
  server = await serve(join(build, "web"))
  page = await browse(chromium)
  writeFileSync(join(folder, "token"), token, { mode: 0o600 })
  await startService()
  door = spawn(program, ["--origin", server.address, "--token-file", join(folder, "token"), "--port", "0", "--socket", join(folder, "offhand.sock")])
  port = await new Promise((resolve, reject) => {
    let text = ""
    door.stderr.setEncoding("utf8").on("data", data => {
      const found = (text += data).match(/ws:\/\/127\.0\.0\.1:(\d+)/)
      if (found) resolve(found[1])
    })
    door.on("exit", () => reject(new Error(text)))
  })
})
after(async () => {
  await page?.close()
  server?.close()
  door?.kill()
  if (service) await stopService()
  rmSync(folder, { recursive: true, force: true })
})

test("a later line changes what is known of the service but not what is heard, and a listener that throws ends nothing", async context => {
  const sockets = [], sent = [], uncaught = [], heard = []
  context.mock.timers.enable({ apis: ["setTimeout"] })
  context.mock.method(globalThis, "queueMicrotask", job => uncaught.push(job))
  const { WebSocket } = globalThis
  context.after(() => { globalThis.WebSocket = WebSocket })
  globalThis.WebSocket = class {
    constructor() { sockets.push(this) }
    send(text) { sent.push(JSON.parse(text).subscribe) }
  }
  const { connect } = await import(join(build, "web/service.js"))
  const service = connect({ token })
  const say = line => sockets.at(-1).onmessage({ data: JSON.stringify(line) })
  service.on("away", () => { throw new Error("mine") })
  for (const name of ["hello", "away", "drawer", "lamp"]) service.on(name, () => heard.push(name))
  const end = service.on("bell", () => {})
  end()
  service.on("bell", () => heard.push("bell"))
  // Once more: the other listener of that name goes on.
  end()
  say({ panels: [] })
  assert.equal(service.hello, undefined)
  say({ hello: "offhand", version: 1, panels: [{ output: "DP-1" }], events: ["drawer"], menus: [] })
  say({ edges: "exclusive", panels: [], events: ["drawer", "lamp"], menus: [] })
  assert.deepEqual(service.hello, { hello: "offhand", version: 1, edges: "exclusive", panels: [], events: ["drawer", "lamp"], menus: [] })
  assert.deepEqual(sent, [["drawer"], ["drawer", "lamp"]])
  say({ id: 2, ok: true })
  await null
  // A finger may still be pulling at what has gone.
  say({ edges: "exclusive", panels: [], events: ["lamp"], menus: [] })
  assert.equal(sent.length, 2)
  // Nor does it end what is heard when another event is there.
  say({ edges: "exclusive", panels: [], events: ["lamp", "bell"], menus: [] })
  assert.deepEqual(sent[2], ["drawer", "lamp", "bell"])
  sockets[0].onclose({ reason: "" })
  say({ event: "bell" })
  assert.deepEqual(heard, ["hello", "hello", "hello", "hello", "away", "bell"])
  assert.throws(uncaught[0], /mine/)
  context.mock.timers.tick(500)
  assert.equal(sockets.length, 2)
  say({ hello: "offhand", version: 1, panels: [], events: ["lamp"], menus: [] })
  assert.deepEqual(sent.slice(3), [["lamp"]])
})

test("a page whose listeners are made anew at once goes on hearing what there is, though an event of theirs has gone", async context => {
  const sent = []
  const { WebSocket } = globalThis
  context.after(() => { globalThis.WebSocket = WebSocket })
  let socket
  globalThis.WebSocket = class {
    constructor() { socket = this }
    send(text) { sent.push(JSON.parse(text).subscribe) }
  }
  const { connect } = await import(join(build, "web/service.js"))
  const service = connect({ token })
  const say = line => socket.onmessage({ data: JSON.stringify(line) })
  const listen = () => ["drawer", "lamp"].map(name => service.on(name, () => {}))
  let ends = listen()
  say({ hello: "offhand", version: 1, panels: [], events: ["drawer", "lamp"], menus: [] })
  say({ id: 1, ok: true })
  await null
  say({ panels: [], events: ["lamp"], menus: [] })
  for (const end of ends) end()
  ends = listen()
  assert.deepEqual(sent.at(-1), ["lamp"])
  // What is refused is asked for again when there is news.
  say({ id: sent.length, error: "there is no lamp" })
  await new Promise(next => setImmediate(next))
  say({ panels: [], events: ["lamp"], menus: [] })
  assert.deepEqual(sent.at(-1), ["lamp"])
  await assert.rejects(service.request({ menu: 1n }), { name: "OffhandError", code: "refused", message: /no JSON/ })
  assert.equal(sent.length, 6)
})

test("what the page for the web shows hears a drawer, and opens a menu at a corner", async context => {
  const text = readFileSync(new URL("../../Sources/Offhand/Offhand.docc/ForTheWeb.md", import.meta.url), "utf8")
  const shown = text.match(/```js\n(import \{ connect \} from "\.\/offhand\.js"\n.*?)```/s)[1].replace(/^import .*\n/, "")
  const { WebSocket } = globalThis, moves = [], sent = []
  context.after(() => { globalThis.WebSocket = WebSocket })
  let socket
  globalThis.WebSocket = class {
    constructor() { socket = this }
    send(text) { sent.push(JSON.parse(text)) }
  }
  const say = line => socket.onmessage({ data: JSON.stringify(line) })
  const { connect } = await import(join(build, "web/service.js"))
  const { constructor: AsyncFunction } = async () => {}
  await new AsyncFunction("connect", "token", "drawer", "move", shown)(connect, token, "drawer", (_, value) => moves.push(value))
  say({ hello: "offhand", version: 1, panels: [], events: ["drawer", "staff"], menus: [] })
  say({ event: "drawer", state: "changed", progress: 0.25 })
  say({ event: "drawer", state: "ended", progress: 0.75, open: true })
  say({ event: "drawer", state: "cancelled", progress: 0.75, open: false })
  say({ event: "staff", state: "recognized" })
  await null
  assert.deepEqual(moves, [0.25, 1, 0])
  assert.deepEqual(sent.filter(({ menu }) => menu).map(({ menu }) => menu[0][0]), ["kbd"])
})

const connect = token => page.run(`(async () => {
  const { connect } = await import("/offhand.js")
  globalThis.told = []
  globalThis.service = connect({ url: "ws://127.0.0.1:${port}", token: "${token}" })
  for (const name of ["hello", "away", "drawer"]) service.on(name, ({ state, progress }) => told.push([name, state, progress].join(" ").trim()))
})()`)
/** Waits until `expression` holds in the page. */
async function until(expression) {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise(next => setTimeout(next, 20))) if (await page.run(expression)) return
  assert.fail(`${expression}: ${await page.run("told.join(', ')")}`)
}

test("a page hears an edge, opens a menu, and is told what is refused", how, async () => {
  await page.open(server.address + "/empty")
  await connect(token)
  await until("told.includes('drawer began 0.25')")
  assert.deepEqual(requests[0].subscribe, ["drawer"])
  assert.equal(await page.run("service.request({ menu: [['off', 'Shut down']] }).then(({ chosen }) => chosen)"), "off")
  assert.equal(await page.run("service.request({ curtain: 'up' }).catch(({ code, message }) => code + ': ' + message)"), "refused: there is no curtain")
})

test("a page hears that the service is away, and hears its events again when it is back", how, async () => {
  await stopService()
  await until("told.includes('away')")
  assert.equal(await page.run("service.request({ status: true }).catch(({ code }) => code)"), "away")
  await page.run("told.length = 0")
  await startService()
  await until("told.includes('hello') && told.includes('drawer began 0.25')")
  await page.run("service.close()")
})

test("a page without the token hears nothing", how, async () => {
  requests = []
  await page.open(server.address + "/empty")
  await connect("wrong")
  await until("told.filter(line => line === 'away').length > 1")
  assert.equal(await page.run("service.hello"), undefined)
  assert.deepEqual(requests, [])
  await page.run("service.close()")
})
