import { readFile } from "node:fs/promises"
import { readDatabaseText } from "./database-content"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { attachPreApproval, approvePreApproval } from "./pre-approval-steps"

const { run, shop, admin, simulator } = createHarness()

/** Personal data that is sent to the service and must not appear anywhere afterwards. */
const CANARY = {
  first_name: "Canaryfirst4d1f",
  last_name: "Canarylast77ce",
  email: "canary-9b1e2c@person.example",
  cell_phone: "212-731-5829",
}
const SOUGHT = [...Object.values(CANARY), "2127315829", "canary-9b1e2c"]

const answers: string[] = []
const claims: string[] = []

type Sending = { method?: string; type?: string; path?: string; headers?: Record<string, string> }

async function send(body: string, sending: Sending = {}): Promise<number> {
  const path = sending.path ?? "/store/consumer-financing/pre-approvals"
  const answer = await fetch(run.storeUrl + path, {
    method: sending.method ?? "POST",
    headers: {
      "content-type": sending.type ?? "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
      ...sending.headers,
    },
    body,
  })
  const text = await answer.text()
  answer.headers.forEach((value, name) => answers.push(`${name}: ${value}`))
  answers.push(text.replace(/"claim":"[^"]*"/, ""))
  const [, claim] = /"claim":"([^"]+)"/.exec(text) ?? []
  if (claim) claims.push(claim)
  return answer.status
}

const whole = JSON.stringify(CANARY)

async function serviceAnswers(fault: { status: number; body: string; when?: "after" }) {
  const operation = "createPreApproval" as const
  await simulator.fault({ operation, kind: "status", nth: 1, count: 1, ...fault })
}

/** Sends the personal data in every way that a request can succeed or fail. */
async function everything(): Promise<void> {
  expect(await send(whole)).toBe(200)
  for (const broken of [whole.slice(0, -1), `${whole}}`, `[${whole}]`, CANARY.email]) {
    expect(await send(broken)).toBe(400)
  }
  expect(await send(whole, { type: "text/plain" })).toBe(415)
  expect(await send(whole.padEnd(40_000))).toBe(413)
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect(await send(whole.slice(0, -1), { method })).toBe(404)
  }
  const staff = { path: "/admin/consumer-financing/pre-approvals" }
  expect(await send(whole.slice(0, -1), staff)).toBe(401)
  for (const value of Object.values(CANARY)) {
    const wrong = {
      [value]: value,
      first_name: { value },
      email: `${value} ${value}`,
      cell_phone: 5,
    }
    expect(await send(JSON.stringify(wrong))).toBe(400)
  }
  const echo = JSON.stringify({ error: CANARY.last_name, message: whole, url: CANARY.email })
  for (const status of [400, 404, 409, 422, 500]) {
    await serviceAnswers({ status, body: echo, when: "after" })
    expect([200, 400]).toContain(await send(whole))
  }
  await serviceAnswers({ status: 200, body: echo })
  expect(await send(whole)).toBe(200)
  await admin.adminApi.post(staff.path, { ...CANARY, suppress_notification: true })
  await admin.adminApi
    .post(staff.path, { ...CANARY, email: `${CANARY.email}!!` })
    .catch((error: unknown) => answers.push(JSON.stringify(error)))
  answers.push(JSON.stringify(await admin.adminApi.get(staff.path)))
}

describe("the privacy of a pre-approval (G3, I10)", () => {
  let log: string
  let database: string

  beforeAll(async () => {
    await everything()
    const path = "/admin/consumer-financing/pre-approvals"
    const { pre_approvals } = await admin.adminApi.get<{
      pre_approvals: { id: string; state: string; requested_by: string }[]
    }>(path)
    const first = pre_approvals.filter(({ state }) => state === "awaiting-customer").at(-1)
    await approvePreApproval(String(first?.id))
    const cart = await createCart()
    await attachPreApproval(cart.id, String(claims[0]))
    await shop.choosePaymentMethod(cart.id)
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
  }, 120_000)

  it("the personal data reaches the service", async () => {
    const calls = await simulator.calls({ operation: "createPreApproval" })
    const withPhone = calls.filter(({ request }) => JSON.stringify(request).includes("2127315829"))
    expect(withPhone.length).toBeGreaterThan(5)
  })

  it.each(SOUGHT)("%s is in no log line, no row and no answer", (canary) => {
    expect(log.length).toBeGreaterThan(1_000)
    expect(database).toContain("financing_pre_approval")
    expect(answers.length).toBeGreaterThan(30)
    for (const sink of [log, database, answers.join("\n")]) expect(sink).not.toContain(canary)
  })

  it("the claim is in no log line, no row and no later answer", () => {
    expect(claims.length).toBeGreaterThan(0)
    for (const claim of claims) {
      for (const sink of [log, database, answers.join("\n")]) expect(sink).not.toContain(claim)
    }
  })
})
