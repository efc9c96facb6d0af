import type { FinancingClient } from "../../src/financing-api"
import type { FaultInput } from "../../src/sandbox"
import { ODDITIES } from "../../src/sandbox/faults/oddities"
import { fullApplication, virtualCart } from "../unit/financing-api/sample-bodies"
import {
  type ConnectedSandbox,
  buildOrder,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

const address = { streetName: "1 Main St", city: "New York", state: "NY", zip: "10001" }
const cart = { ...REMAINING_CART, orderId: "cart_2-1" }

type ApiCall = (client: FinancingClient, connected: ConnectedSandbox) => Promise<unknown>

/** Every call, in a state in which it succeeds. Omits tokens and ids, which differ from call to call. */
const CALLS: Record<FaultInput["operation"], ApiCall> = {
  requestToken: async (client) => {
    const { access_token: _token, scope: _scope, ...record } = await client.requestToken()
    return record
  },
  createOrder: async (client) => (await client.createOrder(buildOrder())).outcome,
  createVirtualCart: async (client) => (await client.createVirtualCart(virtualCart)).outcome,
  createFullApplication: async (client) => {
    const created = await client.createFullApplication(fullApplication)
    const offers = created.outcome === "created" ? created.offers : []
    return [created.outcome, created.status, created.loanAmount, offers.map(({ id }) => id)]
  },
  selectOffer: async (client) => {
    const created = await client.createFullApplication(fullApplication)
    const applicationToken = created.outcome === "created" ? created.token : ""
    const { contractUrl } = await client.selectOffer({ applicationToken, offerId: 101 })
    return new URL(contractUrl).pathname
  },
  createPreApproval: async (client) =>
    (await client.createPreApproval({ email: "ada@example.com" })).outcome,
  updateCartAndSend: async (client, connected) => {
    const created = await client.createPreApproval({ email: "ada@example.com" })
    const applicationToken = created.outcome === "created" ? created.token : ""
    await connected.sandbox.control.decision(applicationToken, { outcome: "approve" })
    const { token, loanAmount } = await client.updateCartAndSend({ applicationToken, body: cart })
    return [token === applicationToken, loanAmount]
  },
  getStatus: async (client, connected) => {
    const applicationToken = await connected.createSignedApplication()
    const { status, token, loanAmount } = await client.getStatus({ applicationToken })
    return [status, token === applicationToken, loanAmount]
  },
  getAddressStatus: async (client, connected) => {
    const applicationToken = await connected.createApplication()
    const answer = await client.getAddressStatus({ applicationToken, residenceInfo: address })
    return [answer.status, answer.token === applicationToken]
  },
  settle: async (client, connected) => {
    const applicationToken = await connected.createSignedApplication()
    await client.settle({ applicationToken })
    return (await connected.sandbox.control.application(applicationToken)).settleCount
  },
  cancel: async (client, connected) => {
    const applicationToken = await connected.createApplication()
    await client.cancel({ applicationToken })
    return (await connected.sandbox.control.application(applicationToken)).cancelCount
  },
  refund: async (client, connected) => {
    const applicationToken = await connected.createSettledApplication()
    await client.refund({ applicationToken, reason: "Returned" })
    return (await connected.sandbox.control.application(applicationToken)).refundCount
  },
  partialRefund: async (client, connected) => {
    const applicationToken = await connected.createSettledApplication()
    const { status, token } = await client.partialRefund({ applicationToken, body: REMAINING_CART })
    return [status, token === (await connected.sandbox.control.application(applicationToken)).tip]
  },
  updateOrderId: async (client, connected) => {
    const applicationToken = await connected.createApplication()
    await client.updateOrderId({ applicationToken, id: "1001" })
    return (await connected.sandbox.control.application(applicationToken)).orderId
  },
  validatePostback: async (client, connected) =>
    await client.validatePostback({ uuid: await connected.createSignedApplication() }),
}

/** Oddities that change the outcome of calls, each with the operations that it does not affect. */
const UNAFFECTED_OPERATIONS: Partial<Record<string, FaultInput["operation"][]>> = {
  "no-content": ["updateOrderId"],
}

describe("odd answers, client against simulator", () => {
  let connected: ConnectedSandbox
  beforeAll(async () => {
    connected = await startConnectedSandbox()
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  const operations = Object.keys(CALLS) as FaultInput["operation"][]

  async function callWithOddities(
    operation: FaultInput["operation"],
    oddities?: FaultInput["oddities"] | null
  ) {
    const client = connected.connect()
    await connected.sandbox.control.reset()
    if (oddities !== null) {
      const fault = { operation, kind: "odd" as const, ...(oddities && { oddities }) }
      await connected.sandbox.control.fault(fault)
    }
    const value = await CALLS[operation](client, connected)
    const calls = await connected.sandbox.control.calls({ operation })
    return { value, isOdd: calls.some(({ fault }) => fault === "odd/after") }
  }

  it.each(operations)(
    "%s returns the same value with all oddities at once and with each alone",
    async (operation) => {
      const { value } = await callWithOddities(operation, null)
      expect(await callWithOddities(operation)).toEqual({ value, isOdd: true })
      for (const oddity of ODDITIES) {
        if (UNAFFECTED_OPERATIONS[oddity]?.includes(operation) === false) continue
        expect({ oddity, ...(await callWithOddities(operation, [oddity])) }).toEqual({
          oddity,
          value,
          isOdd: true,
        })
      }
    }
  )

  it("an empty answer leaves a settle in doubt, not confirmed (A1)", async () => {
    const applicationToken = await connected.createSignedApplication()
    await connected.sandbox.control.fault({
      operation: "settle",
      kind: "odd",
      oddities: ["no-content"],
    })
    await expect(connected.client.settle({ applicationToken })).rejects.toMatchObject({
      code: "unreadable_answer",
      outcome: "in-doubt",
      httpStatus: 204,
    })
    expect((await connected.sandbox.control.application(applicationToken)).settleCount).toBe(1)
  })

  it.each(["empty-token", "missing-token"] as const)(
    "a refusal with an %s is still a refusal, with its page (E5)",
    async (oddity) => {
      const oddities = [oddity]
      const smallTotals = { loanAmount: 20, shipping: 0, taxes: 0 }
      const items = [{ description: "Lamp", quantity: 1, price: 20 }]
      for (const operation of ["createOrder", "createVirtualCart"] as const) {
        await connected.sandbox.control.fault({ operation, kind: "odd", oddities })
      }
      const { client } = connected
      const refusedPageUrl = expect.stringContaining("/refused/") as string
      const refusal = { outcome: "refused", url: refusedPageUrl }
      const order = buildOrder({ ...smallTotals, applicationItems: items })
      expect(await client.createOrder(order)).toEqual(refusal)
      expect(await client.createVirtualCart({ ...virtualCart, ...smallTotals, items })).toEqual(
        refusal
      )
    }
  )
})
