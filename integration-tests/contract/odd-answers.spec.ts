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

type Act = (client: FinancingClient, joined: ConnectedSandbox) => Promise<unknown>

/** Every call, in a state in which it succeeds. Omits tokens and ids, which differ from call to call. */
const CALLS: Record<FaultInput["operation"], Act> = {
  requestToken: async (client) => {
    const { access_token: _token, scope: _scope, ...record } = await client.requestToken()
    return record
  },
  createOrder: async (client) => (await client.createOrder(buildOrder())).outcome,
  createVirtualCart: async (client) => (await client.createVirtualCart(virtualCart)).outcome,
  createFullApplication: async (client) => {
    const filed = await client.createFullApplication(fullApplication)
    const offers = filed.outcome === "created" ? filed.offers : []
    return [filed.outcome, filed.status, filed.loanAmount, offers.map(({ id }) => id)]
  },
  selectOffer: async (client) => {
    const filed = await client.createFullApplication(fullApplication)
    const applicationToken = filed.outcome === "created" ? filed.token : ""
    const { contractUrl } = await client.selectOffer({ applicationToken, offerId: 101 })
    return new URL(contractUrl).pathname
  },
  createPreApproval: async (client) =>
    (await client.createPreApproval({ email: "ada@example.com" })).outcome,
  updateCartAndSend: async (client, joined) => {
    const asked = await client.createPreApproval({ email: "ada@example.com" })
    const applicationToken = asked.outcome === "created" ? asked.token : ""
    await joined.sandbox.control.decision(applicationToken, { outcome: "approve" })
    const { token, loanAmount } = await client.updateCartAndSend({ applicationToken, body: cart })
    return [token === applicationToken, loanAmount]
  },
  getStatus: async (client, joined) => {
    const applicationToken = await joined.createSignedApplication()
    const { status, token, loanAmount } = await client.getStatus({ applicationToken })
    return [status, token === applicationToken, loanAmount]
  },
  getAddressStatus: async (client, joined) => {
    const applicationToken = await joined.createApplication()
    const said = await client.getAddressStatus({ applicationToken, residenceInfo: address })
    return [said.status, said.token === applicationToken]
  },
  settle: async (client, joined) => {
    const applicationToken = await joined.createSignedApplication()
    await client.settle({ applicationToken })
    return (await joined.sandbox.control.application(applicationToken)).settleCount
  },
  cancel: async (client, joined) => {
    const applicationToken = await joined.createApplication()
    await client.cancel({ applicationToken })
    return (await joined.sandbox.control.application(applicationToken)).cancelCount
  },
  refund: async (client, joined) => {
    const applicationToken = await joined.createSettledApplication()
    await client.refund({ applicationToken, reason: "Returned" })
    return (await joined.sandbox.control.application(applicationToken)).refundCount
  },
  partialRefund: async (client, joined) => {
    const applicationToken = await joined.createSettledApplication()
    const { status, token } = await client.partialRefund({ applicationToken, body: REMAINING_CART })
    return [status, token === (await joined.sandbox.control.application(applicationToken)).tip]
  },
  updateOrderId: async (client, joined) => {
    const applicationToken = await joined.createApplication()
    await client.updateOrderId({ applicationToken, id: "1001" })
    return (await joined.sandbox.control.application(applicationToken)).orderId
  },
  validatePostback: async (client, joined) =>
    await client.validatePostback({ uuid: await joined.createSignedApplication() }),
}

/** Oddities that change the outcome of calls, each with the operations that it does not affect. */
const SAYS_ELSE: Partial<Record<string, FaultInput["operation"][]>> = {
  "no-content": ["updateOrderId"],
}

describe("odd answers, client against simulator", () => {
  let joined: ConnectedSandbox
  beforeAll(async () => {
    joined = await startConnectedSandbox()
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  const operations = Object.keys(CALLS) as FaultInput["operation"][]

  async function said(
    operation: FaultInput["operation"],
    oddities?: FaultInput["oddities"] | null
  ) {
    const client = joined.connect()
    await joined.sandbox.control.reset()
    if (oddities !== null) {
      const fault = { operation, kind: "odd" as const, ...(oddities && { oddities }) }
      await joined.sandbox.control.fault(fault)
    }
    const value = await CALLS[operation](client, joined)
    const calls = await joined.sandbox.control.calls({ operation })
    return { value, isOdd: calls.some(({ fault }) => fault === "odd/after") }
  }

  it.each(operations)(
    "%s returns the same value with all oddities at once and with each alone",
    async (operation) => {
      const { value } = await said(operation, null)
      expect(await said(operation)).toEqual({ value, isOdd: true })
      for (const oddity of ODDITIES) {
        if (SAYS_ELSE[oddity]?.includes(operation) === false) continue
        expect({ oddity, ...(await said(operation, [oddity])) }).toEqual({
          oddity,
          value,
          isOdd: true,
        })
      }
    }
  )

  it("an empty answer leaves a settle in doubt, not confirmed (A1)", async () => {
    const applicationToken = await joined.createSignedApplication()
    await joined.sandbox.control.fault({
      operation: "settle",
      kind: "odd",
      oddities: ["no-content"],
    })
    await expect(joined.client.settle({ applicationToken })).rejects.toMatchObject({
      code: "unreadable_answer",
      outcome: "in-doubt",
      httpStatus: 204,
    })
    expect((await joined.sandbox.control.application(applicationToken)).settleCount).toBe(1)
  })

  it.each(["empty-token", "missing-token"] as const)(
    "a refusal with an %s is still a refusal, with its page (E5)",
    async (oddity) => {
      const oddities = [oddity]
      const small = { loanAmount: 20, shipping: 0, taxes: 0 }
      const items = [{ description: "Lamp", quantity: 1, price: 20 }]
      for (const operation of ["createOrder", "createVirtualCart"] as const) {
        await joined.sandbox.control.fault({ operation, kind: "odd", oddities })
      }
      const { client } = joined
      const why = expect.stringContaining("/refused/") as string
      const refused = { outcome: "refused", url: why }
      const order = buildOrder({ ...small, applicationItems: items })
      expect(await client.createOrder(order)).toEqual(refused)
      expect(await client.createVirtualCart({ ...virtualCart, ...small, items })).toEqual(refused)
    }
  )
})
