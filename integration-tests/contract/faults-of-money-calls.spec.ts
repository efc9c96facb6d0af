import type { FinancingClient, FinancingErrorCode } from "../../src/financing-api"
import type { ApplicationView, FaultInput } from "../../src/sandbox"
import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

type Kind = FaultInput["kind"]

/** Each call that changes money or the order id, with its preparation and how to count its effects. */
const CALLS = {
  settle: {
    prepare: (joined: ConnectedSandbox) => joined.createSignedApplication(),
    act: (client: FinancingClient, applicationToken: string) => client.settle({ applicationToken }),
    effects: (view: ApplicationView) => view.settleCount,
  },
  cancel: {
    prepare: (joined: ConnectedSandbox) => joined.createSignedApplication(),
    act: (client: FinancingClient, applicationToken: string) => client.cancel({ applicationToken }),
    effects: (view: ApplicationView) => view.cancelCount,
  },
  refund: {
    prepare: (joined: ConnectedSandbox) => joined.createSettledApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.refund({ applicationToken, reason: "Returned" }),
    effects: (view: ApplicationView) => view.refundCount,
  },
  partialRefund: {
    prepare: (joined: ConnectedSandbox) => joined.createSettledApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.partialRefund({ applicationToken, body: REMAINING_CART }),
    effects: (view: ApplicationView) => view.partialRefunds.length,
  },
  updateOrderId: {
    prepare: (joined: ConnectedSandbox) => joined.createApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.updateOrderId({ applicationToken, id: "1001" }),
    effects: (view: ApplicationView) => (view.orderId === "1001" ? 1 : 0),
  },
} as const

type MoneyCall = keyof typeof CALLS
const MONEY_CALLS = Object.keys(CALLS) as MoneyCall[]

/** Faults that leave the outcome unknown, each with its error code. */
const IN_DOUBT: Record<Exclude<Kind, "unauthorized" | "altered" | "odd">, FinancingErrorCode> = {
  timeout: "timed_out",
  drip: "timed_out",
  reset: "connection_broken",
  "mid-headers": "connection_broken",
  "mid-body": "connection_broken",
  status: "server_error",
  truncated: "unreadable_answer",
  garbage: "unreadable_answer",
  empty: "unreadable_answer",
  "wrong-content-type": "unreadable_answer",
  huge: "answer_too_large",
  redirect: "redirected",
}
const KINDS = Object.keys(IN_DOUBT) as (keyof typeof IN_DOUBT)[]

describe("faults of money calls, client against simulator", () => {
  let joined: ConnectedSandbox
  /** Has a short deadline for money calls, so that a hanging call fails soon. */
  let client: FinancingClient
  beforeAll(async () => {
    joined = await startConnectedSandbox()
    client = joined.connect({ deadlines: { money: 700 } })
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  async function strike(call: MoneyCall, fault: Omit<FaultInput, "operation">) {
    const token = await CALLS[call].prepare(joined)
    // Gets the access token first, within the longer deadline for reads.
    await client.getStatus({ applicationToken: token })
    await joined.sandbox.control.clearCalls()
    await joined.sandbox.control.fault({ operation: call, ...fault })
    const effects = async () => CALLS[call].effects(await joined.sandbox.control.application(token))
    const tries = async () => (await joined.sandbox.control.calls({ operation: call })).length
    return { answer: CALLS[call].act(client, token), effects, tries }
  }

  describe.each(MONEY_CALLS)("%s", (call) => {
    it.each(KINDS)(
      "A1: is in doubt and sent once when the fault %s occurs after its effect",
      async (kind) => {
        const { answer, effects, tries } = await strike(call, { kind, when: "after", nth: 1 })
        expect(await getFinancingError(answer)).toMatchObject({
          name: "InDoubtError",
          outcome: "in-doubt",
          code: IN_DOUBT[kind],
          operation: call,
          message: expect.stringContaining("read the application's status") as string,
        })
        expect([await effects(), await tries()]).toEqual([1, 1])
      }
    )

    it.each(KINDS)(
      "is in doubt and sent once when the fault %s occurs before its effect",
      async (kind) => {
        const { answer, effects, tries } = await strike(call, { kind, when: "before" })
        expect(await getFinancingError(answer)).toMatchObject({
          outcome: "in-doubt",
          code: IN_DOUBT[kind],
        })
        expect([await effects(), await tries()]).toEqual([0, 1])
      }
    )

    it.each([400, 404, 409, 422, 429])(
      "is refused without effect after HTTP %i",
      async (status) => {
        const { answer, effects, tries } = await strike(call, { kind: "status", status })
        expect(await getFinancingError(answer)).toMatchObject({
          name: "RefusedError",
          outcome: "did-not-happen",
          httpStatus: status,
        })
        expect([await effects(), await tries()]).toEqual([0, 1])
      }
    )

    it.each([408, 500, 502, 503])("is in doubt after HTTP %i", async (status) => {
      const { answer, tries } = await strike(call, { kind: "status", status })
      expect(await getFinancingError(answer)).toMatchObject({
        outcome: "in-doubt",
        httpStatus: status,
      })
      expect(await tries()).toBe(1)
    })

    it("D4: is repeated after a first 401 and takes effect once", async () => {
      const { answer, effects, tries } = await strike(call, { kind: "unauthorized", nth: 1 })
      await answer
      expect([await effects(), await tries()]).toEqual([1, 2])
    })
  })

  it.each(["refund", "partialRefund"] as const)(
    "A21: %s that took effect before a 401 is in doubt when its repeat is refused",
    async (call) => {
      const fault = { kind: "unauthorized", when: "after", nth: 1 } as const
      const { answer, effects, tries } = await strike(call, fault)
      expect(await getFinancingError(answer)).toMatchObject({
        code: "repeat_failed",
        outcome: "in-doubt",
        httpStatus: 409,
      })
      expect([await effects(), await tries()]).toEqual([1, 2])
    }
  )

  it.each(["settle", "cancel"] as const)(
    "D4: %s that took effect before a 401 is in doubt when its repeat is refused (A2)",
    async (call) => {
      await joined.sandbox.control.settings({
        behaviour: { secondSettle: "409", secondCancel: "409" },
      })
      const { answer, effects } = await strike(call, {
        kind: "unauthorized",
        when: "after",
        nth: 1,
      })
      expect(await getFinancingError(answer)).toMatchObject({
        code: "repeat_failed",
        outcome: "in-doubt",
      })
      expect(await effects()).toBe(1)
    }
  )

  it("A14: a settle that timed out may still take effect later, and the status shows it", async () => {
    const token = await joined.createSignedApplication()
    await client.getStatus({ applicationToken: token })
    await joined.sandbox.control.fault({
      operation: "settle",
      kind: "timeout",
      nth: 1,
      executesAfterMs: 60_000,
    })
    expect((await getFinancingError(client.settle({ applicationToken: token }))).outcome).toBe(
      "in-doubt"
    )
    expect((await client.getStatus({ applicationToken: token })).status).toBe("S")
    await joined.sandbox.control.clock({ advanceSeconds: 61 })
    expect((await client.getStatus({ applicationToken: token })).status).toBe("C")
  })

  it("a settle fails as did-not-happen when the service is unreachable", async () => {
    const gone = joined.connect({ baseUrl: "http://localhost:9/api/v1" })
    expect(await getFinancingError(gone.settle({ applicationToken: "any-token" }))).toMatchObject({
      name: "UnreachableError",
      outcome: "did-not-happen",
    })
  })
})
