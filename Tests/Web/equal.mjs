// Plays a tape of calls (Tests/Support/TouchTape) through offhand.wasm and compares every field of every event and place, as 64 bits,
// with what Tests/Web/play.c wrote: node equal.mjs WEB TAPE RESULTS PIPELINE plain|hand|place
//
// Ends with 1 where one differs, after a line for each field: how often, how far in units of the last place, and where first.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [web, tape, results, pipeline, mode] = process.argv.slice(2)
const { enums, structs } = await import(pathToFileURL(`${web}/abi.js`))
const { instance } = await WebAssembly.instantiate(readFileSync(`${web}/offhand.wasm`))
const calls = instance.exports
let data = new DataView(calls.memory.buffer)
const view = () => data.buffer === calls.memory.buffer ? data : (data = new DataView(calls.memory.buffer))
const words64 = path => {
  const bytes = readFileSync(path)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
const expected = words64(results), given = words64(tape)

let at = 0, events = 0, places = 0, recording = 0
const differences = new Map()
function compare(field, got) {
  const wanted = at + 8 <= expected.byteLength ? expected.getBigUint64(at, true) : undefined
  at += 8
  if (wanted === got) return
  if (field === "tag") throw new Error(`recording ${recording}: other results in a frame, ${wanted} and ${got}, after ${events} events`)
  const far = wanted > got ? wanted - got : got - wanted
  const known = differences.get(field) ?? { count: 0, far: 0n, recording }
  differences.set(field, { ...known, count: known.count + 1, far: far > known.far ? far : known.far })
}
const names = new Map()
/** The name at `start` as play.c writes it; it stays as long as the handle. */
function nameSum(start) {
  if (!names.has(start)) {
    let sum = 0n
    for (let byte, index = start; (byte = view().getUint8(index)); index++) sum = BigInt.asUintN(64, sum * 31n + BigInt(byte))
    names.set(start, sum)
  }
  return names.get(start)
}
const fields = Object.fromEntries(["event", "placement"].map(name => {
  return [name, Object.entries(structs[name].fields).map(([field, place]) => [`${name}.${field}`, ...place])]
}))
function compareStruct(name, place) {
  const data = view()
  for (const [field, offset, type] of fields[name]) {
    const from = place + offset
    if (type === "text") compare(field, nameSum(data.getUint32(from, true)))
    else if (["f64", "i64", "u64"].includes(type)) compare(field, data.getBigUint64(from, true))
    else compare(field, BigInt(type === "u8" ? data.getUint8(from) : data.getUint32(from, true)))
  }
}
function drain() {
  let last = 0
  for (let event; (event = calls.offhand_next(handle)); last = event, events++) {
    compare("tag", 1n)
    compareStruct("event", event)
  }
  return last
}
function write(name, place, values) {
  const data = view()
  new Uint8Array(data.buffer, place, structs[name].size).fill(0)
  for (const [field, value] of Object.entries({ ...structs[name].fields.size && { size: structs[name].size }, ...values })) {
    const [offset, type] = structs[name].fields[field]
    if (type === "f64") data.setFloat64(place + offset, value, true)
    else if (type === "u64") data.setBigUint64(place + offset, value, true)
    else data.setUint32(place + offset, value, true)
  }
  return place
}

const [panel, options, request, time, reason, name] = Array.from({ length: 6 }, () => calls.malloc(512))
new Uint8Array(calls.memory.buffer, name, pipeline.length + 1).set([...pipeline].map(letter => letter.charCodeAt(0)).concat(0))
let handle = 0, frames = 0
const start = performance.now()
for (let offset = 0; offset < given.byteLength; offset += 64) {
  const call = Number(given.getBigUint64(offset, true)), device = given.getUint32(offset + 8, true), slot = given.getInt32(offset + 16, true)
  const moment = given.getBigInt64(offset + 24, true)
  const [x, y, z, w] = [32, 40, 48, 56].map(more => given.getFloat64(offset + more, true))
  if (call === 0) {
    calls.offhand_unref(handle)
    names.clear()
    recording++
    handle = calls.offhand_new(write("options", options, {
      pipeline: name, outputs: write("rect", panel, { x, y, width: z, height: w }), outputCount: 1,
      flags: mode === "plain" ? 0 : enums.flags["infer-hand"], posture: device,
    }), reason, 300)
    if (!handle) throw new Error(`recording ${recording} is refused`)
  } else if (call === 1) calls.offhand_down(handle, device, slot, moment, x, y)
  else if (call === 2) calls.offhand_motion(handle, device, slot, moment, x, y)
  else if (call === 3) calls.offhand_shape(handle, device, slot, moment, x, y, z)
  else if (call === 4) calls.offhand_up(handle, device, slot, moment)
  else if (call === 5) calls.offhand_cancel_touch(handle, device, slot, moment)
  else if (call === 6) calls.offhand_cancel_device(handle, device, moment)
  else if (call === 7) calls.offhand_cancel(handle, moment)
  else if (call === 8) calls.offhand_frame(handle)
  else {
    while (calls.offhand_deadline(handle, time)) {
      calls.offhand_advance(handle, view().getBigInt64(time, true))
      drain()
    }
  }
  const last = drain()
  if (call !== 8) continue
  frames++
  if (mode === "plain") continue
  compare("tag", 2n)
  compare("hand", BigInt(calls.offhand_hand(handle, time)))
  compare("confidence", view().getBigUint64(time, true))
  if (mode !== "place") continue
  const place = calls.offhand_place(handle, write("request", request, {
    id: 2n ** 64n - 1n, width: 40, height: 30, role: enums.role.popover, event: last,
  }))
  compare("tag", 3n)
  places++
  if (place) compareStruct("placement", place)
}
if (at !== expected.byteLength) throw new Error(`${expected.byteLength - at} bytes of results are missing`)
const seconds = (performance.now() - start) / 1000
for (const [field, { count, far, recording }] of differences) {
  console.log(`${field} differs ${count} times, by up to ${far} units of the last place, first in recording ${recording}`)
}
console.log(`${pipeline}, ${mode}: ${recording} recordings, ${frames} frames, ${events} events, ${places} places, ${differences.size} fields differ, ` +
  `${seconds.toFixed(1)} s`)
process.exit(differences.size ? 1 : 0)
