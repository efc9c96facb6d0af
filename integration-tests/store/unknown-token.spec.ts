import { repairLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, updateApplication, reconcile } from "./plugin-records"
import { createCapturedOrder, createPaidOrder, getOnlyPayment, disablePostbacks } from "./purchases"
import type { RowMatcher } from "./database-triggers"

const { admin, simulator } = createHarness()

describe("an application whose token the service no longer knows (C7)", () => {
  it("opens a review case, stays scheduled, refuses refunds, and recovers once the service answers", async () => {
    const { cart, token, payment } = await createCapturedOrder()
    await simulator.behaviour(token, { oldTokenAfterPartialRefund: "404" })
    const loanAmount = Number(payment.amount) - 50
    await simulator.portal(token, { action: "partial-refund", loanAmount, postback: false })
    await reconcileUntil(cart.id, async () =>
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(
        /refuses to say how .* stands/
      )
    )
    expect((await getLatestApplication(cart.id)).next_check_at).not.toBeNull()
    expect(await getRefusalMessage(admin.refund(payment.id, { amount: 10 }))).toMatch(/refused/)
    await expectInvariants(cart.id, { listed: true, elsewhere: 1 })

    await simulator.behaviour(token, { oldTokenAfterPartialRefund: "follows" })
    await reconcileUntil(cart.id, async () =>
      expect((await getLatestApplication(cart.id)).review_reason).not.toMatch(/refuses to say/)
    )
  })

  it.each([404, 500])(
    "opens no review case and gets no further check once it has ended, with HTTP %s (C7)",
    async (status) => {
      const { cart, order, token } = await createPaidOrder()
      // A postback would trigger a check.
      await disablePostbacks(token)
      await admin.cancelOrder(order.id)
      await expectApplicationEnded(cart.id, token)
      await injectFault(token, { operation: "getStatus", kind: "status", status })
      const { id } = await getLatestApplication(cart.id)
      // The order's own events may schedule one more check in the meantime.
      await eventually(async () => {
        await updateApplication(id, { next_check_at: null })
        await reconcile(id)
        expect((await listServiceCalls(token, "getStatus")).at(-1)).toMatchObject({ status })
        expect(await getLatestApplication(cart.id)).toMatchObject({
          state: "cancelled",
          review_reason: null,
          next_check_at: null,
        })
      })
    }
  )

  it.each([404, 500])(
    "has its full refund recorded in Medusa, with HTTP %s (A20)",
    async (status) => {
      const purchase = await createCapturedOrder()
      const { cart, order, token, payment } = purchase
      await disablePostbacks(token)
      const paymentUpdate: RowMatcher = {
        table: "payment",
        event: "update",
        when: `new.id = '${payment.id}'`,
      }
      await withRefusedWrites(paymentUpdate, () =>
        admin.refund(payment.id, { amount: Number(payment.amount) }).catch(() => null)
      )
      expect((await getLatestApplication(cart.id)).state).toBe("refunded")
      expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toEqual([])
      await injectFault(token, { operation: "getStatus", kind: "status", status })
      await repairLedger(purchase)
      expect(await admin.getOrder(order.id)).toMatchObject({
        payment_status: "refunded",
        summary: { pending_difference: 0 },
      })
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
      await simulator.clearFaults()
    }
  )
})
