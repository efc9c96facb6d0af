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
const GZIPPED_BODY = gzipSync("uuid=x".padEnd(1_000_000, " "))

/** What a service, a proxy or a stranger may send: its title, headers and body. */
const ODD_BODIES: [string, Record<string, string>, RequestInit["body"]][] = [
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
  ["a gzipped body", { "content-type": FORM, "content-encoding": "gzip" }, GZIPPED_BODY],
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
  let appliedCart: AppliedCart
  let id: string

  beforeAll(async () => {
    appliedCart = await createAppliedCart()
    await disablePostbacks(appliedCart.token)
    id = (await getLatestApplication(appliedCart.cart.id)).id
  })

  const countUnprocessed = async () =>
    (await listPostbacks(id)).filter(({ processed_at }) => processed_at === null).length

  it.each(ODD_BODIES)(
    "is accepted with %s and causes one status check",
    async (_, headers, body) => {
      const checksBefore = (await listServiceCalls(appliedCart.token, "getStatus")).length
      const postbacksBefore = (await listPostbacks(id)).length
      const answer = await post(String(appliedCart.applied.notifyUrl), body, headers)
      expect(answer.status).toBe(200)
      await eventually(async () => {
        expect(await listPostbacks(id)).toHaveLength(postbacksBefore + 1)
        expect(await countUnprocessed()).toBe(0)
      })
      expect((await listPostbacks(id)).at(-1)).toMatchObject({
        body: null,
        fields: expect.any(Object) as object,
      })
      expect(await listServiceCalls(appliedCart.token, "getStatus")).toHaveLength(checksBefore + 1)
      expect(await getLatestApplication(appliedCart.cart.id)).toMatchObject({
        code: "P",
        review_reason: null,
      })
    }
  )

  it("is accepted when its sender disconnects midway", async () => {
    const { hostname, port, pathname } = new URL(String(appliedCart.applied.notifyUrl))
    const postbacksBefore = (await listPostbacks(id)).length
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 500\r\n\r\nuuid=aaa`
    const socket = connect(Number(port), hostname)
    socket.write(head)
    await sleep(200)
    socket.destroy()
    await eventually(async () => {
      expect(await listPostbacks(id)).toHaveLength(postbacksBefore + 1)
      expect(await countUnprocessed()).toBe(0)
    })
  })

  it("leaves its unknown fields in no table and no log (G3)", async () => {
    const body = `ssn=${SECRET}&dob=${SECRET}&uuid=${appliedCart.token}&monthlyIncome=${SECRET}`
    await post(String(appliedCart.applied.notifyUrl), body)
    await post(String(appliedCart.applied.notifyUrl), `{"${SECRET}":{"ssn":"${SECRET}"}`)
    await eventually(async () => expect(await countUnprocessed()).toBe(0))
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
    const startedAt = Date.now()
    const { status } = await post(String(applied.notifyUrl), `uuid=${token}`)
    expect(status).toBe(200)
    // An answer after the check would take the ten seconds of the check.
    expect(Date.now() - startedAt).toBeLessThan(8_000)
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
    const checksBefore = (await listServiceCalls(token, "getStatus")).length
    const pendingAnswers = Array.from({ length: 50 }, () =>
      post(String(applied.notifyUrl), `uuid=${token}&payment_status=pending`)
    )
    const startedAt = Date.now()
    const answers = await Promise.all(pendingAnswers)
    // At most one run every half second while the machine accepts them.
    const maxChecks = Math.max(8, 4 + (Date.now() - startedAt) / 500)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await waitForOrder(cart.id)
    await eventually(async () => {
      const postbacks = await listPostbacks(id)
      expect(postbacks).toHaveLength(50)
      expect(postbacks.filter(({ processed_at }) => processed_at === null)).toEqual([])
    })
    await sleep(3_000)
    const checkCount = (await listServiceCalls(token, "getStatus")).length - checksBefore
    expect(checkCount).toBeLessThanOrEqual(maxChecks)
    expect((await listServiceCalls(token, "validatePostback")).length).toBeLessThanOrEqual(
      maxChecks
    )
  })
})
