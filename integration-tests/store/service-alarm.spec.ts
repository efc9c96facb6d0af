import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getRefusalMessage } from "./money-steps"
import { DASHBOARD_SETTINGS, getIssuedCredentials, createSettingsClient } from "./setting-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { simulator } = createHarness()

const JOB = "watch-financing-service"
const UNAVAILABLE = "consumer-financing.service.unavailable"
const AVAILABLE = "consumer-financing.service.available"
const SORRY = "Financing is not available right now. Please choose another payment method."

type Outage = {
  environment: string
  is_in_use: boolean
  cause: string
  shoppers: number
  cents: number
}

let apart: IsolatedShop
let settings: ReturnType<typeof createSettingsClient>

beforeAll(async () => {
  apart = await startIsolatedShop(DASHBOARD_SETTINGS)
  settings = createSettingsClient(apart.admin.adminApi)
  const [{ control }] = apart.stores
  for (const event of [UNAVAILABLE, AVAILABLE]) await control.recordEvents(event)
  // The tests run the job themselves.
  await control.unschedule(JOB)
  await settings.storeCredentials(getIssuedCredentials("staging"))
}, 300_000)
afterEach(() => simulator.clearFaults())

const outages = async () =>
  (await apart.admin.adminApi.get<{ outages: Outage[] }>("/admin/consumer-financing/outages"))
    .outages

const eligibilityOf = async (cartId: string) =>
  (
    await apart.shop.storeApi.get<{ eligibility: Record<string, unknown> }>(
      `/store/consumer-financing/carts/${cartId}/eligibility`
    )
  ).eligibility

const heard = (event: string) => apart.stores[0].control.listEvents<Record<string, unknown>>(event)

const inDatabase = (statement: string) => apart.query(statement)

/** A shopper chooses financing and is refused. @returns the cart's id */
async function loseSale(): Promise<string> {
  const { id } = await apart.shop.createCart()
  await getRefusalMessage(apart.shop.choosePaymentMethod(id))
  return id
}

/** The ids of the open review cases. */
const cases = async (): Promise<string[]> => {
  const path = "/admin/consumer-financing/review-cases?limit=100"
  const { review_cases } = await apart.admin.adminApi.get<{ review_cases: { id: string }[] }>(path)
  return review_cases.map(({ id }) => id)
}

const failures = async () =>
  Number((await inDatabase("select failures from financing_outage"))[0]?.failures ?? 0)

/** Three refused shoppers, the first of them more than a minute ago. */
async function threeInAMinute(): Promise<void> {
  for (const times of [1, 2]) {
    await loseSale()
    await eventually(async () => expect(await failures()).toBeGreaterThanOrEqual(times))
  }
  expect(await outages()).toEqual([])
  await inDatabase("update financing_outage set since = since - interval '61 seconds'")
  await loseSale()
}

const down = async (operation: "createOrder" | "getStatus" | "requestToken") =>
  await simulator.fault({ operation, kind: "reset", when: "before", count: 1_000 })

describe("a service that refuses the shop's credentials", () => {
  it("raises one alarm once wrong credentials are saved, with the number of shoppers and the lost amount", async () => {
    const { id } = await apart.shop.createCart()
    expect(await eligibilityOf(id)).toMatchObject({ is_available: true, reason: null })

    const wrong = {
      ...getIssuedCredentials("staging"),
      api_password: "not-the-one-that-was-issued",
    }
    expect(await settings.storeAndTest(wrong)).toBe("wrong-credentials")
    expect(await outages()).toMatchObject([
      { environment: "staging", is_in_use: true, cause: "refused-credentials", shoppers: 0 },
    ])
    expect(await eligibilityOf(id)).toMatchObject({
      is_available: false,
      is_ready: false,
      reason: "service-unavailable",
      sentence: SORRY,
    })
    const { config } = await apart.shop.storeApi.get<{ config: { is_available: boolean } }>(
      "/store/consumer-financing/config"
    )
    expect(config.is_available).toBe(false)
    await eligibilityOf(id)
    await loseSale()
    // Several requests for one cart count as one shopper.
    await eventually(async () => expect(await outages()).toMatchObject([{ shoppers: 2 }]))
    const [alarm] = await outages()
    expect(alarm?.cents).toBeGreaterThan(100_000)
    expect(await heard(UNAVAILABLE)).toMatchObject([
      { environment: "staging", cause: "refused-credentials" },
    ])

    // The next run keeps the alarm, and emits no second event.
    await apart.stores[0].control.runJob(JOB)
    expect(await outages()).toMatchObject([{ cause: "refused-credentials" }])
    expect(await heard(UNAVAILABLE)).toHaveLength(1)

    expect(await settings.storeAndTest(getIssuedCredentials("staging"))).toBe("connected")
    expect(await outages()).toEqual([])
    expect(await eligibilityOf(id)).toMatchObject({ is_available: true, reason: null })
    expect(await heard(AVAILABLE)).toMatchObject([
      { environment: "staging", shoppers: 2, cents: alarm?.cents },
    ])
  })
})

