// Recordings of people give the same bits through the wasm as through liboffhand, in every field of every event and place.
//
// Needs TouchTape (a build of the package), .build/library (scripts/package library), and the recordings of $OFFHAND_CORPUS or ../shared.
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))
const traces = join(process.env.OFFHAND_CORPUS ?? join(root, "../shared"), "traces")
const tool = ["release", "debug"].map(build => join(root, ".build", build, "TouchTape")).find(existsSync)
const library = join(root, ".build/library")
const lacks =
  !existsSync(traces) ? "there are no recordings of people: set OFFHAND_CORPUS"
  : !tool ? "there is no TouchTape: swift build"
  : !existsSync(join(library, "lib/liboffhand.so")) ? "there is no liboffhand: scripts/package library" : false

let folder
before(() => {
  if (lacks) return
  folder = mkdtempSync(join(tmpdir(), "offhand-equal-"))
  // devices.jsonl describes devices and records nothing.
  const files = readdirSync(traces).filter(name => /\.jsonl(\.gz)?$/.test(name) && name !== "devices.jsonl").sort()
  redirected(tool, files.map(name => join(traces, name)), undefined, join(folder, "tape"))
  execFileSync("cc", [
    "-O1", "-Wall", "-Wextra", "-Werror", `-I${library}/include`, join(root, "Tests/Web/play.c"), "-o", join(folder, "play"), `-L${library}/lib`,
    "-loffhand", `-Wl,-rpath,${library}/lib`,
  ])
})
after(() => folder && rmSync(folder, { recursive: true }))

/** Runs a program from and to files. */
function redirected(program, words, input, output) {
  const ends = [input ? openSync(input, "r") : "ignore", openSync(output, "w"), "inherit"]
  // glibc takes other exp, log, sin and cos where the processor multiplies and adds in one step; their last bits differ from those of musl,
  // and from its own elsewhere: in 14 of some 450,000 probabilities of a hand, by up to 3 units of the last place.
  const env = { ...process.env, GLIBC_TUNABLES: "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-FMA_Usable,-FMA4_Usable,-AVX2_Usable" }
  const { status } = spawnSync(program, words, { stdio: ends, env })
  for (const end of ends) if (typeof end === "number") closeSync(end)
  assert.equal(status, 0, `${program} ended with ${status}`)
}

const runs = ["standard", "multitap", "original", "navigation", "measure"].map(name => [name, "hand"])
for (const [pipeline, mode] of [["standard", "plain"], ...runs, ["standard", "place"]]) {
  test(`${pipeline}, ${mode}: the same bits`, { skip: lacks }, () => {
    const results = join(folder, "results")
    redirected(join(folder, "play"), [pipeline, mode], join(folder, "tape"), results)
    const words = [join(root, "Tests/Web/equal.mjs"), join(root, ".build/web"), join(folder, "tape"), results, pipeline, mode]
    const { status, stdout, stderr } = spawnSync("node", words, { encoding: "utf8" })
    console.log(stdout.trim())
    assert.equal(status, 0, stdout + stderr)
  })
}
