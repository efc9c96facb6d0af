import { PLACEHOLDER_SETTINGS } from "../../tooling/shop-environment"
import { eventually } from "../../tooling/clients/eventually"
import { harness, startAnotherStore } from "./harness"
import { walkBack } from "./landing"
import { comeToRest } from "./no-check-due"
import { applicationOf, rewrite, timelineOf } from "./our-records"
import { appliedCart, silence } from "./purchase-steps"
import { whileRefusing } from "./refusing-rows"

const { run, store } = harness()
const { storefrontUrl } = PLACEHOLDER_SETTINGS

type Addresses = { returnUrl: string; cancelUrl: string }

async function shopperAway() {
  const made = await appliedCart()
  await silence(made.token)
  const application = await applicationOf(made.cart.id)
  const addresses = await store.call<Addresses>("consumerFinancing", "addresses.of", application)
  return { ...made, id: application.id, ...addresses }
}

async function landing(url: string) {
  const { status, address } = await walkBack(url)
  return { status, address }
}

describe("a shopper who returns from the hosted page", () => {
  it("is forwarded to the storefront when the reconciliation fails, and their return is stored", async () => {
    const { id, cart, returnUrl, cancelUrl } = await shopperAway()
    const when = `new.id = 'reconcile:${id}'`
    for (const address of [returnUrl, cancelUrl]) {
      const there = await whileRefusing({ table: "financing_lease", when }, () => landing(address))
      expect(there.status).toBe(200)
      expect(there.address).toContain(`${storefrontUrl}/`)
    }
    expect((await applicationOf(cart.id)).shopper_returned).toBe(true)
  })

  it("is forwarded to the storefront's home page when the timeline cannot be written", async () => {
    const { id, returnUrl } = await shopperAway()
    const when = `new.application_id = '${id}'`
    const there = await whileRefusing({ table: "financing_timeline_entry", when }, () =>
      landing(returnUrl)
    )
    expect(there).toEqual({ status: 200, address: `${storefrontUrl}/` })
  })

  it("sees an explanation and is not forwarded when the database lost the application", async () => {
    const gone = { id: "finapp_gone", environment: "staging" }
    const { returnUrl } = await store.call<Addresses>("consumerFinancing", "addresses.of", gone)
    const { status, address, page } = await walkBack(returnUrl)
    expect([status, address]).toEqual([200, ""])
    expect(page).toContain("Your application cannot be found")
  })
})

describe("an application of an environment without credentials", () => {
  it("opens one review case and is postponed, and is checked again once credentials exist (B14)", async () => {
    const { id, cart, returnUrl } = await shopperAway()
    const other = await startAnotherStore({
      pluginOptions: {
        environment: "production",
        environments: { production: run.settings.production },
      },
    })
    const syncThere = () =>
      other.control.runWorkflow("reconcile-financing-application", {
        application_id: id,
        cause: "poll",
      })
    // The first store has the credentials: it must not check in the meantime, nor end a check that it has begun.
    await comeToRest(id)
    await rewrite(id, { checks_done: 40, next_check_at: null })
    const soon = Date.now() + 60_000
    const application = await eventually(async () => {
      await syncThere()
      const record = await applicationOf(cart.id)
      expect(record.review_reason).toContain("no credentials for the staging environment")
      return record
    })
    await syncThere()
    expect(new Date(application.next_check_at ?? 0).getTime()).toBeGreaterThan(soon)
    const entries = (await timelineOf(id)).filter(({ what }) => what === "needs-attention")
    expect(entries).toHaveLength(1)
    await other.stop()
    expect((await landing(returnUrl)).status).toBe(200)
    expect((await applicationOf(cart.id)).review_reason).toBeNull()
  })
})
