import { repairLedger } from "./aged-ledger"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, getStaffMessage, reconcile } from "./plugin-records"
import { createCapturedOrder, type PaidOrder } from "./purchases"
import { requestReturn, requestExchange, returnGoods } from "./returned-goods"

const { admin } = createHarness()

type Body = {
  loanAmount: number
  shipping: number
  taxes: number
  discount: number
  items: { description: string; quantity: number; price: number }[]
}

/** A desk (649.50), two bookcases (184.99 each) and delivery (49.00); New York taxes all of it. */
const goods = () =>
  createCapturedOrder({
    items: [
      { handle: "walnut-desk", quantity: 1 },
      { handle: "oak-bookcase", quantity: 2 },
    ],
  })

const TAX = 1.08875
const round = (amount: number) => Math.round(amount * 100) / 100

async function lastBody({ token }: PaidOrder): Promise<Body> {
  const call = (await listServiceCalls(token, "partialRefund")).at(-1)
  return call?.request as Body
}

const sumOf = ({ items, shipping, taxes, discount }: Body) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) +
  shipping +
  taxes -
  discount

const quantities = ({ items }: Body) =>
  Object.fromEntries(items.map(({ description, quantity }) => [description, quantity]))

it("A refund while goods are still on their way back is recorded, and opens no review case", async () => {
  const bought = await goods()
  await requestReturn(bought, [{ title: "Oak Bookcase", quantity: 1 }])
  const { id } = await getLatestApplication(bought.cart.id)
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "paid-out", due: 0 })
  // The full amount owed has a fraction of a cent, and would need a credit line.
  await admin.refund(bought.payment.id, { amount: 200 })
  await repairLedger(bought)
  expect((await getLatestApplication(bought.cart.id)).review_reason).toBeNull()
  await expectInvariants(bought.cart.id)
})

it("An exchange for the same goods collects nothing, and ships the new ones", async () => {
  const bought = await goods()
  const { id } = await getLatestApplication(bought.cart.id)
  await admin.createShipment(bought.order.id, await admin.createFulfillment(bought.order.id))
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "paid-out", due: 0 })
  await requestExchange(bought, "Walnut Desk")
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "ship-paid-out", due: 0 })
})

describe("A refund after a return (design 7)", () => {
  it("of exactly the returned value removes the goods from the financed cart", async () => {
    const bought = await goods()
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(bought.payment.id, { amount: round(184.99 * TAX) })
    const body = await lastBody(bought)
    expect(quantities(body)).toEqual({ "Walnut Desk": 1, "Oak Bookcase": 1 })
    expect(body.discount).toBe(0)
    expect(sumOf(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(bought.cart.id)
  })

  it("of less than the returned value adds a retained charge (A23)", async () => {
    const bought = await goods()
    await returnGoods(bought, [{ title: "Walnut Desk", quantity: 1 }])
    await admin.refund(bought.payment.id, { amount: 600 })
    const body = await lastBody(bought)
    expect(quantities(body)).toEqual({ "Oak Bookcase": 2, "Retained charge": 1 })
    expect(sumOf(body)).toBeCloseTo(body.loanAmount, 5)
    expect(body.loanAmount).toBeCloseTo(round(Number(bought.payment.amount)) - 600, 5)
    await expectInvariants(bought.cart.id)
  })

  it("of more than the returned value adds a discount (A23)", async () => {
    const bought = await goods()
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 2 }])
    await admin.refund(bought.payment.id, { amount: 500 })
    const body = await lastBody(bought)
    expect(quantities(body)).toEqual({ "Walnut Desk": 1 })
    expect(body.discount).toBeGreaterThan(0)
    expect(sumOf(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(bought.cart.id)
  })

  it("of more than the value of all items lowers shipping and taxes as well (A23)", async () => {
    const bought = await goods()
    const total = round(Number(bought.payment.amount))
    await admin.refund(bought.payment.id, { amount: round(total - 20) })
    const body = await lastBody(bought)
    expect(body.loanAmount).toBe(20)
    expect(body.items.every(({ price }) => price === 0)).toBe(true)
    expect(sumOf(body)).toBeCloseTo(20, 5)
    await expectInvariants(bought.cart.id)
  })

  it("in two steps and then of everything leaves nothing financed", async () => {
    const bought = await goods()
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(bought.payment.id, { amount: round(184.99 * TAX) })
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    const both = round(2 * 184.99 * TAX)
    await admin.refund(bought.payment.id, { amount: round(both - round(184.99 * TAX)) })
    expect(quantities(await lastBody(bought))).toEqual({ "Walnut Desk": 1 })
    await expectInvariants(bought.cart.id)
    await returnGoods(bought, [{ title: "Walnut Desk", quantity: 1 }])
    const total = round(Number(bought.payment.amount))
    await admin.refund(bought.payment.id, { amount: round(total - both) })
    expect(await listServiceCalls(bought.token, "refund")).toHaveLength(1)
    await expectInvariants(bought.cart.id)
  })

  it("without a return keeps the items and adds a discount", async () => {
    const bought = await goods()
    await admin.refund(bought.payment.id, { amount: 75.25 })
    const body = await lastBody(bought)
    expect(quantities(body)).toEqual({ "Walnut Desk": 1, "Oak Bookcase": 2 })
    expect(body.discount).toBe(75.25)
    expect(sumOf(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(bought.cart.id)
  })
})
