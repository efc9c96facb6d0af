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
const CANARIES = {
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

const CANARY_TEXTS = [
  CANARIES.ssn,
  CANARIES.ssnDigits,
  CANARIES.birthDate,
  String(CANARIES.income),
  CANARIES.license,
  CANARIES.occupation,
  String(CANARIES.otherIncome),
  CANARIES.employer,
  CANARIES.homePhone,
]

const buildCanaryForm = () =>
  buildApplicationForm({
    personal: {
      ssn: CANARIES.ssn,
      birth_date: CANARIES.birthDate,
      home_phone: CANARIES.homePhone,
      license: { number: CANARIES.license, state: "NY", expires_on: formatFutureDay(900) },
    },
    employment: {
      monthly_income: CANARIES.income,
      occupation: CANARIES.occupation,
      other_income: CANARIES.otherIncome,
      employer_name: CANARIES.employer,
    },
  })

const responses: string[] = []

type SendOptions = { method?: string; type?: string; path?: string }

/** Sends a body as it is, and records the answer. */
async function sendBody(cartId: string, body: string, options: SendOptions = {}): Promise<number> {
  const path = options.path ?? `/store/consumer-financing/carts/${cartId}/applications`
  const response = await fetch(run.storeUrl + path, {
    method: options.method ?? "POST",
    headers: {
      "content-type": options.type ?? "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
    },
    body,
  })
  response.headers.forEach((value, name) => responses.push(`${name}: ${value}`))
  responses.push(await response.text())
  return response.status
}

const FORM_JSON = JSON.stringify(buildCanaryForm())

/** Makes the service answer this once, in place of its own answer to a cart's full application. */
async function injectAnswer(
  cartId: string,
  fault: { status: number; body: string; when?: "before" | "after" }
): Promise<void> {
  const match = { orderId: `${cartId}-1` }
  const operation = "createFullApplication" as const
  await simulator.fault({ operation, kind: "status", count: 1, match, ...fault })
}

/** Sends the canaries in every way: valid, in broken bodies, and echoed by the service. */
async function sendCanaries(): Promise<void> {
  const { cart } = await createCartWithOffers()
  expect(await sendBody(cart.id, FORM_JSON)).toBe(200)
  for (const last_name of ["Declined", "Review", "Mismatch"]) {
    const { id } = await createCart({ address: { last_name } })
    expect(await sendBody(id, FORM_JSON)).toBe(200)
  }
  const smallCart = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
  expect(await sendBody(smallCart.id, FORM_JSON)).toBe(200)
  await sendBrokenBodies((await createCart()).id)
  await sendToEchoingService()
}

async function sendBrokenBodies(cartId: string): Promise<void> {
  expect(await sendBody(cartId, FORM_JSON.slice(0, -1))).toBe(400)
  expect(await sendBody(cartId, `${FORM_JSON}}`)).toBe(400)
  expect(await sendBody(cartId, CANARIES.ssn)).toBe(400)
  expect(await sendBody(cartId, `[${FORM_JSON}]`)).toBe(400)
  expect(await sendBody(cartId, FORM_JSON, { type: "text/plain" })).toBe(415)
  const formBody = `ssn=${CANARIES.ssn}&birth_date=${CANARIES.birthDate}&license=${CANARIES.license}`
  expect(await sendBody(cartId, formBody, { type: "application/x-www-form-urlencoded" })).toBe(415)
  expect(await sendBody(cartId, FORM_JSON.padEnd(40_000))).toBe(413)
  expect(await sendBody("cart_01UNKNOWN", FORM_JSON)).toBe(404)
  // Routes and methods that do not exist, and other spellings of the one that does.
  const path = `/store/consumer-financing/carts/${cartId}/applications`
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect(await sendBody(cartId, FORM_JSON.slice(0, -1), { method })).toBe(404)
  }
  expect(await sendBody(cartId, FORM_JSON.slice(1), { path: `${path}/` })).toBe(400)
  expect(
    await sendBody(cartId, FORM_JSON.slice(1), {
      path: path.toUpperCase().replace(/CART_\w+/, cartId),
    })
  ).toBeGreaterThanOrEqual(400)
  expect(await sendBody(cartId, FORM_JSON.slice(1), { path: `${path}/current` })).toBe(404)
  for (const invalidForm of buildInvalidForms())
    expect(await sendBody(cartId, JSON.stringify(invalidForm))).toBe(400)
}

