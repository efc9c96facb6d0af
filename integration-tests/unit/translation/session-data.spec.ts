import { APPLICATION_STATES, type ApplicationState } from "../../../src/domain/application-state"
import { toPaymentData, toSessionData } from "../../../src/translation/session-data"

const URL = "https://financing.example/apply?app=1&auth=2"
const SHOWING: ApplicationState[] = [
  "created",
  "awaiting-customer",
  "under-review",
  "needs-attention",
]

const dataIn = (state: ApplicationState, customerUrl: string | null = URL) =>
  toSessionData({ id: "finapp_1", state, customer_url: customerUrl }, "payses_1")

describe("the data of a payment session", () => {
  it("tells our word for the state in every state", () => {
    for (const state of APPLICATION_STATES) expect(dataIn(state).status).toBe(state)
  })

  it("shows the address while a customer may still have to go there, and at no other time", () => {
    expect(APPLICATION_STATES.filter((state) => dataIn(state).url !== null)).toEqual(SHOWING)
  })

  it("says that there is no address, so that an old one does not stay in the session", () => {
    expect(dataIn("awaiting-customer", null)).toMatchObject({ url: null })
    expect(dataIn("ready-to-settle")).toMatchObject({ url: null })
  })

  it("holds ids, the state and the address, and nothing else (C9, G11)", () => {
    const application = {
      id: "finapp_1",
      state: "awaiting-customer" as const,
      customer_url: URL,
      snapshot_hash: "secret",
      financed_cents: 81_240,
    }
    expect(toSessionData(application, "payses_1")).toEqual({
      session_id: "payses_1",
      application_id: "finapp_1",
      status: "awaiting-customer",
      url: URL,
      message: null,
    })
  })
})

describe("the data of a payment", () => {
  it("never holds the address, in no state (G11)", () => {
    for (const state of APPLICATION_STATES) {
      const application = { id: "finapp_1", state, customer_url: URL }
      expect(toPaymentData(application, "payses_1")).toEqual({
        session_id: "payses_1",
        application_id: "finapp_1",
        status: state,
      })
    }
  })
})

describe("what a session tells a shopper with a pre-approval", () => {
  const told = (rest: Parameters<typeof toSessionData>[0]) =>
    toSessionData(rest, "payses_1").message
  const open = { id: "finapp_1", state: "awaiting-customer" as const, customer_url: URL }

  it("is that a link was sent, until they signed", () => {
    expect(told({ ...open, kind: "pre-approval" })).toMatch(/link to your phone and e-mail/)
    expect(told({ ...open, kind: "pre-approval", state: "ready-to-settle" })).toBeNull()
  })

  it("is why it does not pay, where it does not", () => {
    const hosted = { ...open, kind: "hosted" }
    expect(told({ ...hosted, pre_approval_obstacle: "above-amount" })).toMatch(/more than/)
    expect(told({ ...hosted, pre_approval_obstacle: "expired" })).toMatch(/has expired/)
    expect(told({ ...hosted, pre_approval_obstacle: "not-accepted" })).toMatch(/not be used/)
    expect(told({ ...hosted, pre_approval_obstacle: null })).toBeNull()
  })
})
