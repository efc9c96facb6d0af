import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getLatestApplication } from "./plugin-records"
import { createAppliedCart, disablePostbacks } from "./purchases"

const { store, simulator } = createHarness()

type ReviewCaseRow = { cause: string; reason: string; application: { id: string; code: string } }

/** Reads the review cases through Medusa's query.graph, as a merchant's code does. */
async function listReviewCases(): Promise<ReviewCaseRow[]> {
  return await store.queryGraph<ReviewCaseRow>({
    entity: "financing_review_case",
    fields: ["cause", "reason", "application.id", "application.code", "application.order_id"],
  })
}

describe("a review case read by query.graph", () => {
  it("has its cause and reason, and is gone once the application is declined (I12)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.status(token, { status: "Q" })
    const { id } = await getLatestApplication(cart.id)
    const reconcile = () =>
      store.runWorkflow("reconcile-financing-application", { application_id: id, cause: "person" })
    const listOwnCases = async () =>
      (await listReviewCases()).filter((reviewCase) => reviewCase.application.id === id)
    await eventually(async () => {
      await reconcile()
      expect(await listOwnCases()).toMatchObject([
        { cause: "unknown-code", application: { code: "Q" }, reason: expect.any(String) as string },
      ])
    })
    await simulator.status(token, { status: "U" })
    await eventually(async () => {
      await reconcile()
      expect(await getLatestApplication(cart.id)).toMatchObject({ state: "declined" })
    })
    expect(await listOwnCases()).toEqual([])
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
  })
})
