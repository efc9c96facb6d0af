import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { ageDoubt, callsOf, faultOn, outcomesOf } from "./money-steps"
import { applicationOf, hoursAgo, journalOf, rewrite, reconcile } from "./our-records"
import { appliedCart, silence } from "./purchases"

const { shop, simulator, store } = harness()

describe("an application that is no longer needed", () => {
  it("opens a review case when the service refuses the cancel, and repeats it only later (A12, H7)", async () => {
    const { cart, token } = await appliedCart()
    await silence(token)
    await faultOn(token, { operation: "cancel", kind: "status", status: 409 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await applicationOf(cart.id)
    await eventually(async () => {
      await reconcile(id)
      expect((await applicationOf(cart.id)).review_reason).toMatch(/refused to cancel it/)
    })
    await reconcile(id)
    await sleep(6_000)
    expect(await callsOf(token, "cancel")).toHaveLength(1)
    await simulator.clearFaults()
    const [refused] = (await journalOf(id)).filter(({ kind }) => kind === "cancel")
    await store.call("consumerFinancing", "updateFinancingOperations", {
      id: refused?.id,
      finished_at: hoursAgo(2),
    })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelled).toBe(true)
    })
    expect(await applicationOf(cart.id)).toMatchObject({ state: "cancelled", review_reason: null })
  })

  it("is not cancelled at its time limit when the check right before the cancel reads W", async () => {
    const { cart, token, applied } = await appliedCart()
    await silence(token)
    const { id } = await applicationOf(cart.id)
    await rewrite(id, { created_at: hoursAgo(49), next_check_at: hoursAgo(-1) })
    await simulator.status(token, { status: "W", postback: false })
    // The reconciliation reads an outdated status; the check right before the cancel finds W.
    const body = JSON.stringify({ status: "A", token, loanAmount: applied.loanAmount })
    await faultOn(token, { operation: "getStatus", kind: "status", status: 200, nth: 1, body })
    expect((await reconcile(id)).action).toBe("end-application")
    expect((await simulator.application(token)).cancelled).toBe(false)
    await simulator.clearFaults()
  })

  it("is cancelled again when the service refused the cancel at W and reports X later (A12, C3)", async () => {
    const { cart, token } = await appliedCart()
    await silence(token)
    await simulator.status(token, { status: "W", postback: false })
    await faultOn(token, { operation: "cancel", kind: "status", status: 409, count: 1 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await applicationOf(cart.id)
    await eventually(async () => expect(await outcomesOf(cart.id, "cancel")).toEqual(["refused"]))
    await simulator.status(token, { status: "X", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelCount).toBe(1)
    })
    expect(await applicationOf(cart.id)).toMatchObject({ review_reason: null, next_check_at: null })
    await expectInvariants(cart.id)
  })

  it("is cancelled again when the service refused the cancel at X and reports S later (A12)", async () => {
    const { cart, token } = await appliedCart()
    await silence(token)
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await applicationOf(cart.id)
    await faultOn(token, { operation: "cancel", kind: "status", status: 409, count: 1 })
    await simulator.status(token, { status: "X", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect(await outcomesOf(cart.id, "cancel")).toEqual(["refused"])
    })
    await simulator.status(token, { status: "S", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelCount).toBe(1)
    })
    await expectInvariants(cart.id)
  })

  it("has no cancel in doubt once the repeat of a lost cancel is refused (A12, C3)", async () => {
    const { cart, token, applied } = await appliedCart()
    await silence(token)
    await faultOn(token, { operation: "cancel", kind: "reset", when: "before" })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await applicationOf(cart.id)
    await eventually(async () => expect(await outcomesOf(cart.id, "cancel")).toEqual(["in-doubt"]))
    await simulator.clearFaults()
    await simulator.status(token, { status: "X", postback: false })
    await faultOn(token, { operation: "cancel", kind: "status", status: 409 })
    // The reconciliation reads an outdated status; the check right before the cancel finds X.
    const body = JSON.stringify({ status: "A", token, loanAmount: applied.loanAmount })
    await ageDoubt(cart.id, 120)
    await faultOn(token, { operation: "getStatus", kind: "status", status: 200, nth: 1, body })
    expect((await reconcile(id)).action).toBe("end-application")
    expect(await outcomesOf(cart.id, "cancel")).toEqual(["refused"])
    await expectInvariants(cart.id)
  })

  it("cannot be authorized while it is being cancelled (I5)", async () => {
    const { cart, token } = await appliedCart()
    await silence(token)
    const { id } = await applicationOf(cart.id)
    await simulator.status(token, { status: "S", postback: false })
    await rewrite(id, { cancelling: true })
    const answer = await shop.completeCart(cart.id)
    expect(answer).toMatchObject({
      type: "cart",
      error: { message: expect.stringContaining("is being closed") as string },
    })
  })
})
