import { withRefusedWrites } from "./refused-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { injectFault, getRefusalMessage } from "./money-steps"
import { getLatestApplication, listOperations, reconcile } from "./plugin-records"
import { createPreApprovedCart } from "./pre-approval-steps"

const { shop, simulator } = createHarness()

describe("a pre-approval whose attached cart is in doubt", () => {
  it("keeps its review case until the doubt is resolved, though the service has cancelled it (I12)", async () => {
    const { cart, token } = await createPreApprovedCart()
    const operation = "updateCartAndSend" as const
    await injectFault(token, { operation, kind: "reset", when: "before", count: 1 })
    await withRefusedWrites(
      {
        table: "financing_operation",
        event: "update",
        when: `new.kind = 'create' and new.outcome = 'refused' and exists (select 1
          from financing_application one
          where one.id = new.application_id and one.cart_id = '${cart.id}')`,
      },
      async () => {
        expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
          /not been confirmed/
        )
        const { id } = await getLatestApplication(cart.id)
        await eventually(async () => {
          await reconcile(id).catch(() => undefined)
          expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
        })
        await reconcile(id).catch(() => undefined)
        expect(await listOperations(id)).toContainEqual(
          expect.objectContaining({ kind: "create", outcome: "in-doubt" })
        )
        expect(await getLatestApplication(cart.id)).toMatchObject({
          review_reason: expect.stringContaining("not known") as string,
        })
      }
    )
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => {
      await reconcile(id)
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
    const operations = await listOperations(id)
    expect(operations.filter(({ outcome }) => outcome === "in-doubt")).toEqual([])
    expect(await simulator.calls({ operation, token })).toHaveLength(1)
  })
})
