import {
  type ConnectedSandbox,
  getFinancingError,
  REMAINING_CART,
  startConnectedSandbox,
} from "./connected-sandbox"

const refusedWith = (httpStatus: number) => ({
  name: "RefusedError",
  code: "refused",
  outcome: "did-not-happen",
  httpStatus,
})

describe("managing an order, client against simulator", () => {
  let joined: ConnectedSandbox
  beforeAll(async () => {
    joined = await startConnectedSandbox()
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  const view = (token: string) => joined.sandbox.control.application(token)
  const at = (applicationToken: string) => ({ applicationToken })

  describe("10: settle", () => {
    it("settles a signed application once", async () => {
      const token = await joined.createSignedApplication()
      expect(await joined.client.settle(at(token))).toEqual({ message: "application settled" })
      expect(await view(token)).toMatchObject({ status: "C", settleCount: 1 })
    })

    it("sends postback=false only when the caller turns the postback off", async () => {
      const [loud, quiet] = [
        await joined.createSignedApplication(),
        await joined.createSignedApplication(),
      ]
      await joined.client.settle({ applicationToken: loud, postback: true })
      await joined.client.settle({ applicationToken: quiet, postback: false })
      const calls = await joined.sandbox.control.calls({ operation: "settle" })
      expect(calls.map(({ path }) => path.split("?")[1])).toEqual([
        "postback=true",
        "postback=false",
      ])
    })

    it.each(["P", "A", "W", "U", "O", "T", "B"])("A4: is refused in status %s", async (status) => {
      const token = await joined.createApplication()
      await joined.sandbox.control.status(token, { status })
      expect(await getFinancingError(joined.client.settle(at(token)))).toMatchObject(
        refusedWith(409)
      )
      expect((await view(token)).settleCount).toBe(0)
    })
  })

  describe("11: cancel", () => {
    it.each(["P", "A", "W", "S"])("ends an application with status %s", async (status) => {
      const token = await joined.createApplication()
      await joined.sandbox.control.status(token, { status })
      expect(await joined.client.cancel(at(token))).toEqual({ message: "application cancelled" })
      expect(await view(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })

    it("A11: is refused once the loan is funded", async () => {
      const token = await joined.createSettledApplication()
      expect(await getFinancingError(joined.client.cancel(at(token)))).toMatchObject(
        refusedWith(409)
      )
      expect(await view(token)).toMatchObject({ status: "C", cancelCount: 0 })
    })
  })

  describe("12: refund", () => {
    it("refunds the whole loan and sends the reason", async () => {
      const token = await joined.createSettledApplication()
      const refund = { ...at(token), reason: "Returned" }
      expect(await joined.client.refund(refund)).toEqual({ message: "application refunded" })
      expect(await view(token)).toMatchObject({ status: "T", refundCount: 1 })
      const [call] = await joined.sandbox.control.calls({ operation: "refund" })
      expect(call?.request).toEqual({ reason: "Returned" })
    })

    it("A7: is refused a second time, and before the settle", async () => {
      const signed = await joined.createSignedApplication()
      const settled = await joined.createSettledApplication()
      await joined.client.refund({ ...at(settled), reason: "Returned" })
      for (const token of [signed, settled]) {
        const again = joined.client.refund({ ...at(token), reason: "Returned" })
        expect(await getFinancingError(again)).toMatchObject(refusedWith(409))
      }
      expect((await view(settled)).refundCount).toBe(1)
    })
  })

  describe("13: partial refund", () => {
    it("returns the new application's code and token, and a second partial refund continues the chain", async () => {
      const token = await joined.createSettledApplication()
      const first = await joined.client.partialRefund({ ...at(token), body: REMAINING_CART })
      expect(first).toEqual({
        status: "C",
        message: "partial refund processed",
        token: expect.not.stringMatching(token) as string,
      })
      const second = await joined.client.partialRefund({
        ...at(String(first.token)),
        body: {
          loanAmount: 300.5,
          items: [{ description: "Walnut chair", quantity: 1, price: 300.5 }],
        },
      })
      await joined.client.refund({ ...at(String(second.token)), reason: "The rest" })
      expect(await view(token)).toMatchObject({
        tokens: [token, first.token, second.token],
        status: "T",
        refundCount: 1,
      })
    })

    it("A6: is refused for a replaced token", async () => {
      const token = await joined.createSettledApplication()
      await joined.client.partialRefund({ ...at(token), body: REMAINING_CART })
      const again = joined.client.partialRefund({ ...at(token), body: REMAINING_CART })
      expect(await getFinancingError(again)).toMatchObject(refusedWith(409))
      expect((await view(token)).partialRefunds).toHaveLength(1)
    })

    it("leaves status T under the old token, which is no full refund", async () => {
      const token = await joined.createSettledApplication()
      await joined.client.partialRefund({ ...at(token), body: REMAINING_CART })
      expect(await joined.client.getStatus(at(token))).toMatchObject({ status: "T", token })
    })

    it("returns B for a higher amount: the customer has to sign again", async () => {
      const token = await joined.createSettledApplication()
      const items = [{ description: "Walnut chair", quantity: 3, price: 300.5 }]
      const body = { loanAmount: 901.5, items }
      expect((await joined.client.partialRefund({ ...at(token), body })).status).toBe("B")
    })

    it("F2: is refused when its sum is off by a cent", async () => {
      const token = await joined.createSettledApplication()
      const body = { ...REMAINING_CART, discount: 0.01 }
      expect(
        await getFinancingError(joined.client.partialRefund({ ...at(token), body }))
      ).toMatchObject(refusedWith(400))
      expect((await view(token)).partialRefunds).toEqual([])
    })
  })

  it("14: sets the application's order id, also repeatedly (A15)", async () => {
    const token = await joined.createApplication()
    for (const id of ["#1001", "#1001", "1002"]) {
      expect(await joined.client.updateOrderId({ ...at(token), id })).toEqual({
        message: "order id updated",
      })
      expect((await view(token)).orderId).toBe(id)
    }
  })

  it.each(["settle", "cancel", "refund", "partialRefund", "updateOrderId"] as const)(
    "refuses %s on an unknown application",
    async (operation) => {
      const unknownToken = "0a8b5f2c-7f0e-4f3f-9a55-3a0c7c6f1f7e"
      const calls = {
        settle: () => joined.client.settle(at(unknownToken)),
        cancel: () => joined.client.cancel(at(unknownToken)),
        refund: () => joined.client.refund({ ...at(unknownToken), reason: "Returned" }),
        partialRefund: () =>
          joined.client.partialRefund({ ...at(unknownToken), body: REMAINING_CART }),
        updateOrderId: () => joined.client.updateOrderId({ ...at(unknownToken), id: "1001" }),
      }
      expect(await getFinancingError(calls[operation]())).toMatchObject({
        ...refusedWith(404),
        operation,
      })
    }
  )
})
