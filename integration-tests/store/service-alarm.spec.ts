import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getRefusalMessage } from "./money-steps"
import { DASHBOARD_SETTINGS, getIssuedCredentials, createSettingsClient } from "./setting-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { simulator } = createHarness()

const JOB = "watch-financing-service"
const UNAVAILABLE_EVENT = "consumer-financing.service.unavailable"
const AVAILABLE_EVENT = "consumer-financing.service.available"
const UNAVAILABLE_MESSAGE =
  "Financing is not available right now. Please choose another payment method."

type Outage = {
  environment: string
  is_in_use: boolean
  cause: string
  shoppers: number
  cents: number
}

let isolatedShop: IsolatedShop
let settings: ReturnType<typeof createSettingsClient>

beforeAll(async () => {
  isolatedShop = await startIsolatedShop(DASHBOARD_SETTINGS)
  settings = createSettingsClient(isolatedShop.admin.adminApi)
  const [{ control }] = isolatedShop.stores
  for (const event of [UNAVAILABLE_EVENT, AVAILABLE_EVENT]) await control.recordEvents(event)
  // The tests run the job themselves.
  await control.unschedule(JOB)
  await settings.storeCredentials(getIssuedCredentials("staging"))
}, 300_000)
afterEach(() => simulator.clearFaults())

const listOutages = async () =>
  (
    await isolatedShop.admin.adminApi.get<{ outages: Outage[] }>(
      "/admin/consumer-financing/outages"
    )
  ).outages

const getEligibility = async (cartId: string) =>
  (
    await isolatedShop.shop.storeApi.get<{ eligibility: Record<string, unknown> }>(
      `/store/consumer-financing/carts/${cartId}/eligibility`
    )
  ).eligibility

const listEvents = (event: string) =>
  isolatedShop.stores[0].control.listEvents<Record<string, unknown>>(event)

const queryRows = (statement: string) => isolatedShop.query(statement)

/** A shopper chooses financing and is refused. @returns the cart's id */
async function loseSale(): Promise<string> {
  const { id } = await isolatedShop.shop.createCart()
  await getRefusalMessage(isolatedShop.shop.choosePaymentMethod(id))
  return id
}

/** The ids of the open review cases. */
const listCaseIds = async (): Promise<string[]> => {
  const path = "/admin/consumer-financing/review-cases?limit=100"
  const { review_cases } = await isolatedShop.admin.adminApi.get<{
    review_cases: { id: string }[]
  }>(path)
  return review_cases.map(({ id }) => id)
}

const countFailures = async () =>
  Number((await queryRows("select failures from financing_outage"))[0]?.failures ?? 0)

/** Three refused shoppers, the first of them more than a minute ago. */
async function loseThreeSales(): Promise<void> {
  for (const expectedFailures of [1, 2]) {
    await loseSale()
    await eventually(async () =>
      expect(await countFailures()).toBeGreaterThanOrEqual(expectedFailures)
    )
  }
  expect(await listOutages()).toEqual([])
  await queryRows("update financing_outage set since = since - interval '61 seconds'")
  await loseSale()
}

const breakOperation = async (operation: "createOrder" | "getStatus" | "requestToken") =>
  await simulator.fault({ operation, kind: "reset", when: "before", count: 1_000 })

describe("a service that refuses the shop's credentials", () => {
  it("raises one alarm once wrong credentials are saved, with the number of shoppers and the lost amount", async () => {
    const { id } = await isolatedShop.shop.createCart()
    expect(await getEligibility(id)).toMatchObject({ is_available: true, reason: null })

    const wrongCredentials = {
      ...getIssuedCredentials("staging"),
      api_password: "not-the-one-that-was-issued",
    }
    expect(await settings.storeAndTest(wrongCredentials)).toBe("wrong-credentials")
    expect(await listOutages()).toMatchObject([
      { environment: "staging", is_in_use: true, cause: "refused-credentials", shoppers: 0 },
    ])
    expect(await getEligibility(id)).toMatchObject({
      is_available: false,
      is_ready: false,
      reason: "service-unavailable",
      sentence: UNAVAILABLE_MESSAGE,
    })
    const { config } = await isolatedShop.shop.storeApi.get<{ config: { is_available: boolean } }>(
      "/store/consumer-financing/config"
    )
    expect(config.is_available).toBe(false)
    await getEligibility(id)
    await loseSale()
    // Several requests for one cart count as one shopper.
    await eventually(async () => expect(await listOutages()).toMatchObject([{ shoppers: 2 }]))
    const [alarm] = await listOutages()
    expect(alarm?.cents).toBeGreaterThan(100_000)
    expect(await listEvents(UNAVAILABLE_EVENT)).toMatchObject([
      { environment: "staging", cause: "refused-credentials" },
    ])

    // The next run keeps the alarm, and emits no second event.
    await isolatedShop.stores[0].control.runJob(JOB)
    expect(await listOutages()).toMatchObject([{ cause: "refused-credentials" }])
    expect(await listEvents(UNAVAILABLE_EVENT)).toHaveLength(1)

    expect(await settings.storeAndTest(getIssuedCredentials("staging"))).toBe("connected")
    expect(await listOutages()).toEqual([])
    expect(await getEligibility(id)).toMatchObject({ is_available: true, reason: null })
    expect(await listEvents(AVAILABLE_EVENT)).toMatchObject([
      { environment: "staging", shoppers: 2, cents: alarm?.cents },
    ])
  })
})

