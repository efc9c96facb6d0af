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
  let bareStore: Store
  beforeAll(async () => {
    const emptyCredentials = { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" }
    bareStore = await startExtraStore({ staging: emptyCredentials, pluginOptions: {} })
  })

  const sendStoreRequest = async (path: string, method: "GET" | "POST" = "POST") =>
    await fetch(bareStore.url + path, {
      method,
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": run.facts.publishableKey,
      },
      ...(method === "POST" ? { body: JSON.stringify(buildApplicationForm()) } : {}),
    })

  it("refuses financing without a call, and logs the missing credentials once", async () => {
    const cartId = await expectFinancingUnavailable(createShopClient(bareStore.url, run.facts))
    expect(await listApplications(cartId)).toEqual([])
    const calls = await simulator.calls({ operation: "createOrder", orderId: `${cartId}-1` })
    expect(calls).toEqual([])
    expect(bareStore.logs().match(/no credentials for \\?"staging\\?"/g)).toHaveLength(1)
  })

  it("has no routes for the shop's own form", async () => {
    const { cart, application } = await createCartWithOffers()
    const applicationsPath = `/store/consumer-financing/carts/${cart.id}/applications`
    const selectPath = `${applicationsPath}/${application.id}/offers/101/select`
    for (const response of [
      await sendStoreRequest(applicationsPath),
      await sendStoreRequest(`${applicationsPath}/current`, "GET"),
      await sendStoreRequest(selectPath),
    ]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual(NOT_FOUND)
    }
  })

  it("has no routes for pre-approvals", async () => {
    const cart = await createCart()
    const cartPath = `/store/consumer-financing/carts/${cart.id}/pre-approval`
    for (const response of [
      await sendStoreRequest("/store/consumer-financing/pre-approvals"),
      await sendStoreRequest("/store/consumer-financing/customers/me/pre-approval", "GET"),
      await sendStoreRequest(cartPath),
      await sendStoreRequest(cartPath, "GET"),
    ]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual(NOT_FOUND)
    }
  })
})
