// A headless Chromium that is told what to do over a pipe, and a server of .build/web with a strict Content-Security-Policy.
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join, normalize } from "node:path"

const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".jpg": "image/jpeg" }
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws://127.0.0.1:*; style-src 'self'; img-src 'self'; worker-src 'self'"

/** Serves `folder`, and an empty page at /empty, until `close()`; a path that begins with /strict/ may not use WebAssembly. Pages may
 * connect to the server and to WebSockets of this machine. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname)
    const isStrict = path.startsWith("/strict/")
    if (path === "/favicon.ico") return response.writeHead(204).end()
    try {
      const body = path.endsWith("/empty") ? "<!doctype html><title>empty</title><body>" : readFileSync(join(folder, path))
      response.writeHead(200, {
        "content-type": kinds[extname(path)] ?? "text/html", "content-security-policy": isStrict ? policy.replace(" 'wasm-unsafe-eval'", "") : policy,
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise(resolve => server.listen(0, "127.0.0.1", () => {
    resolve({ address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() })
  }))
}

/** Starts Chromium with a page of `width` by `height`. */
export async function browse(program, { width = 1280, height = 800 } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "offhand-web-"))
  const browser = spawn(program, [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${profile}`,
    `--window-size=${width},${height}`, "--touch-events=enabled", "about:blank",
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] })
  const waiting = new Map(), log = []
  let serial = 0, rest = "", session
  browser.stdio[4].setEncoding("utf8").on("data", data => {
    const messages = (rest + data).split("\0")
    rest = messages.pop()
    for (const message of messages.map(text => JSON.parse(text))) {
      if (message.id) {
        const { resolve, reject } = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.error) reject(new Error(message.error.message))
        else resolve(message.result)
      } else if (message.method === "Runtime.exceptionThrown") {
        const { exception, text } = message.params.exceptionDetails
        log.push(exception?.description ?? text)
      } else if (message.method === "Log.entryAdded") log.push(message.params.entry.text)
    }
  })
  const call = (method, params = {}, sessionId = session) => new Promise((resolve, reject) => {
    waiting.set(++serial, { resolve, reject })
    browser.stdio[3].write(JSON.stringify({ id: serial, method, params, sessionId }) + "\0")
  })
  const { targetInfos } = await call("Target.getTargets")
  const { targetId } = targetInfos.find(({ type }) => type === "page")
  session = (await call("Target.attachToTarget", { targetId, flatten: true })).sessionId
  for (const domain of ["Page", "Runtime", "Log"]) await call(`${domain}.enable`)
  await call("Emulation.setDeviceMetricsOverride", {
    width, height, screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: false,
  })
  await call("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 10 })
  return {
    /** What the page logged that nobody caught. */
    log,
    call,
    async open(address) {
      // Touches that the page has not answered yet would keep the next page from having any.
      await this.run("new Promise(next => requestAnimationFrame(() => setTimeout(next, 30)))")
      log.length = 0
      await call("Page.navigate", { url: address })
      while (await this.run("document.readyState !== 'complete' || location.href === 'about:blank'")) await new Promise(next => setTimeout(next, 20))
    },
    async run(expression) {
      const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    /** All touches of one moment: {id: [x, y]}; `type` is touchStart, touchMove, touchEnd or touchCancel. */
    touch: (type, points = {}) => call("Input.dispatchTouchEvent", {
      type, touchPoints: Object.entries(points).map(([id, [x, y]]) => ({ id: Number(id), x, y, radiusX: 5, radiusY: 5 })),
    }),
    async picture() { return Buffer.from((await call("Page.captureScreenshot", { format: "png" })).data, "base64") },
    async close() {
      const ended = new Promise(resolve => browser.on("exit", resolve))
      // It may end before it answers, or never.
      call("Browser.close", {}, undefined).catch(() => {})
      const late = setTimeout(() => browser.kill("SIGKILL"), 5000)
      await ended
      clearTimeout(late)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
