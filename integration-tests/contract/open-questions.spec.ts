import { FinancingError } from "../../src/financing-api"
import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

/** Open questions that a client can notice: each has its test below. */
const CLIENT_BEHAVIOURS = [
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
const SHOP_BEHAVIOURS = [
  "magic",
  "magicDelayMs",
  "postbackEncoding",
  "postbackFields",
  "postbackOnRefund",
  "postbackTiming",
  "slowSeconds",
]

const ANSWERS = ["ok", "400", "404", "409", "422", "500"] as const

describe("open questions of the interface, client against simulator", () => {
  let connected: ConnectedSandbox
  beforeAll(async () => {
    connected = await startConnectedSandbox()
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  const updateSettings = (
    settings: Parameters<ConnectedSandbox["sandbox"]["control"]["settings"]>[0]
  ) => connected.sandbox.control.settings(settings)
  const getStatus = async (applicationToken: string) =>
    (await connected.client.getStatus({ applicationToken })).status

  it("covers every `behaviour` setting of the simulator", async () => {
    const { behaviour } = await connected.sandbox.control.settings()
    expect(Object.keys(behaviour).sort()).toEqual([...CLIENT_BEHAVIOURS, ...SHOP_BEHAVIOURS].sort())
  })

  /** `ok` resolves; 5xx is in doubt; every other status did not happen. */
  async function expectAnswer(answer: (typeof ANSWERS)[number], call: Promise<unknown>) {
    if (answer === "ok") return expect(await call).toBeDefined()
    expect(await getFinancingError(call)).toMatchObject({
      httpStatus: Number(answer),
      outcome: answer === "500" ? "in-doubt" : "did-not-happen",
    })
  }

  describe.each(ANSWERS)("a call in a wrong state that is answered %s:", (answer) => {
    it("[second-settle] a second settle has that outcome, and the loan is settled once", async () => {
      await updateSettings({ behaviour: { secondSettle: answer } })
      const token = await connected.createSettledApplication()
      await expectAnswer(answer, connected.client.settle({ applicationToken: token }))
      expect((await connected.sandbox.control.application(token)).settleCount).toBe(1)
    })

    it("[refusal-changes-nothing] an early settle has that outcome, and the status stays P", async () => {
      await updateSettings({ behaviour: { settleWhenNotReady: answer } })
      const token = await connected.createApplication()
      await expectAnswer(answer, connected.client.settle({ applicationToken: token }))
      expect(await getStatus(token)).toBe("P")
    })

    it("[second-cancel] a second cancel and a cancel of a funded loan have that outcome", async () => {
      await updateSettings({ behaviour: { secondCancel: answer, cancelWhenFunded: answer } })
      const [unsettledToken, settledToken] = [
        await connected.createApplication(),
        await connected.createSettledApplication(),
      ]
      await connected.client.cancel({ applicationToken: unsettledToken })
      await expectAnswer(answer, connected.client.cancel({ applicationToken: unsettledToken }))
      await expectAnswer(answer, connected.client.cancel({ applicationToken: settledToken }))
      expect(await getStatus(settledToken)).toBe("C")
    })

    it("[server-error-in-doubt] a second refund and a refund of an unfunded loan have that outcome", async () => {
      await updateSettings({ behaviour: { secondRefund: answer, refundWhenNotFunded: answer } })
      const [unsettledToken, settledToken] = [
        await connected.createApplication(),
        await connected.createSettledApplication(),
      ]
      const refund = (applicationToken: string) =>
        connected.client.refund({ applicationToken, reason: "Returned" })
      await refund(settledToken)
      await expectAnswer(answer, refund(settledToken))
      await expectAnswer(answer, refund(unsettledToken))
    })
  })

  it.each(["C", "L"] as const)(
    "[status-code-C] [status-code-L] reports %s after a settle",
    async (statusAfterSettle) => {
      await updateSettings({ behaviour: { statusAfterSettle } })
      expect(await getStatus(await connected.createSettledApplication())).toBe(statusAfterSettle)
    }
  )

  it("[settle-repeat] reports S after a settle until the loan is funded, an hour later", async () => {
    await updateSettings({ behaviour: { fundDelaySeconds: 3600 } })
    const token = await connected.createSettledApplication()
    expect(await getStatus(token)).toBe("S")
    await connected.sandbox.control.clock({ advanceSeconds: 3601 })
    expect(await getStatus(token)).toBe("C")
  })

  it("[status-code-O] [status-code-T] returns other codes for cancelled and refunded unchanged", async () => {
    await updateSettings({ behaviour: { statusAfterCancel: "CX", statusAfterRefund: "RX" } })
    const [unsettledToken, settledToken] = [
      await connected.createApplication(),
      await connected.createSettledApplication(),
    ]
    await connected.client.cancel({ applicationToken: unsettledToken })
    await connected.client.refund({ applicationToken: settledToken, reason: "Returned" })
    expect([await getStatus(unsettledToken), await getStatus(settledToken)]).toEqual(["CX", "RX"])
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
      await updateSettings({ behaviour: { partialRefundAnswer: answer } })
      const token = await connected.createSettledApplication()
      const refunded = await connected.client.partialRefund({
        applicationToken: token,
        body: REMAINING_CART,
      })
      const { tip } = await connected.sandbox.control.application(token)
      const tokenLabels: Record<string, string> = { [token]: "old", [tip]: "new" }
      const tokenLabel = refunded.token === null ? null : tokenLabels[refunded.token]
      expect({ status: refunded.status, token: tokenLabel }).toEqual(expected)
    }
  )

  it("[partial-refund-items] a partial refund with its items under the wrong name is refused", async () => {
    await updateSettings({ behaviour: { partialRefundItemsName: "applicationItems" } })
    const token = await connected.createSettledApplication()
    const refund = connected.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
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
      await updateSettings({ behaviour: { oldTokenAfterPartialRefund: oldToken } })
      const token = await connected.createSettledApplication()
      await connected.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
      const answer = await connected.client.getStatus({ applicationToken: token })
      expect(answer).toMatchObject({ status: expected.status })
      expect(answer.token === token ? "old" : "new").toBe(expected.token)
    }
  )

  it("[replaced-token] a status check of a replaced token that is unknown fails with 404", async () => {
    await updateSettings({ behaviour: { oldTokenAfterPartialRefund: "404" } })
    const token = await connected.createSettledApplication()
    await connected.client.partialRefund({ applicationToken: token, body: REMAINING_CART })
    expect(
      await getFinancingError(connected.client.getStatus({ applicationToken: token }))
    ).toMatchObject({
      httpStatus: 404,
    })
  })

  it("the order id can be set again after a partial refund resets it [order-id-again]", async () => {
    await updateSettings({ behaviour: { orderIdAfterPartialRefund: "original" } })
    const token = await connected.createSettledApplication()
    await connected.client.updateOrderId({ applicationToken: token, id: "1001" })
    const { token: newToken } = await connected.client.partialRefund({
      applicationToken: token,
      body: REMAINING_CART,
    })
    expect((await connected.sandbox.control.application(token)).orderId).toBe("cart_1-1")
    await connected.client.updateOrderId({ applicationToken: String(newToken), id: "1001" })
    expect((await connected.sandbox.control.application(token)).orderId).toBe("1001")
  })

  it.each([
    ["spring", "Conflict"],
    ["empty", null],
    ["html", null],
  ] as const)(
    "[error-body] reports a refusal whatever its body: %s",
    async (errorBody, expectedError) => {
      await updateSettings({ behaviour: { errorBody } })
      const error = await getFinancingError(
        connected.client.settle({ applicationToken: await connected.createApplication() })
      )
      expect(error).toMatchObject({ code: "refused", httpStatus: 409, serviceError: expectedError })
      expect(error.message).not.toMatch(/<|not ready to settle/)
    }
  )

  it.each([400, 403, 404, 410, 500])(
    "[unknown-token] a settle of an unknown token fails after HTTP %i",
    async (status) => {
      await updateSettings({ behaviour: { unknownTokenStatus: status } })
      const call = connected.client.settle({ applicationToken: "nobody-knows-it" })
      const error = await getFinancingError(call)
      expect(error).toBeInstanceOf(FinancingError)
      expect(error.outcome).toBe(status === 500 ? "in-doubt" : "did-not-happen")
    }
  )

  it.each(["NOT_FOUND_PT", "INCOMPLETE_PT"] as const)(
    "[unknown-validation] returns %s when it validates an unknown token",
    async (validateUnknownToken) => {
      await updateSettings({ behaviour: { validateUnknownToken } })
      expect(await connected.client.validatePostback({ uuid: "nobody" })).toBe(validateUnknownToken)
    }
  )

  it("[signed-validation] verifies an application in status P when the service accepts P", async () => {
    await updateSettings({ behaviour: { acceptedStatuses: ["P"] } })
    const uuid = await connected.createApplication()
    expect(await connected.client.validatePostback({ uuid })).toBe("VERIFIED_PT")
  })

  it("[opaque-token] [undecisive-fields] [balanced-cart] accepts hex tokens, any lender and unchecked sums", async () => {
    await updateSettings({
      behaviour: { tokenFormat: "hex", lender: "Ünïcode & Söhne", checkSums: false },
    })
    const token = await connected.createApplication({ taxes: 1 })
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    const { lender } = await connected.client.getStatus({ applicationToken: token })
    expect(lender).toBe("Ünïcode & Söhne")
  })

  it("[address-status] returns whether a declined customer's address matches", async () => {
    const applicationToken = await connected.createApplication()
    await connected.sandbox.control.decision(applicationToken, { outcome: "decline" })
    const residenceInfo = {
      streetName: "418 Linden Avenue",
      city: "Brooklyn",
      state: "NY",
      zip: "11201",
    }
    const getAddressStatus = () =>
      connected.client.getAddressStatus({ applicationToken, residenceInfo })
    const token = applicationToken
    expect(await getAddressStatus()).toEqual({ status: null, message: "address matches", token })
    await updateSettings({ behaviour: { addressOnFile: "another" } })
    expect(await getAddressStatus()).toEqual({
      status: "U",
      message: "address does not match",
      token,
    })
    expect(await getStatus(applicationToken)).toBe("U")
  })

  it.each(["items", "applicationItems", "both"] as const)(
    "[partial-refund-items] accepts the remaining cart only under the expected name: %s",
    async (partialRefundItemsName) => {
      await updateSettings({ behaviour: { partialRefundItemsName } })
      const applicationToken = await connected.createSettledApplication()
      const { items, ...totals } = REMAINING_CART
      const bodies = {
        items: { ...totals, items },
        applicationItems: { ...totals, applicationItems: items },
        both: { ...totals, items, applicationItems: items },
      }
      for (const [name, body] of Object.entries(bodies)) {
        if (name === partialRefundItemsName) continue
        const call = connected.client.partialRefund({ applicationToken, body })
        expect((await getFinancingError(call)).code).toBe("refused")
      }
      const body = bodies[partialRefundItemsName]
      expect((await connected.client.partialRefund({ applicationToken, body })).status).toBe("C")
    }
  )

  it("[opaque-token] calls accept a token with slashes, spaces and query characters", async () => {
    await updateSettings({ behaviour: { tokenFormat: "opaque" } })
    const applicationToken = await connected.createSignedApplication()
    expect(applicationToken).toContain("/../a b?c=d&e#f%2F")
    expect(await connected.client.getStatus({ applicationToken })).toMatchObject({
      status: "S",
      token: applicationToken,
    })
    await connected.client.updateOrderId({ applicationToken, id: "1001" })
    await connected.client.settle({ applicationToken, postback: false })
    const refunded = await connected.client.partialRefund({
      applicationToken,
      body: REMAINING_CART,
    })
    expect(refunded.token).not.toBe(applicationToken)
    expect(await connected.client.validatePostback({ uuid: String(refunded.token) })).toBe(
      "VERIFIED_PT"
    )
    await connected.client.refund({ applicationToken: String(refunded.token), reason: "Returned" })
    expect(await getStatus(String(refunded.token))).toBe("T")
  })
})
