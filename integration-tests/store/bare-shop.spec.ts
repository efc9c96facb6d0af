import { buildApplicationForm, createCartWithOffers } from "./full-application-steps"
import { createHarness, startExtraStore } from "./harness"
import { createCart } from "./new-cart"
import { listApplications } from "./plugin-records"
import { expectFinancingUnavailable } from "./financing-unavailable"
import { createShopClient } from "../../tooling/clients/shop-client"
import type { Store } from "../../tooling/store-process"

const { run, simulator } = createHarness()

const NOT_FOUND = { type: "not_found", message: "Not found" }

describe("a shop without credentials and with default options", () => {
  let bare: Store
  beforeAll(async () => {
    const noCredentials = { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" }
    bare = await startExtraStore({ staging: noCredentials, pluginOptions: {} })
  })

  const ask = async (path: string, method: "GET" | "POST" = "POST") =>
    await fetch(bare.url + path, {
      method,
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": run.facts.publishableKey,
      },
      ...(method === "POST" ? { body: JSON.stringify(buildApplicationForm()) } : {}),
    })

  it("refuses financing without a call, and logs the missing credentials once", async () => {
    const cartId = await expectFinancingUnavailable(createShopClient(bare.url, run.facts))
    expect(await listApplications(cartId)).toEqual([])
    const calls = await simulator.calls({ operation: "createOrder", orderId: `${cartId}-1` })
    expect(calls).toEqual([])
    expect(bare.logs().match(/no credentials for \\?"staging\\?"/g)).toHaveLength(1)
  })

  it("has no routes for the shop's own form", async () => {
    const { cart, application } = await createCartWithOffers()
    const applications = `/store/consumer-financing/carts/${cart.id}/applications`
    const select = `${applications}/${application.id}/offers/101/select`
    for (const answer of [
      await ask(applications),
      await ask(`${applications}/current`, "GET"),
      await ask(select),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(NOT_FOUND)
    }
  })

  it("has no routes for pre-approvals", async () => {
    const cart = await createCart()
    const ofCart = `/store/consumer-financing/carts/${cart.id}/pre-approval`
    for (const answer of [
      await ask("/store/consumer-financing/pre-approvals"),
      await ask("/store/consumer-financing/customers/me/pre-approval", "GET"),
      await ask(ofCart),
      await ask(ofCart, "GET"),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(NOT_FOUND)
    }
  })
})
