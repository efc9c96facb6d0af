import { FinancingError } from "../../src/financing-api"
import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

/** Open questions that a client can notice: each has its test below. */
const SEEN_BY_CLIENTS = [
  "acceptedStatuses",
  "addressOnFile",
  "cancelWhenFunded",
  "checkSums",
  "errorBody",
  "fundDelaySeconds",
  "lender",
  "oldTokenAfterPartialRefund",
  "orderIdAfterPartialRefund",
  "partialRefundAnswer",
  "partialRefundItemsName",
  "refundWhenNotFunded",
  "secondCancel",
  "secondRefund",
  "secondSettle",
  "settleWhenNotReady",
  "statusAfterCancel",
  "statusAfterRefund",
  "statusAfterSettle",
  "tokenFormat",
  "unknownTokenStatus",
  "validateUnknownToken",
]

/** Open questions that only a shop with a postback address, or a customer on the page, can notice. */
const SEEN_BY_SHOPS = [
  "magic",
  "magicDelayMs",
  "postbackEncoding",
  "postbackFields",
  "postbackOnRefund",
  "postbackTiming",
  "slowSeconds",
]

const VERDICTS = ["ok", "400", "404", "409", "422", "500"] as const

describe("open questions of the interface, client against simulator", () => {
  let joined: ConnectedSandbox
  beforeAll(async () => {
    joined = await startConnectedSandbox()
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  const behave = (behaviour: Parameters<ConnectedSandbox["sandbox"]["control"]["settings"]>[0]) =>
    joined.sandbox.control.settings(behaviour)
  const statusOf = async (applicationToken: string) =>
    (await joined.client.getStatus({ applicationToken })).status

  it("covers every `behaviour` setting of the simulator", async () => {
    const { behaviour } = await joined.sandbox.control.settings()
    expect(Object.keys(behaviour).sort()).toEqual([...SEEN_BY_CLIENTS, ...SEEN_BY_SHOPS].sort())
  })

  /** `ok` resolves; 5xx is in doubt; every other status did not happen. */
  async function expectVerdict(verdict: (typeof VERDICTS)[number], call: Promise<unknown>) {
    if (verdict === "ok") return expect(await call).toBeDefined()
    expect(await getFinancingError(call)).toMatchObject({
      httpStatus: Number(verdict),
      outcome: verdict === "500" ? "in-doubt" : "did-not-happen",
    })
  }

  describe.each(VERDICTS)("a call in a wrong state that is answered %s:", (verdict) => {
    it("[second-settle] a second settle has that outcome, and the loan is settled once", async () => {
      await behave({ behaviour: { secondSettle: verdict } })
      const token = await joined.createSettledApplication()
      await expectVerdict(verdict, joined.client.settle({ applicationToken: token }))
      expect((await joined.sandbox.control.application(token)).settleCount).toBe(1)
    })

    it("[refusal-changes-nothing] an early settle has that outcome, and the status stays P", async () => {
      await behave({ behaviour: { settleWhenNotReady: verdict } })
      const token = await joined.createApplication()
      await expectVerdict(verdict, joined.client.settle({ applicationToken: token }))
      expect(await statusOf(token)).toBe("P")
    })

    it("[second-cancel] a second cancel and a cancel of a funded loan have that outcome", async () => {
      await behave({ behaviour: { secondCancel: verdict, cancelWhenFunded: verdict } })
      const [filed, settled] = [
        await joined.createApplication(),
        await joined.createSettledApplication(),
      ]
      await joined.client.cancel({ applicationToken: filed })
      await expectVerdict(verdict, joined.client.cancel({ applicationToken: filed }))
      await expectVerdict(verdict, joined.client.cancel({ applicationToken: settled }))
      expect(await statusOf(settled)).toBe("C")
    })

    it("[server-error-in-doubt] a second refund and a refund of an unfunded loan have that outcome", async () => {
      await behave({ behaviour: { secondRefund: verdict, refundWhenNotFunded: verdict } })
      const [filed, settled] = [
        await joined.createApplication(),
        await joined.createSettledApplication(),
      ]
      const refund = (applicationToken: string) =>
        joined.client.refund({ applicationToken, reason: "Returned" })
      await refund(settled)
      await expectVerdict(verdict, refund(settled))
      await expectVerdict(verdict, refund(filed))
    })
  })

  it.each(["C", "L"] as const)(
    "[status-code-C] [status-code-L] reports %s after a settle",
    async (statusAfterSettle) => {
      await behave({ behaviour: { statusAfterSettle } })
      expect(await statusOf(await joined.createSettledApplication())).toBe(statusAfterSettle)
    }
  )

  it("[settle-repeat] reports S after a settle until the loan is funded, an hour later", async () => {
    await behave({ behaviour: { fundDelaySeconds: 3600 } })
    const token = await joined.createSettledApplication()
    expect(await statusOf(token)).toBe("S")
    await joined.sandbox.control.clock({ advanceSeconds: 3601 })
    expect(await statusOf(token)).toBe("C")
  })

  it("[status-code-O] [status-code-T] returns other codes for cancelled and refunded unchanged", async () => {
    await behave({ behaviour: { statusAfterCancel: "CX", statusAfterRefund: "RX" } })
    const [filed, settled] = [
      await joined.createApplication(),
      await joined.createSettledApplication(),
    ]
    await joined.client.cancel({ applicationToken: filed })
    await joined.client.refund({ applicationToken: settled, reason: "Returned" })
    expect([await statusOf(filed), await statusOf(settled)]).toEqual(["CX", "RX"])
  })

  it.each([
    ["code", { status: "C", token: "new" }],
    ["ok", { status: "ok", token: "new" }],
    ["null-token", { status: "C", token: null }],
    ["no-token", { status: "C", token: null }],
    ["same-token", { status: "C", token: "old" }],
    ["unknown-code", { status: "Q", token: "new" }],
    ["S", { status: "S", token: "new" }],
    ["B", { status: "B", token: "new" }],
  ] as const)(
    "[partial-refund-answer] returns a partial refund's answer unchanged: %s",
    async (answer, expected) => {
      await behave({ behaviour: { partialRefundAnswer: answer } })
      const token = await joined.createSettledApplication()
      const refunded = await joined.client.partialRefund({
        applicationToken: token,
        body: REMAINING_CART,
      })
      const { tip } = await joined.sandbox.control.application(token)
      const names: Record<string, string> = { [token]: "old", [tip]: "new" }
      const named = refunded.token === null ? null : names[refunded.token]
      expect({ status: refunded.status, token: named }).toEqual(expected)
    }
  )

  it("[partial-refund-items] a partial refund with its items under the wrong name is refused", async () => {
    await behave({ behaviour: { partialRefundItemsName: "applicationItems" } })
    const token = await joined.createSettledApplication()
    const refund = joined.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
    expect(await getFinancingError(refund)).toMatchObject({
      httpStatus: 400,
      outcome: "did-not-happen",
    })
  })

  it.each([
    ["T", { status: "T", token: "old" }],
    ["follows", { status: "C", token: "new" }],
  ] as const)(
    "[replaced-token] returns the status under a replaced token: %s",
    async (oldToken, expected) => {
      await behave({ behaviour: { oldTokenAfterPartialRefund: oldToken } })
      const token = await joined.createSettledApplication()
      await joined.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
      const seen = await joined.client.getStatus({ applicationToken: token })
      expect(seen).toMatchObject({ status: expected.status })
      expect(seen.token === token ? "old" : "new").toBe(expected.token)
    }
  )

  it("[replaced-token] a status check of a replaced token that is unknown fails with 404", async () => {
    await behave({ behaviour: { oldTokenAfterPartialRefund: "404" } })
    const token = await joined.createSettledApplication()
    await joined.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
    expect(
      await getFinancingError(joined.client.getStatus({ applicationToken: token }))
    ).toMatchObject({
      httpStatus: 404,
    })
  })

  it("the order id can be set again after a partial refund resets it [order-id-again]", async () => {
    await behave({ behaviour: { orderIdAfterPartialRefund: "original" } })
    const token = await joined.createSettledApplication()
    await joined.client.updateOrderId({ applicationToken: token, id: "1001" })
    const { token: fresh } = await joined.client.partialRefund({
      applicationToken: token,
      body: REMAINING_CART,
    })
    expect((await joined.sandbox.control.application(token)).orderId).toBe("cart_1-1")
    await joined.client.updateOrderId({ applicationToken: String(fresh), id: "1001" })
    expect((await joined.sandbox.control.application(token)).orderId).toBe("1001")
  })

  it.each([
    ["spring", "Conflict"],
    ["empty", null],
    ["html", null],
  ] as const)("[error-body] reports a refusal whatever its body: %s", async (errorBody, word) => {
    await behave({ behaviour: { errorBody } })
    const error = await getFinancingError(
      joined.client.settle({ applicationToken: await joined.createApplication() })
    )
    expect(error).toMatchObject({ code: "refused", httpStatus: 409, serviceError: word })
    expect(error.message).not.toMatch(/<|not ready to settle/)
  })

  it.each([400, 403, 404, 410, 500])(
    "[unknown-token] a settle of an unknown token fails after HTTP %i",
    async (status) => {
      await behave({ behaviour: { unknownTokenStatus: status } })
      const settling = joined.client.settle({ applicationToken: "nobody-knows-it" })
      const error = await getFinancingError(settling)
      expect(error).toBeInstanceOf(FinancingError)
      expect(error.outcome).toBe(status === 500 ? "in-doubt" : "did-not-happen")
    }
  )

  it.each(["NOT_FOUND_PT", "INCOMPLETE_PT"] as const)(
    "[unknown-validation] returns %s when it validates an unknown token",
    async (validateUnknownToken) => {
      await behave({ behaviour: { validateUnknownToken } })
      expect(await joined.client.validatePostback({ uuid: "nobody" })).toBe(validateUnknownToken)
    }
  )

  it("[signed-validation] verifies an application in status P when the service accepts P", async () => {
    await behave({ behaviour: { acceptedStatuses: ["P"] } })
    const uuid = await joined.createApplication()
    expect(await joined.client.validatePostback({ uuid })).toBe("VERIFIED_PT")
  })

  it("[opaque-token] [undecisive-fields] [balanced-cart] accepts hex tokens, any lender and unchecked sums", async () => {
    await behave({ behaviour: { tokenFormat: "hex", lender: "Ünïcode & Söhne", checkSums: false } })
    const token = await joined.createApplication({ taxes: 1 })
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    const { lender } = await joined.client.getStatus({ applicationToken: token })
    expect(lender).toBe("Ünïcode & Söhne")
  })

  it("[address-status] returns whether a declined customer's address matches", async () => {
    const applicationToken = await joined.createApplication()
    await joined.sandbox.control.decision(applicationToken, { outcome: "decline" })
    const residenceInfo = {
      streetName: "418 Linden Avenue",
      city: "Brooklyn",
      state: "NY",
      zip: "11201",
    }
    const ask = () => joined.client.getAddressStatus({ applicationToken, residenceInfo })
    const token = applicationToken
    expect(await ask()).toEqual({ status: null, message: "address matches", token })
    await behave({ behaviour: { addressOnFile: "another" } })
    expect(await ask()).toEqual({ status: "U", message: "address does not match", token })
    expect(await statusOf(applicationToken)).toBe("U")
  })

  it.each(["items", "applicationItems", "both"] as const)(
    "[partial-refund-items] accepts the remaining cart only under the expected name: %s",
    async (partialRefundItemsName) => {
      await behave({ behaviour: { partialRefundItemsName } })
      const applicationToken = await joined.createSettledApplication()
      const { items, ...totals } = REMAINING_CART
      const bodies = {
        items: { ...totals, items },
        applicationItems: { ...totals, applicationItems: items },
        both: { ...totals, items, applicationItems: items },
      }
      for (const [name, body] of Object.entries(bodies)) {
        if (name === partialRefundItemsName) continue
        const call = joined.client.partialRefund({ applicationToken, body })
        expect((await getFinancingError(call)).code).toBe("refused")
      }
      const body = bodies[partialRefundItemsName]
      expect((await joined.client.partialRefund({ applicationToken, body })).status).toBe("C")
    }
  )

  it("[opaque-token] calls accept a token with slashes, spaces and query characters", async () => {
    await behave({ behaviour: { tokenFormat: "opaque" } })
    const applicationToken = await joined.createSignedApplication()
    expect(applicationToken).toContain("/../a b?c=d&e#f%2F")
    expect(await joined.client.getStatus({ applicationToken })).toMatchObject({
      status: "S",
      token: applicationToken,
    })
    await joined.client.updateOrderId({ applicationToken, id: "1001" })
    await joined.client.settle({ applicationToken, postback: false })
    const part = await joined.client.partialRefund({ applicationToken, body: REMAINING_CART })
    expect(part.token).not.toBe(applicationToken)
    expect(await joined.client.validatePostback({ uuid: String(part.token) })).toBe("VERIFIED_PT")
    await joined.client.refund({ applicationToken: String(part.token), reason: "Returned" })
    expect(await statusOf(String(part.token))).toBe("T")
  })
})