describe("a status check by staff", () => {
  it("reports why the service returned no status", async () => {
    const { id } = await apart.shop.createCart()
    await apart.shop.choosePaymentMethod(id)
    const { applications } = await apart.admin.adminApi.get<{ applications: { id: string }[] }>(
      `/admin/consumer-financing/applications?q=${id}`
    )
    const check = async () =>
      await apart.admin.adminApi.post<{ answered: boolean; failure: string | null }>(
        `/admin/consumer-financing/applications/${applications[0]?.id}/reconcile`
      )
    expect(await check()).toMatchObject({ answered: true, failure: null })
    await down("getStatus")
    expect(await check()).toMatchObject({ answered: false, failure: "unreachable" })
    await simulator.clearFaults()
    await settings.storeAndTest({
      ...getIssuedCredentials("staging"),
      api_password: "not-the-one-that-was-issued",
    })
    expect(await check()).toMatchObject({ answered: false, failure: "credentials" })
    expect(await settings.storeAndTest(getIssuedCredentials("staging"))).toBe("connected")
    expect(await check()).toMatchObject({ answered: true, failure: null })
  })
})

describe("a service that does not answer", () => {
  it("raises no alarm while only createOrder fails, however often", async () => {
    await down("createOrder")
    // A successful status check in between resets the count.
    await eventually(async () => {
      await loseSale()
      expect(await failures()).toBeGreaterThanOrEqual(2)
    })
    await inDatabase("update financing_outage set since = since - interval '61 seconds'")
    await loseSale()
    await eventually(async () => expect(await failures()).toBe(0))
    expect(await outages()).toEqual([])
  })

  it("raises one alarm after three failures in over a minute, and a successful test call ends it", async () => {
    const before = (await heard(UNAVAILABLE)).length
    for (const operation of ["createOrder", "getStatus", "requestToken"] as const) {
      await down(operation)
    }
    // Drop the cached access token.
    await apart.stores[0].control.clearMemory([])
    await threeInAMinute()
    await eventually(async () => {
      expect(await outages()).toMatchObject([{ cause: "unreachable", shoppers: 3 }])
    })
    expect(await heard(UNAVAILABLE)).toHaveLength(before + 1)
    const { id } = await apart.shop.createCart()
    expect(await eligibilityOf(id)).toMatchObject({
      is_available: false,
      reason: "service-unavailable",
    })

    await apart.stores[0].control.runJob(JOB)
    expect(await outages()).toHaveLength(1)
    await simulator.clearFaults()
    await inDatabase("update financing_outage set probed_at = probed_at - interval '1 minute'")
    await apart.stores[0].control.runJob(JOB)
    expect(await outages()).toEqual([])
    expect(await eligibilityOf(id)).toMatchObject({ is_available: true })
    expect((await heard(AVAILABLE)).at(-1)).toMatchObject({ cause: "unreachable", shoppers: 4 })
  })

  it("N13: counts the affected shoppers in the alarm, and opens no review case for them", async () => {
    const before = await cases()
    // With an access token, each create is sent and gets no answer.
    await apart.shop.choosePaymentMethod((await apart.shop.createCart()).id)
    for (const operation of ["createOrder", "getStatus", "requestToken"] as const) {
      await down(operation)
    }
    await threeInAMinute()
    await eventually(async () => {
      expect(await outages()).toMatchObject([{ cause: "unreachable", shoppers: 3 }])
    })
    await loseSale()
    await eventually(async () => {
      expect(await outages()).toMatchObject([{ shoppers: 4 }])
      expect(before).toEqual(expect.arrayContaining(await cases()))
    })
    const [doubts] = await inDatabase(
      "select count(*) from financing_operation where kind = 'create' and outcome = 'in-doubt'"
    )
    expect(Number(doubts?.count)).toBeGreaterThanOrEqual(4)
    await simulator.clearFaults()
    await inDatabase("update financing_outage set probed_at = probed_at - interval '1 minute'")
    await apart.stores[0].control.runJob(JOB)
    expect(await outages()).toEqual([])
    expect(before).toEqual(expect.arrayContaining(await cases()))
  })
})
