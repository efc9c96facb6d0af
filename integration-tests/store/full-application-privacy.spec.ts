import { readFile } from "node:fs/promises"
import { readDatabaseText } from "./database-content"
import {
  buildApplicationForm,
  formatFutureDay,
  createCartWithOffers,
  selectOffer,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"

const { run, simulator } = createHarness()

/** Unique values that a shopper sends once, and that must not appear anywhere afterwards. */
const CANARY = {
  ssn: "731-58-2946",
  ssnDigits: "731582946",
  birthDate: "1951-10-23",
  income: 7318529,
  license: "CANARY-LICENSE-9f2e71",
  occupation: "canary-occupation-c04d88",
  otherIncome: 618273.45,
  employer: "Canary Employer 5b1fa2",
  homePhone: "canary-phone-77d1",
}

const SOUGHT = [
  CANARY.ssn,
  CANARY.ssnDigits,
  CANARY.birthDate,
  String(CANARY.income),
  CANARY.license,
  CANARY.occupation,
  String(CANARY.otherIncome),
  CANARY.employer,
  CANARY.homePhone,
]

const form = () =>
  buildApplicationForm({
    personal: {
      ssn: CANARY.ssn,
      birth_date: CANARY.birthDate,
      home_phone: CANARY.homePhone,
      license: { number: CANARY.license, state: "NY", expires_on: formatFutureDay(900) },
    },
    employment: {
      monthly_income: CANARY.income,
      occupation: CANARY.occupation,
      other_income: CANARY.otherIncome,
      employer_name: CANARY.employer,
    },
  })

const answers: string[] = []

type Sending = { method?: string; type?: string; path?: string }

/** Sends a body as it is, and records the answer. */
async function send(cartId: string, body: string, sending: Sending = {}): Promise<number> {
  const path = sending.path ?? `/store/consumer-financing/carts/${cartId}/applications`
  const answer = await fetch(run.storeUrl + path, {
    method: sending.method ?? "POST",
    headers: {
      "content-type": sending.type ?? "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
    },
    body,
  })
  answer.headers.forEach((value, name) => answers.push(`${name}: ${value}`))
  answers.push(await answer.text())
  return answer.status
}

const whole = JSON.stringify(form())

/** Makes the service answer this once, in place of its own answer to a cart's full application. */
async function serviceAnswers(
  cartId: string,
  fault: { status: number; body: string; when?: "before" | "after" }
): Promise<void> {
  const match = { orderId: `${cartId}-1` }
  const operation = "createFullApplication" as const
  await simulator.fault({ operation, kind: "status", count: 1, match, ...fault })
}

/** Sends the canaries in every way: valid, in broken bodies, and echoed by the service. */
async function everything(): Promise<void> {
  const { cart } = await createCartWithOffers()
  expect(await send(cart.id, whole)).toBe(200)
  for (const last_name of ["Declined", "Review", "Mismatch"]) {
    const { id } = await createCart({ address: { last_name } })
    expect(await send(id, whole)).toBe(200)
  }
  const small = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
  expect(await send(small.id, whole)).toBe(200)
  await brokenBodies((await createCart()).id)
  await echoingService()
}

async function brokenBodies(cartId: string): Promise<void> {
  expect(await send(cartId, whole.slice(0, -1))).toBe(400)
  expect(await send(cartId, `${whole}}`)).toBe(400)
  expect(await send(cartId, CANARY.ssn)).toBe(400)
  expect(await send(cartId, `[${whole}]`)).toBe(400)
  expect(await send(cartId, whole, { type: "text/plain" })).toBe(415)
  const fields = `ssn=${CANARY.ssn}&birth_date=${CANARY.birthDate}&license=${CANARY.license}`
  expect(await send(cartId, fields, { type: "application/x-www-form-urlencoded" })).toBe(415)
  expect(await send(cartId, whole.padEnd(40_000))).toBe(413)
  expect(await send("cart_01UNKNOWN", whole)).toBe(404)
  // Routes and methods that do not exist, and other spellings of the one that does.
  const path = `/store/consumer-financing/carts/${cartId}/applications`
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect(await send(cartId, whole.slice(0, -1), { method })).toBe(404)
  }
  expect(await send(cartId, whole.slice(1), { path: `${path}/` })).toBe(400)
  expect(
    await send(cartId, whole.slice(1), { path: path.toUpperCase().replace(/CART_\w+/, cartId) })
  ).toBeGreaterThanOrEqual(400)
  expect(await send(cartId, whole.slice(1), { path: `${path}/current` })).toBe(404)
  for (const wrong of wrongForms()) expect(await send(cartId, JSON.stringify(wrong))).toBe(400)
}