describe("a status check by staff", () => {
  it("reports why the service returned no status", async () => {
    const { id } = await isolatedShop.shop.createCart()
    await isolatedShop.shop.choosePaymentMethod(id)
    const { applications } = await isolatedShop.admin.adminApi.get<{
      applications: { id: string }[]
    }>(`/admin/consumer-financing/applications?q=${id}`)
    const check = async () =>
      await isolatedShop.admin.adminApi.post<{ answered: boolean; failure: string | null }>(
        `/admin/consumer-financing/applications/${applications[0]?.id}/reconcile`
      )
    expect(await check()).toMatchObject({ answered: true, failure: null })
    await breakOperation("getStatus")
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
    await breakOperation("createOrder")
    // A successful status check in between resets the count.
    await eventually(async () => {
      await loseSale()
      expect(await countFailures()).toBeGreaterThanOrEqual(2)
    })
    await queryRows("update financing_outage set since = since - interval '61 seconds'")
    await loseSale()
    await eventually(async () => expect(await countFailures()).toBe(0))
    expect(await listOutages()).toEqual([])
  })

  it("raises one alarm after three failures in over a minute, and a successful test call ends it", async () => {
    const before = (await listEvents(UNAVAILABLE_EVENT)).length
    for (const operation of ["createOrder", "getStatus", "requestToken"] as const) {
      await breakOperation(operation)
    }
    // Drop the cached access token.
    await isolatedShop.stores[0].control.clearMemory([])
    await loseThreeSales()
    await eventually(async () => {
      expect(await listOutages()).toMatchObject([{ cause: "unreachable", shoppers: 3 }])
    })
    expect(await listEvents(UNAVAILABLE_EVENT)).toHaveLength(before + 1)
    const { id } = await isolatedShop.shop.createCart()
    expect(await getEligibility(id)).toMatchObject({
      is_available: false,
      reason: "service-unavailable",
    })

    await isolatedShop.stores[0].control.runJob(JOB)
    expect(await listOutages()).toHaveLength(1)
    await simulator.clearFaults()
    await queryRows("update financing_outage set probed_at = probed_at - interval '1 minute'")
    await isolatedShop.stores[0].control.runJob(JOB)
    expect(await listOutages()).toEqual([])
    expect(await getEligibility(id)).toMatchObject({ is_available: true })
    expect((await listEvents(AVAILABLE_EVENT)).at(-1)).toMatchObject({
      cause: "unreachable",
      shoppers: 4,
    })
  })

  it("N13: counts the affected shoppers in the alarm, and opens no review case for them", async () => {
    const before = await listCaseIds()
    // With an access token, each create is sent and gets no answer.
    await isolatedShop.shop.choosePaymentMethod((await isolatedShop.shop.createCart()).id)
    for (const operation of ["createOrder", "getStatus", "requestToken"] as const) {
      await breakOperation(operation)
    }
    await loseThreeSales()
    await eventually(async () => {
      expect(await listOutages()).toMatchObject([{ cause: "unreachable", shoppers: 3 }])
    })
    await loseSale()
    await eventually(async () => {
      expect(await listOutages()).toMatchObject([{ shoppers: 4 }])
      expect(before).toEqual(expect.arrayContaining(await listCaseIds()))
    })
    const [doubts] = await queryRows(
      "select count(*) from financing_operation where kind = 'create' and outcome = 'in-doubt'"
    )
    expect(Number(doubts?.count)).toBeGreaterThanOrEqual(4)
    await simulator.clearFaults()
    await queryRows("update financing_outage set probed_at = probed_at - interval '1 minute'")
    await isolatedShop.stores[0].control.runJob(JOB)
    expect(await listOutages()).toEqual([])
    expect(before).toEqual(expect.arrayContaining(await listCaseIds()))
  })
})
