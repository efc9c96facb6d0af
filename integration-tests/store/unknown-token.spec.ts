import { repairLedger } from "./aged-ledger"
import { whileDatabaseRefuses } from "./database-refusal"
import { expectEnded } from "./ended"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, sentenceOf, reconciled } from "./money-steps"
import { applicationOf, rewrite, reconcile } from "./our-records"
import { capturedOrder, paidOrder, paymentOf, silence } from "./purchases"
import type { Refusal } from "./refusing-database"

const { admin, simulator } = harness()

describe("an application whose token the service no longer knows (C7)", () => {
  it("opens a review case, stays scheduled, refuses refunds, and recovers once the service answers", async () => {
    const { cart, token, payment } = await capturedOrder()
    await simulator.behaviour(token, { oldTokenAfterPartialRefund: "404" })
    const loanAmount = Number(payment.amount) - 50
    await simulator.portal(token, { action: "partial-refund", loanAmount, postback: false })
    await reconciled(cart.id, async () =>
      expect((await applicationOf(cart.id)).review_reason).toMatch(/refuses to say how .* stands/)
    )
    expect((await applicationOf(cart.id)).next_check_at).not.toBeNull()
    expect(await sentenceOf(admin.refund(payment.id, { amount: 10 }))).toMatch(/refused/)
    await expectInvariants(cart.id, { listed: true, elsewhere: 1 })

    await simulator.behaviour(token, { oldTokenAfterPartialRefund: "follows" })
    await reconciled(cart.id, async () =>
      expect((await applicationOf(cart.id)).review_reason).not.toMatch(/refuses to say/)
    )
  })

  it.each([404, 500])(
    "opens no review case and gets no further check once it has ended, with HTTP %s (C7)",
    async (status) => {
      const { cart, order, token } = await paidOrder()
      // A postback would trigger a check.
      await silence(token)
      await admin.cancelOrder(order.id)
      await expectEnded(cart.id, token)
      await faultOn(token, { operation: "getStatus", kind: "status", status })
      const { id } = await applicationOf(cart.id)
      // The order's own events may schedule one more check in the meantime.
      await eventually(async () => {
        await rewrite(id, { next_check_at: null })
        await reconcile(id)
        expect((await callsOf(token, "getStatus")).at(-1)).toMatchObject({ status })
        expect(await applicationOf(cart.id)).toMatchObject({
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
      const bought = await capturedOrder()
      const { cart, order, token, payment } = bought
      await silence(token)
      const dropped: Refusal = {
        table: "payment",
        event: "update",
        when: `new.id = '${payment.id}'`,
      }
      await whileDatabaseRefuses(dropped, () =>
        admin.refund(payment.id, { amount: Number(payment.amount) }).catch(() => null)
      )
      expect((await applicationOf(cart.id)).state).toBe("refunded")
      expect(paymentOf(await admin.getOrder(order.id)).refunds).toEqual([])
      await faultOn(token, { operation: "getStatus", kind: "status", status })
      await repairLedger(bought)
      expect(await admin.getOrder(order.id)).toMatchObject({
        payment_status: "refunded",
        summary: { pending_difference: 0 },
      })
      expect((await applicationOf(cart.id)).review_reason).toBeNull()
      await simulator.clearFaults()
    }
  )
})
