import type { FinancingClient, FinancingErrorCode } from "../../src/financing-api"
import type { ApplicationView, FaultInput } from "../../src/sandbox"
import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

type FaultKind = FaultInput["kind"]

/** Each call that changes money or the order id, with its preparation and how to count its effects. */
const CALLS = {
  settle: {
    prepare: (connected: ConnectedSandbox) => connected.createSignedApplication(),
    act: (client: FinancingClient, applicationToken: string) => client.settle({ applicationToken }),
    effects: (view: ApplicationView) => view.settleCount,
  },
  cancel: {
    prepare: (connected: ConnectedSandbox) => connected.createSignedApplication(),
    act: (client: FinancingClient, applicationToken: string) => client.cancel({ applicationToken }),
    effects: (view: ApplicationView) => view.cancelCount,
  },
  refund: {
    prepare: (connected: ConnectedSandbox) => connected.createSettledApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.refund({ applicationToken, reason: "Returned" }),
    effects: (view: ApplicationView) => view.refundCount,
  },
  partialRefund: {
    prepare: (connected: ConnectedSandbox) => connected.createSettledApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.partialRefund({ applicationToken, body: REMAINING_CART }),
    effects: (view: ApplicationView) => view.partialRefunds.length,
  },
  updateOrderId: {
    prepare: (connected: ConnectedSandbox) => connected.createApplication(),
    act: (client: FinancingClient, applicationToken: string) =>
      client.updateOrderId({ applicationToken, id: "1001" }),
    effects: (view: ApplicationView) => (view.orderId === "1001" ? 1 : 0),
  },
} as const

type MoneyCall = keyof typeof CALLS
const MONEY_CALLS = Object.keys(CALLS) as MoneyCall[]

/** Faults that leave the outcome unknown, each with its error code. */
const ERROR_CODE_BY_FAULT: Record<
  Exclude<FaultKind, "unauthorized" | "altered" | "odd">,
  FinancingErrorCode
> = {
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
const FAULT_KINDS = Object.keys(ERROR_CODE_BY_FAULT) as (keyof typeof ERROR_CODE_BY_FAULT)[]

describe("faults of money calls, client against simulator", () => {
  let connected: ConnectedSandbox
  /** Has a short deadline for money calls, so that a hanging call fails soon. */
  let client: FinancingClient
  beforeAll(async () => {
    connected = await startConnectedSandbox()
    client = connected.connect({ deadlines: { money: 700 } })
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  async function callWithFault(call: MoneyCall, fault: Omit<FaultInput, "operation">) {
    const token = await CALLS[call].prepare(connected)
    // Gets the access token first, within the longer deadline for reads.
    await client.getStatus({ applicationToken: token })
    await connected.sandbox.control.clearCalls()
    await connected.sandbox.control.fault({ operation: call, ...fault })
    const effects = async () =>
      CALLS[call].effects(await connected.sandbox.control.application(token))
    const tries = async () => (await connected.sandbox.control.calls({ operation: call })).length
    return { answer: CALLS[call].act(client, token), effects, tries }
  }

  describe.each(MONEY_CALLS)("%s", (call) => {
    it.each(FAULT_KINDS)(
      "A1: is in doubt and sent once when the fault %s occurs after its effect",
      async (kind) => {
        const { answer, effects, tries } = await callWithFault(call, {
          kind,
          when: "after",
          nth: 1,
        })
        expect(await getFinancingError(answer)).toMatchObject({
          name: "InDoubtError",
          outcome: "in-doubt",
          code: ERROR_CODE_BY_FAULT[kind],
          operation: call,
          message: expect.stringContaining("read the application's status") as string,
        })
        expect([await effects(), await tries()]).toEqual([1, 1])
      }
    )

    it.each(FAULT_KINDS)(
      "is in doubt and sent once when the fault %s occurs before its effect",
      async (kind) => {
        const { answer, effects, tries } = await callWithFault(call, { kind, when: "before" })
        expect(await getFinancingError(answer)).toMatchObject({
          outcome: "in-doubt",
          code: ERROR_CODE_BY_FAULT[kind],
        })
        expect([await effects(), await tries()]).toEqual([0, 1])
      }
    )

    it.each([400, 404, 409, 422, 429])(
      "is refused without effect after HTTP %i",
      async (status) => {
        const { answer, effects, tries } = await callWithFault(call, { kind: "status", status })
        expect(await getFinancingError(answer)).toMatchObject({
          name: "RefusedError",
          outcome: "did-not-happen",
          httpStatus: status,
        })
        expect([await effects(), await tries()]).toEqual([0, 1])
      }
    )

    it.each([408, 500, 502, 503])("is in doubt after HTTP %i", async (status) => {
      const { answer, tries } = await callWithFault(call, { kind: "status", status })
      expect(await getFinancingError(answer)).toMatchObject({
        outcome: "in-doubt",
        httpStatus: status,
      })
      expect(await tries()).toBe(1)
    })

    it("D4: is repeated after a first 401 and takes effect once", async () => {
      const { answer, effects, tries } = await callWithFault(call, { kind: "unauthorized", nth: 1 })
      await answer
      expect([await effects(), await tries()]).toEqual([1, 2])
    })
  })

  it.each(["refund", "partialRefund"] as const)(
    "A21: %s that took effect before a 401 is in doubt when its repeat is refused",
    async (call) => {
      const fault = { kind: "unauthorized", when: "after", nth: 1 } as const
      const { answer, effects, tries } = await callWithFault(call, fault)
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
      await connected.sandbox.control.settings({
        behaviour: { secondSettle: "409", secondCancel: "409" },
      })
      const { answer, effects } = await callWithFault(call, {
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
    const token = await connected.createSignedApplication()
    await client.getStatus({ applicationToken: token })
    await connected.sandbox.control.fault({
      operation: "settle",
      kind: "timeout",
      nth: 1,
      executesAfterMs: 60_000,
    })
    expect((await getFinancingError(client.settle({ applicationToken: token }))).outcome).toBe(
      "in-doubt"
    )
    expect((await client.getStatus({ applicationToken: token })).status).toBe("S")
    await connected.sandbox.control.clock({ advanceSeconds: 61 })
    expect((await client.getStatus({ applicationToken: token })).status).toBe("C")
  })

  it("a settle fails as did-not-happen when the service is unreachable", async () => {
    const unreachableClient = connected.connect({ baseUrl: "http://localhost:9/api/v1" })
    expect(
      await getFinancingError(unreachableClient.settle({ applicationToken: "any-token" }))
    ).toMatchObject({
      name: "UnreachableError",
      outcome: "did-not-happen",
    })
  })
})
