import type { OrderSnapshot } from "../../src/domain/order-snapshot"
import { cents } from "../../src/domain/money"
import { isUserFacing } from "../../src/translation/user-error"
import { runForClient } from "../../src/modules/consumer-financing/coordination/attempts"
import { startModule, buildCart } from "./running-module"

const running = startModule({
  applicationLimits: { perCart: 5, perContact: 8, perAddress: 3, alarmPerShop: 12 },
})

/** Each cart has its own shopper, unless `changes` set another. */
let shopperCount = 0
function buildShopperCart(changes: Partial<OrderSnapshot> = {}): OrderSnapshot {
  shopperCount += 1
  const email = `shopper-${shopperCount}@example.com`
  return buildCart({ email, cellPhone: `21255501${String(10 + shopperCount)}`, ...changes })
}

/** Returns the cart with `dollars` more for shipping. */
function addShipping(cart: OrderSnapshot, dollars: number): OrderSnapshot {
  const addedCents = dollars * 100
  return {
    ...cart,
    shipping: cents(cart.shipping + addedCents),
    total: cents(cart.total + addedCents),
  }
}

const apply = (snapshot: OrderSnapshot) => {
  const session = { paymentSessionId: `payses_${Math.random()}`, customerId: null }
  return running().financing.applyForCart({ snapshot, ...session })
}

async function countCreates({ cartId }: OrderSnapshot): Promise<number> {
  const calls = await running().sandbox.control.calls({ operation: "createOrder" })
  return calls.filter(({ orderId }) => orderId?.startsWith(`${cartId}-`)).length
}

async function expectLimitReached(attempt: Promise<unknown>): Promise<void> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown)
  expect(isUserFacing(error)).toBe(true)
  expect(String(error)).toContain("Too many financing applications")
}

describe("the limits of applications", () => {
  it("allow five applications for sixty changes of one cart (H7)", async () => {
    const cart = buildShopperCart()
    let refusedCount = 0
    for (let change = 0; change < 60; change += 1) {
      await apply(addShipping(cart, change)).catch(() => (refusedCount += 1))
    }
    expect(refusedCount).toBe(55)
    expect(await countCreates(cart)).toBe(5)
    await expectLimitReached(apply(addShipping(cart, 61)))
    // The refusal changes nothing: with the cart as it was, the shopper can continue.
    expect((await apply(addShipping(cart, 4))).application).toMatchObject({
      state: "awaiting-customer",
    })
  })

  it.each([
    { what: "e-mail address, however it is written", other: { cellPhone: "2125550190" } },
    { what: "phone number", other: { email: "somebody-else@example.com" } },
  ])("allow eight applications for one $what, over all carts", async ({ other }) => {
    const { email, cellPhone } = buildShopperCart()
    const contact = { email: email.toUpperCase(), cellPhone, ...other }
    for (let index = 0; index < 8; index += 1) await apply(buildCart({ email, cellPhone }))
    await expectLimitReached(apply(buildCart(contact)))
    const { outcome } = await apply(buildShopperCart())
    expect(outcome).toBe("applied")
  })

  it("do not count the adoption of an unchanged cart's application (C5)", async () => {
    const cart = buildShopperCart()
    for (let render = 0; render < 10; render += 1) await apply(cart)
    expect(await countCreates(cart)).toBe(1)
    for (let change = 1; change < 5; change += 1) await apply(addShipping(cart, change))
    await expectLimitReached(apply(addShipping(cart, 5)))
  })

  it("do not count applications that never reach the service", async () => {
    const cart = buildShopperCart()
    const invalidCart = { ...cart, address: { ...cart.address, zip: "1" } }
    for (let index = 0; index < 20; index += 1) {
      await expect(apply(invalidCart)).rejects.not.toThrow("Too many")
    }
    expect(await countCreates(cart)).toBe(0)
    expect((await apply(cart)).outcome).toBe("applied")
  })

  it("do not count financing requests by staff", async () => {
    const { financing } = running()
    const order = buildShopperCart()
    for (let change = 0; change < 10; change += 1) {
      const { outcome } = await financing.requestFinancing(addShipping(order, change))
      expect(outcome).toBe("applied")
    }
  })

  it("allow three applications for one client of core's route, as the merchant sets", async () => {
    const applyFromAddress = (address: string) =>
      runForClient(address, async () => await apply(buildShopperCart()))
    for (let index = 0; index < 3; index += 1) await applyFromAddress("203.0.113.7")
    const cart = buildShopperCart()
    await expectLimitReached(applyFromAddress("203.0.113.7"))
    expect((await applyFromAddress("203.0.113.8")).outcome).toBe("applied")
    expect((await apply(cart)).outcome).toBe("applied")
  })

  it("store only keyed hashes, and no cart, e-mail address or phone number (G4)", async () => {
    const { financing } = running()
    const rows = await financing.context.knex("financing_lease").whereLike("id", "budget:attempt-%")
    expect(rows.length).toBeGreaterThan(5)
    for (const { id } of rows as { id: string }[]) expect(id).toMatch(/^budget:attempt-[\w-]{43}$/)
  })
})

describe("applications of the whole shop", () => {
  it("succeed above the alarm threshold, and record that once an hour", async () => {
    const { financing } = running()
    for (let index = 0; index < 14; index += 1) {
      expect((await apply(buildShopperCart())).outcome).toBe("applied")
    }
    const entries = await financing.listFinancingTimelineEntries({ what: "too-many-applications" })
    expect(entries).toMatchObject([{ details: { an_hour: 12 } }])
  })
})
