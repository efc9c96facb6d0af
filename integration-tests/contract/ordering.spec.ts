import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

const buildRefusal = (httpStatus: number) => ({
  name: "RefusedError",
  code: "refused",
  outcome: "did-not-happen",
  httpStatus,
})

describe("managing an order, client against simulator", () => {
  let connected: ConnectedSandbox
  beforeAll(async () => {
    connected = await startConnectedSandbox()
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  const getApplication = (token: string) => connected.sandbox.control.application(token)
  const buildTokenInput = (applicationToken: string) => ({ applicationToken })

  describe("10: settle", () => {
    it("settles a signed application once", async () => {
      const token = await connected.createSignedApplication()
      expect(await connected.client.settle(buildTokenInput(token))).toEqual({
        message: "application settled",
      })
      expect(await getApplication(token)).toMatchObject({ status: "C", settleCount: 1 })
    })

    it("sends postback=false only when the caller turns the postback off", async () => {
      const [tokenWithPostback, tokenWithoutPostback] = [
        await connected.createSignedApplication(),
        await connected.createSignedApplication(),
      ]
      await connected.client.settle({ applicationToken: tokenWithPostback, postback: true })
      await connected.client.settle({ applicationToken: tokenWithoutPostback, postback: false })
      const calls = await connected.sandbox.control.calls({ operation: "settle" })
      expect(calls.map(({ path }) => path.split("?")[1])).toEqual([
        "postback=true",
        "postback=false",
      ])
    })

    it.each(["P", "A", "W", "U", "O", "T", "B"])("A4: is refused in status %s", async (status) => {
      const token = await connected.createApplication()
      await connected.sandbox.control.status(token, { status })
      expect(
        await getFinancingError(connected.client.settle(buildTokenInput(token)))
      ).toMatchObject(buildRefusal(409))
      expect((await getApplication(token)).settleCount).toBe(0)
    })
  })

  describe("11: cancel", () => {
    it.each(["P", "A", "W", "S"])("ends an application with status %s", async (status) => {
      const token = await connected.createApplication()
      await connected.sandbox.control.status(token, { status })
      expect(await connected.client.cancel(buildTokenInput(token))).toEqual({
        message: "application cancelled",
      })
      expect(await getApplication(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })

    it("A11: is refused once the loan is funded", async () => {
      const token = await connected.createSettledApplication()
      expect(
        await getFinancingError(connected.client.cancel(buildTokenInput(token)))
      ).toMatchObject(buildRefusal(409))
      expect(await getApplication(token)).toMatchObject({ status: "C", cancelCount: 0 })
    })
  })

  describe("12: refund", () => {
    it("refunds the whole loan and sends the reason", async () => {
      const token = await connected.createSettledApplication()
      const refund = { ...buildTokenInput(token), reason: "Returned" }
      expect(await connected.client.refund(refund)).toEqual({ message: "application refunded" })
      expect(await getApplication(token)).toMatchObject({ status: "T", refundCount: 1 })
      const [call] = await connected.sandbox.control.calls({ operation: "refund" })
      expect(call?.request).toEqual({ reason: "Returned" })
    })

    it("A7: is refused a second time, and before the settle", async () => {
      const signedToken = await connected.createSignedApplication()
      const settledToken = await connected.createSettledApplication()
      await connected.client.refund({ ...buildTokenInput(settledToken), reason: "Returned" })
      for (const token of [signedToken, settledToken]) {
        const refund = connected.client.refund({ ...buildTokenInput(token), reason: "Returned" })
        expect(await getFinancingError(refund)).toMatchObject(buildRefusal(409))
      }
      expect((await getApplication(settledToken)).refundCount).toBe(1)
    })
  })

  describe("13: partial refund", () => {
    it("returns the new application's code and token, and a second partial refund continues the chain", async () => {
      const token = await connected.createSettledApplication()
      const first = await connected.client.partialRefund({
        ...buildTokenInput(token),
        body: REMAINING_CART,
      })
      expect(first).toEqual({
        status: "C",
        message: "partial refund processed",
        token: expect.not.stringMatching(token) as string,
      })
      const second = await connected.client.partialRefund({
        ...buildTokenInput(String(first.token)),
        body: {
          loanAmount: 300.5,
          items: [{ description: "Walnut chair", quantity: 1, price: 300.5 }],
        },
      })
      await connected.client.refund({
        ...buildTokenInput(String(second.token)),
        reason: "The rest",
      })
      expect(await getApplication(token)).toMatchObject({
        tokens: [token, first.token, second.token],
        status: "T",
        refundCount: 1,
      })
    })

    it("A6: is refused for a replaced token", async () => {
      const token = await connected.createSettledApplication()
      await connected.client.partialRefund({ ...buildTokenInput(token), body: REMAINING_CART })
      const secondRefund = connected.client.partialRefund({
        ...buildTokenInput(token),
        body: REMAINING_CART,
      })
      expect(await getFinancingError(secondRefund)).toMatchObject(buildRefusal(409))
      expect((await getApplication(token)).partialRefunds).toHaveLength(1)
    })

    it("leaves status T under the old token, which is no full refund", async () => {
      const token = await connected.createSettledApplication()
      await connected.client.partialRefund({ ...buildTokenInput(token), body: REMAINING_CART })
      expect(await connected.client.getStatus(buildTokenInput(token))).toMatchObject({
        status: "T",
        token,
      })
    })

    it("returns B for a higher amount: the customer has to sign again", async () => {
      const token = await connected.createSettledApplication()
      const items = [{ description: "Walnut chair", quantity: 3, price: 300.5 }]
      const body = { loanAmount: 901.5, items }
      expect(
        (await connected.client.partialRefund({ ...buildTokenInput(token), body })).status
      ).toBe("B")
    })

    it("F2: is refused when its sum is off by a cent", async () => {
      const token = await connected.createSettledApplication()
      const body = { ...REMAINING_CART, discount: 0.01 }
      expect(
        await getFinancingError(connected.client.partialRefund({ ...buildTokenInput(token), body }))
      ).toMatchObject(buildRefusal(400))
      expect((await getApplication(token)).partialRefunds).toEqual([])
    })
  })

  it("14: sets the application's order id, also repeatedly (A15)", async () => {
    const token = await connected.createApplication()
    for (const id of ["#1001", "#1001", "1002"]) {
      expect(await connected.client.updateOrderId({ ...buildTokenInput(token), id })).toEqual({
        message: "order id updated",
      })
      expect((await getApplication(token)).orderId).toBe(id)
    }
  })

  it.each(["settle", "cancel", "refund", "partialRefund", "updateOrderId"] as const)(
    "refuses %s on an unknown application",
    async (operation) => {
      const unknownToken = "0a8b5f2c-7f0e-4f3f-9a55-3a0c7c6f1f7e"
      const calls = {
        settle: () => connected.client.settle(buildTokenInput(unknownToken)),
        cancel: () => connected.client.cancel(buildTokenInput(unknownToken)),
        refund: () =>
          connected.client.refund({ ...buildTokenInput(unknownToken), reason: "Returned" }),
        partialRefund: () =>
          connected.client.partialRefund({
            ...buildTokenInput(unknownToken),
            body: REMAINING_CART,
          }),
        updateOrderId: () =>
          connected.client.updateOrderId({ ...buildTokenInput(unknownToken), id: "1001" }),
      }
      expect(await getFinancingError(calls[operation]())).toMatchObject({
        ...buildRefusal(404),
        operation,
      })
    }
  )
})
