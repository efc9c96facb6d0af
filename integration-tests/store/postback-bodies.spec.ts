import { readFile } from "node:fs/promises"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { readDatabaseText } from "./database-content"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication } from "./plugin-records"
import { listPostbacks, post } from "./postback-steps"
import {
  type AppliedCart,
  createAppliedCart,
  waitForOrder,
  signApplication,
  disablePostbacks,
} from "./purchases"

const { run, simulator, admin } = createHarness()

const SECRET = `078-05-1120-${Date.now()}`
const FORM = "application/x-www-form-urlencoded"
const gzipped = gzipSync("uuid=x".padEnd(1_000_000, " "))

/** What a service, a proxy or a stranger may send: its title, headers and body. */
const ODD: [string, Record<string, string>, RequestInit["body"]][] = [
  ["an empty body", {}, ""],
  ["JSON", { "content-type": "application/json" }, `{"uuid":"some-token","ssn":"${SECRET}"}`],
  ["plain text", { "content-type": "text/plain" }, `the ssn is ${SECRET}`],
  ["repeated keys", { "content-type": FORM }, "uuid=aaaaaaaaa&uuid=bbbbbbbbb&uuid[]=c"],
  ["arrays", { "content-type": "application/json" }, '{"uuid":["a"],"payment_status":{"$gt":""}}'],
  [
    "prototype keys",
    { "content-type": "application/json" },
    '{"__proto__":{"uuid":"a"},"constructor":{"prototype":1}}',
  ],
  ["a byte order mark", { "content-type": "application/json" }, '\uFEFF{"uuid":"aaaaaaaaa"}'],
  ["NUL bytes", { "content-type": FORM }, "uuid=\0\0&lender=a%00b\0"],
  [
    "a NUL and a lone surrogate in JSON",
    { "content-type": "application/json" },
    '{"lender":"a\\u0000b\\ud800"}',
  ],
  ["truncated JSON", { "content-type": "application/json" }, '{"uuid":"aaaaaaaa'],
  [
    "binary data",
    { "content-type": "application/octet-stream" },
    Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0]),
  ],
  ["two megabytes", { "content-type": FORM }, `uuid=aaaaaaaaa&x=${"x".repeat(2_000_000)}`],
  ["a gzipped body", { "content-type": FORM, "content-encoding": "gzip" }, gzipped],
  [
    "a body falsely declared as gzipped",
    { "content-type": FORM, "content-encoding": "gzip" },
    "uuid=aaaaaaaaa",
  ],
  [
    "an unknown charset",
    { "content-type": "application/json; charset=utf-42" },
    '{"uuid":"aaaaaaaaa"}',
  ],
  ["an invalid content type", { "content-type": ";;;" }, "uuid=aaaaaaaaa"],
  [
    "multipart form data",
    { "content-type": "multipart/form-data; boundary=x" },
    "--x\r\n\r\nuuid\r\n--x--",
  ],
]

describe("A postback with an odd body (B12)", () => {
  let made: AppliedCart
  let id: string

  beforeAll(async () => {
    made = await createAppliedCart()
    await disablePostbacks(made.token)
    id = (await getLatestApplication(made.cart.id)).id
  })

  const waiting = async () =>
    (await listPostbacks(id)).filter(({ processed_at }) => processed_at === null).length

  it.each(ODD)("is accepted with %s and causes one status check", async (_, headers, body) => {
    const looks = (await listServiceCalls(made.token, "getStatus")).length
    const before = (await listPostbacks(id)).length
    const answer = await post(String(made.applied.notifyUrl), body, headers)
    expect(answer.status).toBe(200)
    await eventually(async () => {
      expect(await listPostbacks(id)).toHaveLength(before + 1)
      expect(await waiting()).toBe(0)
    })
    expect((await listPostbacks(id)).at(-1)).toMatchObject({
      body: null,
      fields: expect.any(Object) as object,
    })
    expect(await listServiceCalls(made.token, "getStatus")).toHaveLength(looks + 1)
    expect(await getLatestApplication(made.cart.id)).toMatchObject({
      code: "P",
      review_reason: null,
    })
  })

  it("is accepted when its sender disconnects midway", async () => {
    const { hostname, port, pathname } = new URL(String(made.applied.notifyUrl))
    const before = (await listPostbacks(id)).length
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 500\r\n\r\nuuid=aaa`
    const socket = connect(Number(port), hostname)
    socket.write(head)
    await sleep(200)
    socket.destroy()
    await eventually(async () => {
      expect(await listPostbacks(id)).toHaveLength(before + 1)
      expect(await waiting()).toBe(0)
    })
  })

  it("leaves its unknown fields in no table and no log (G3)", async () => {
    const body = `ssn=${SECRET}&dob=${SECRET}&uuid=${made.token}&monthlyIncome=${SECRET}`
    await post(String(made.applied.notifyUrl), body)
    await post(String(made.applied.notifyUrl), `{"${SECRET}":{"ssn":"${SECRET}"}`)
    await eventually(async () => expect(await waiting()).toBe(0))
    expect(await readDatabaseText(run.databaseUrl)).not.toContain(SECRET)
    expect(await readFile(run.storeLogFile, "utf8")).not.toContain(SECRET)
  })
})

describe("A postback", () => {
  afterEach(() => simulator.clearFaults())

  it("is answered before the plugin calls the service", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await disablePostbacks(token)
    await signApplication(token)
    await injectFault(token, { operation: "getStatus", kind: "drip", intervalMs: 200 })
    const begun = Date.now()
    const { status } = await post(String(applied.notifyUrl), `uuid=${token}`)
    expect(status).toBe(200)
    // An answer after the check would take the ten seconds of the check.
    expect(Date.now() - begun).toBeLessThan(8_000)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await simulator.clearFaults()
    // The hanging status check is given up after ten seconds, and the next one is due soon.
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
  })

  it("that arrives fifty times at once causes few status checks and one order (B4, B11)", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await disablePostbacks(token)
    await signApplication(token)
    const { id } = await getLatestApplication(cart.id)
    const looks = (await listServiceCalls(token, "getStatus")).length
    const posts = Array.from({ length: 50 }, () =>
      post(String(applied.notifyUrl), `uuid=${token}&payment_status=pending`)
    )
    const begun = Date.now()
    const answers = await Promise.all(posts)
    // At most one run every half second while the machine accepts them.
    const most = Math.max(8, 4 + (Date.now() - begun) / 500)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await waitForOrder(cart.id)
    await eventually(async () => {
      const inbox = await listPostbacks(id)
      expect(inbox).toHaveLength(50)
      expect(inbox.filter(({ processed_at }) => processed_at === null)).toEqual([])
    })
    await sleep(3_000)
    const looked = (await listServiceCalls(token, "getStatus")).length - looks
    expect(looked).toBeLessThanOrEqual(most)
    expect((await listServiceCalls(token, "validatePostback")).length).toBeLessThanOrEqual(most)
  })
})
