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
const SEARCHED_TEXTS = [...Object.values(CANARY), "2127315829", "canary-9b1e2c"]

const answers: string[] = []
const claims: string[] = []

type RequestOverrides = {
  method?: string
  type?: string
  path?: string
  headers?: Record<string, string>
}

async function send(body: string, overrides: RequestOverrides = {}): Promise<number> {
  const path = overrides.path ?? "/store/consumer-financing/pre-approvals"
  const answer = await fetch(run.storeUrl + path, {
    method: overrides.method ?? "POST",
    headers: {
      "content-type": overrides.type ?? "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
      ...overrides.headers,
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

const canaryJson = JSON.stringify(CANARY)

async function injectServiceAnswer(fault: { status: number; body: string; when?: "after" }) {
  const operation = "createPreApproval" as const
  await simulator.fault({ operation, kind: "status", nth: 1, count: 1, ...fault })
}

/** Sends the personal data in every way that a request can succeed or fail. */
async function sendAllRequests(): Promise<void> {
  expect(await send(canaryJson)).toBe(200)
  for (const invalidBody of [
    canaryJson.slice(0, -1),
    `${canaryJson}}`,
    `[${canaryJson}]`,
    CANARY.email,
  ]) {
    expect(await send(invalidBody)).toBe(400)
  }
  expect(await send(canaryJson, { type: "text/plain" })).toBe(415)
  expect(await send(canaryJson.padEnd(40_000))).toBe(413)
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect(await send(canaryJson.slice(0, -1), { method })).toBe(404)
  }
  const staffRoute = { path: "/admin/consumer-financing/pre-approvals" }
  expect(await send(canaryJson.slice(0, -1), staffRoute)).toBe(401)
  for (const value of Object.values(CANARY)) {
    const invalidPerson = {
      [value]: value,
      first_name: { value },
      email: `${value} ${value}`,
      cell_phone: 5,
    }
    expect(await send(JSON.stringify(invalidPerson))).toBe(400)
  }
  const echo = JSON.stringify({ error: CANARY.last_name, message: canaryJson, url: CANARY.email })
  for (const status of [400, 404, 409, 422, 500]) {
    await injectServiceAnswer({ status, body: echo, when: "after" })
    expect([200, 400]).toContain(await send(canaryJson))
  }
  await injectServiceAnswer({ status: 200, body: echo })
  expect(await send(canaryJson)).toBe(200)
  await admin.adminApi.post(staffRoute.path, { ...CANARY, suppress_notification: true })
  await admin.adminApi
    .post(staffRoute.path, { ...CANARY, email: `${CANARY.email}!!` })
    .catch((error: unknown) => answers.push(JSON.stringify(error)))
  answers.push(JSON.stringify(await admin.adminApi.get(staffRoute.path)))
}

describe("the privacy of a pre-approval (G3, I10)", () => {
  let log: string
  let database: string

  beforeAll(async () => {
    await sendAllRequests()
    const path = "/admin/consumer-financing/pre-approvals"
    const { pre_approvals } = await admin.adminApi.get<{
      pre_approvals: { id: string; state: string; requested_by: string }[]
    }>(path)
    const waitingPreApproval = pre_approvals
      .filter(({ state }) => state === "awaiting-customer")
      .at(-1)
    await approvePreApproval(String(waitingPreApproval?.id))
    const cart = await createCart()
    await attachPreApproval(cart.id, String(claims[0]))
    await shop.choosePaymentMethod(cart.id)
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
  }, 120_000)

  it("the personal data reaches the service", async () => {
    const calls = await simulator.calls({ operation: "createPreApproval" })
    const callsWithPhone = calls.filter(({ request }) =>
      JSON.stringify(request).includes("2127315829")
    )
    expect(callsWithPhone.length).toBeGreaterThan(5)
  })

  it.each(SEARCHED_TEXTS)("%s is in no log line, no row and no answer", (canary) => {
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