/** Builds forms whose fields hold a canary that is refused there. */
function wrongForms(): unknown[] {
  const all = [CANARY.ssn, CANARY.birthDate, CANARY.license, CANARY.income, CANARY.otherIncome]
  return all.flatMap((value) => [
    { ...form(), [String(value)]: value },
    { ...form(), personal: { [String(value)]: value, ssn: `${value}!`, birth_date: value } },
    {
      ...form(),
      employment: { pay_cycle: value, next_pay_date: value, monthly_income: `$${value}` },
    },
    { ...form(), residence: { zip: value, state: value, rent_or_own: value, months: value } },
    { personal: value, employment: value, residence: value },
  ])
}

/** Sends forms to a service that echoes what it receives, in errors and in answers. */
async function echoingService(): Promise<void> {
  const echo = JSON.stringify({ error: CANARY.ssn, message: whole, status: CANARY.license })
  for (const status of [400, 401, 404, 409, 422, 429, 500, 503]) {
    const { id: cartId } = await createCart()
    await serviceAnswers(cartId, { status, body: echo, when: "after" })
    expect([200, 400]).toContain(await send(cartId, whole))
  }
  for (const body of [echo, whole, `{"applicationToken":"${CANARY.ssn}`, CANARY.ssn]) {
    const { id: cartId } = await createCart()
    await serviceAnswers(cartId, { status: 200, body })
    expect(await send(cartId, whole)).toBe(400)
  }
  const { id: cartId } = await createCart()
  await simulator.fault({
    operation: "createFullApplication",
    kind: "altered",
    when: "after",
    count: 1,
    match: { orderId: `${cartId}-1` },
    fields: {
      orderId: CANARY.ssn,
      status: CANARY.birthDate,
      message: whole,
      ssn: CANARY.ssn,
      offers: [{ id: 1, offerType: CANARY.license, contractUrl: `http://x.example/${CANARY.ssn}` }],
    },
  })
  expect(await send(cartId, whole)).toBe(200)
}

describe("the shopper's data in the shop's own form (G3, I10)", () => {
  let log: string
  let database: string

  beforeAll(async () => {
    await everything()
    const { application } = await createCartWithOffers()
    answers.push(JSON.stringify(await selectOffer(application, 101)))
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
  }, 240_000)

  it("reaches the service", async () => {
    // The simulator's call log leaves out the secrets, and shows only that they were sent.
    const calls = await simulator.calls({ operation: "createFullApplication" })
    const withSecrets = calls.filter(({ request }) =>
      JSON.stringify(request).includes("[left out]")
    )
    expect(withSecrets.length).toBeGreaterThan(15)
  })

  it.each(SOUGHT)("is in no log line: %s", (canary) => {
    expect(log.length).toBeGreaterThan(1_000)
    expect(log).not.toContain(canary)
  })

  it.each(SOUGHT)("is in no row of any table: %s", (canary) => {
    expect(database).toContain("financing_operation")
    expect(database).not.toContain(canary)
  })

  it.each(SOUGHT)("is in no answer: %s", (canary) => {
    expect(answers.length).toBeGreaterThan(40)
    expect(answers.join("\n")).not.toContain(canary)
  })
})
