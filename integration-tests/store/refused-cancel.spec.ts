import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { ageDoubt, listServiceCalls, injectFault, listOutcomes } from "./money-steps"
import {
  getLatestApplication,
  hoursAgo,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import { createAppliedCart, disablePostbacks } from "./purchases"

const { shop, simulator, store } = createHarness()

describe("an application that is no longer needed", () => {
  it("opens a review case when the service refuses the cancel, and repeats it only later (A12, H7)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await injectFault(token, { operation: "cancel", kind: "status", status: 409 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => {
      await reconcile(id)
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(/refused to cancel it/)
    })
    await reconcile(id)
    await sleep(6_000)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    await simulator.clearFaults()
    const [refusedCancel] = (await listOperations(id)).filter(({ kind }) => kind === "cancel")
    await store.call("consumerFinancing", "updateFinancingOperations", {
      id: refusedCancel?.id,
      finished_at: hoursAgo(2),
    })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelled).toBe(true)
    })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "cancelled",
      review_reason: null,
    })
  })

  it("is not cancelled at its time limit when the check right before the cancel reads W", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(49), next_check_at: hoursAgo(-1) })
    await simulator.status(token, { status: "W", postback: false })
    // The reconciliation reads an outdated status; the check right before the cancel finds W.
    const body = JSON.stringify({ status: "A", token, loanAmount: applied.loanAmount })
    await injectFault(token, { operation: "getStatus", kind: "status", status: 200, nth: 1, body })
    expect((await reconcile(id)).action).toBe("end-application")
    expect((await simulator.application(token)).cancelled).toBe(false)
    await simulator.clearFaults()
  })

  it("is cancelled again when the service refused the cancel at W and reports X later (A12, C3)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.status(token, { status: "W", postback: false })
    await injectFault(token, { operation: "cancel", kind: "status", status: 409, count: 1 })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"]))
    await simulator.status(token, { status: "X", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelCount).toBe(1)
    })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      review_reason: null,
      next_check_at: null,
    })
    await expectInvariants(cart.id)
  })

  it("is cancelled again when the service refused the cancel at X and reports S later (A12)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await getLatestApplication(cart.id)
    await injectFault(token, { operation: "cancel", kind: "status", status: 409, count: 1 })
    await simulator.status(token, { status: "X", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    })
    await simulator.status(token, { status: "S", postback: false })
    await eventually(async () => {
      await reconcile(id)
      expect((await simulator.application(token)).cancelCount).toBe(1)
    })
    await expectInvariants(cart.id)
  })

  it("has no cancel in doubt once the repeat of a lost cancel is refused (A12, C3)", async () => {
    const { cart, token, applied } = await createAppliedCart()
    await disablePostbacks(token)
    await injectFault(token, { operation: "cancel", kind: "reset", when: "before" })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () =>
      expect(await listOutcomes(cart.id, "cancel")).toEqual(["in-doubt"])
    )
    await simulator.clearFaults()
    await simulator.status(token, { status: "X", postback: false })
    await injectFault(token, { operation: "cancel", kind: "status", status: 409 })
    // The reconciliation reads an outdated status; the check right before the cancel finds X.
    const body = JSON.stringify({ status: "A", token, loanAmount: applied.loanAmount })
    await ageDoubt(cart.id, 120)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 200, nth: 1, body })
    expect((await reconcile(id)).action).toBe("end-application")
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    await expectInvariants(cart.id)
  })

  it("cannot be authorized while it is being cancelled (I5)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "S", postback: false })
    await updateApplication(id, { cancelling: true })
    const answer = await shop.completeCart(cart.id)
    expect(answer).toMatchObject({
      type: "cart",
      error: { message: expect.stringContaining("is being closed") as string },
    })
  })
})