/** Builds forms whose fields hold a canary that is refused there. */
function buildInvalidForms(): unknown[] {
  const values = [
    CANARIES.ssn,
    CANARIES.birthDate,
    CANARIES.license,
    CANARIES.income,
    CANARIES.otherIncome,
  ]
  return values.flatMap((value) => [
    { ...buildCanaryForm(), [String(value)]: value },
    {
      ...buildCanaryForm(),
      personal: { [String(value)]: value, ssn: `${value}!`, birth_date: value },
    },
    {
      ...buildCanaryForm(),
      employment: { pay_cycle: value, next_pay_date: value, monthly_income: `$${value}` },
    },
    {
      ...buildCanaryForm(),
      residence: { zip: value, state: value, rent_or_own: value, months: value },
    },
    { personal: value, employment: value, residence: value },
  ])
}

/** Sends forms to a service that echoes what it receives, in errors and in answers. */
async function sendToEchoingService(): Promise<void> {
  const echoBody = JSON.stringify({
    error: CANARIES.ssn,
    message: FORM_JSON,
    status: CANARIES.license,
  })
  for (const status of [400, 401, 404, 409, 422, 429, 500, 503]) {
    const { id: cartId } = await createCart()
    await injectAnswer(cartId, { status, body: echoBody, when: "after" })
    expect([200, 400]).toContain(await sendBody(cartId, FORM_JSON))
  }
  for (const body of [echoBody, FORM_JSON, `{"applicationToken":"${CANARIES.ssn}`, CANARIES.ssn]) {
    const { id: cartId } = await createCart()
    await injectAnswer(cartId, { status: 200, body })
    expect(await sendBody(cartId, FORM_JSON)).toBe(400)
  }
  const { id: cartId } = await createCart()
  await simulator.fault({
    operation: "createFullApplication",
    kind: "altered",
    when: "after",
    count: 1,
    match: { orderId: `${cartId}-1` },
    fields: {
      orderId: CANARIES.ssn,
      status: CANARIES.birthDate,
      message: FORM_JSON,
      ssn: CANARIES.ssn,
      offers: [
        { id: 1, offerType: CANARIES.license, contractUrl: `http://x.example/${CANARIES.ssn}` },
      ],
    },
  })
  expect(await sendBody(cartId, FORM_JSON)).toBe(200)
}

describe("the shopper's data in the shop's own form (G3, I10)", () => {
  let log: string
  let database: string

  beforeAll(async () => {
    await sendCanaries()
    const { application } = await createCartWithOffers()
    responses.push(JSON.stringify(await selectOffer(application, 101)))
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
  }, 240_000)

  it("reaches the service", async () => {
    // The simulator's call log leaves out the secrets, and shows only that they were sent.
    const calls = await simulator.calls({ operation: "createFullApplication" })
    const secretCalls = calls.filter(({ request }) =>
      JSON.stringify(request).includes("[left out]")
    )
    expect(secretCalls.length).toBeGreaterThan(15)
  })

  it.each(CANARY_TEXTS)("is in no log line: %s", (canary) => {
    expect(log.length).toBeGreaterThan(1_000)
    expect(log).not.toContain(canary)
  })

  it.each(CANARY_TEXTS)("is in no row of any table: %s", (canary) => {
    expect(database).toContain("financing_operation")
    expect(database).not.toContain(canary)
  })

  it.each(CANARY_TEXTS)("is in no answer: %s", (canary) => {
    expect(responses.length).toBeGreaterThan(40)
    expect(responses.join("\n")).not.toContain(canary)
  })
})
