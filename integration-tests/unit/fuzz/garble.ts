import { deflateSync, gzipSync } from "node:zlib"
import { CANARY } from "./odd-values"
import type { Random } from "./random"

type Garble = (bytes: Buffer, random: Random) => Buffer

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Ways to corrupt the bytes of a body. */
const GARBLES: Record<string, Garble> = {
  cutOff: (bytes, random) => bytes.subarray(0, random.int(bytes.length + 1)),
  flipBit: (bytes, random) => {
    const copy = Buffer.from(bytes)
    const at = random.int(Math.max(1, bytes.length))
    copy[at] = (copy[at] ?? 0) ^ (1 << random.int(8))
    return copy
  },
  insertBytes: (bytes, random) => {
    const at = random.int(bytes.length + 1)
    const more = random.pick([[0], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x0d, 0x0a], [0x22]])
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])
  },
  removeBytes: (bytes, random) => {
    const at = random.int(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.int(8))])
  },
  repeatBody: (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(random.pick(["", "\n", ",", " "])), bytes]),
  addByteOrderMark: (bytes, random) =>
    Buffer.concat([...Array<Buffer>(1 + random.int(2)).fill(BYTE_ORDER_MARK), bytes]),
  utf16: (bytes, random) => {
    const wide = Buffer.from(bytes.toString("utf8"), "utf16le")
    return random.oneIn(2) ? wide : Buffer.concat([Buffer.from([0xff, 0xfe]), wide.swap16()])
  },
  latin1: (bytes) => Buffer.from(bytes.toString("utf8"), "latin1"),
  compress: (bytes, random) => random.pick([gzipSync, deflateSync])(bytes),
  addText: (bytes, random) => {
    const [before, after] = random.pick([
      [")]}',\n", ""],
      ["callback(", ");"],
      ["// so be it\n", ""],
      ["", " trailing"],
      ["", ",}"],
      ["\u00a0", "\u2028"],
      ["--x\r\n\r\n", "\r\n--x--"],
    ] as const)
    return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])
  },
  htmlPage: () =>
    Buffer.from(`<!doctype html><html><title>502 Bad Gateway</title><p>${CANARY}</p></html>`),
  markup: () => Buffer.from(`<?xml version="1.0"?><error><message>${CANARY}</message></error>`),
  noise: (_bytes, random) =>
    Buffer.from(Array.from({ length: random.int(200) }, () => random.int(256))),
  nothing: () => Buffer.alloc(0),
}

export const GARBLE_NAMES = Object.keys(GARBLES)

export function garble(bytes: Buffer, name: string, random: Random): Buffer {
  return GARBLES[name]?.(bytes, random) ?? bytes
}
