import { PLACEHOLDER_SETTINGS } from "../../tooling/shop-environment"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness, startExtraStore } from "./harness"
import { openReturnPage } from "./return-page"
import { waitUntilIdle } from "./scheduled-checks"
import { getLatestApplication, updateApplication, listTimelineEntries } from "./plugin-records"
import { createAppliedCart, disablePostbacks } from "./purchase-steps"
import { withRefusedRows } from "./refused-rows"

const { run, store } = createHarness()
const { storefrontUrl } = PLACEHOLDER_SETTINGS

type SignedUrls = { returnUrl: string; cancelUrl: string }

async function createAppliedCartWithUrls() {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  const application = await getLatestApplication(appliedCart.cart.id)
  const urls = await store.call<SignedUrls>("consumerFinancing", "addresses.of", application)
  return { ...appliedCart, id: application.id, ...urls }
}

async function openLanding(url: string) {
  const { status, address } = await openReturnPage(url)
  return { status, address }
}

describe("a shopper who returns from the hosted page", () => {
  it("is forwarded to the storefront when the reconciliation fails, and their return is stored", async () => {
    const { id, cart, returnUrl, cancelUrl } = await createAppliedCartWithUrls()
    const when = `new.id = 'reconcile:${id}'`
    for (const address of [returnUrl, cancelUrl]) {
      const landing = await withRefusedRows({ table: "financing_lease", when }, () =>
        openLanding(address)
      )
      expect(landing.status).toBe(200)
      expect(landing.address).toContain(`${storefrontUrl}/`)
    }
    expect((await getLatestApplication(cart.id)).shopper_returned).toBe(true)
  })

  it("is forwarded to the storefront's home page when the timeline cannot be written", async () => {
    const { id, returnUrl } = await createAppliedCartWithUrls()
    const when = `new.application_id = '${id}'`
    const landing = await withRefusedRows({ table: "financing_timeline_entry", when }, () =>
      openLanding(returnUrl)
    )
    expect(landing).toEqual({ status: 200, address: `${storefrontUrl}/` })
  })

  it("sees an explanation and is not forwarded when the database lost the application", async () => {
    const lostApplication = { id: "finapp_gone", environment: "staging" }
    const { returnUrl } = await store.call<SignedUrls>(
      "consumerFinancing",
      "addresses.of",
      lostApplication
    )
    const { status, address, page } = await openReturnPage(returnUrl)
    expect([status, address]).toEqual([200, ""])
    expect(page).toContain("Your application cannot be found")
  })
})

describe("an application of an environment without credentials", () => {
  it("opens one review case and is postponed, and is checked again once credentials exist (B14)", async () => {
    const { id, cart, returnUrl } = await createAppliedCartWithUrls()
    const otherStore = await startExtraStore({
      pluginOptions: {
        environment: "production",
        environments: { production: run.settings.production },
      },
    })
    const reconcileInOtherStore = () =>
      otherStore.control.runWorkflow("reconcile-financing-application", {
        application_id: id,
        cause: "poll",
      })
    // The first store has the credentials: it must not check in the meantime, nor end a check that it has started.
    await waitUntilIdle(id)
    await updateApplication(id, { checks_done: 40, next_check_at: null })
    const inOneMinute = Date.now() + 60_000
    const application = await eventually(async () => {
      await reconcileInOtherStore()
      const record = await getLatestApplication(cart.id)
      expect(record.review_reason).toContain("no credentials for the staging environment")
      return record
    })
    await reconcileInOtherStore()
    expect(new Date(application.next_check_at ?? 0).getTime()).toBeGreaterThan(inOneMinute)
    const entries = (await listTimelineEntries(id)).filter(({ what }) => what === "needs-attention")
    expect(entries).toHaveLength(1)
    await otherStore.stop()
    expect((await openLanding(returnUrl)).status).toBe(200)
    expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
  })
})
