import { createRequestedDraft } from "./financing-request-steps"
import { createHarness } from "./harness"
import { injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication } from "./plugin-records"
import { createAppliedCart } from "./purchases"

const { shop, admin, store, simulator } = createHarness()

type AddressStatusResponse = {
  address_status: {
    code: string
    meaning: string
    address_matches: false | null
    message: string | null
  }
}

const checkAddressStatus = async (id: string): Promise<AddressStatusResponse> =>
  await admin.adminApi.post<AddressStatusResponse>(
    `/admin/consumer-financing/applications/${id}/address-status`,
    undefined
  )

describe("the address status of an application", () => {
  it("reports U as declined with an address mismatch", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await simulator.decision(token, { outcome: "decline" })
    await simulator.behaviour(token, { addressOnFile: "another" })
    expect(await checkAddressStatus(id)).toEqual({
      address_status: {
        code: "U",
        meaning: "declined, and the address does not match",
        address_matches: false,
        message: "address does not match",
      },
    })
    const [call] = await simulator.calls({ operation: "getAddressStatus", token })
    expect(JSON.stringify(call?.request)).toContain("350 Fifth Avenue")
  })

  it("reports no mismatch for a declined customer whose address matches", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await simulator.decision(token, { outcome: "decline" })
    expect((await checkAddressStatus(id)).address_status).toEqual({
      code: "unknown",
      meaning: "no status",
      address_matches: null,
      message: "address matches",
    })
    await reconcileUntil(cart.id, async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({ code: "U", state: "declined" })
    })
  })

  it("reports no mismatch for P, and leaves the application's state unchanged", async () => {
    const { cart } = await createAppliedCart()
    const before = await getLatestApplication(cart.id)
    const result = await store.runWorkflow("check-financing-address-status", {
      application_id: before.id,
    })
    expect(result).toMatchObject({ code: "P", addressMatches: null })
    expect((await getLatestApplication(cart.id)).state).toBe(before.state)
  })

  it("is refused without a call after the cart's address changed (C3)", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await shop.updateCart(cart.id, { shipping_address: { address_1: "1 Other Street" } })
    expect(await getRefusalMessage(checkAddressStatus(id))).toMatch(/cannot be read any more/)
    expect(await simulator.calls({ operation: "getAddressStatus", token })).toEqual([])
  })

  it("is refused without a call for a financing request that has no full address", async () => {
    const { request, token } = await createRequestedDraft({ address: { address_1: "" } })
    expect(await getRefusalMessage(checkAddressStatus(request.id))).toMatch(
      /without a full address.*Nothing was sent/
    )
    expect(await simulator.calls({ operation: "getAddressStatus", token })).toEqual([])
  })

  it("is refused for a wrong or missing token, an unavailable service and an unknown application", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const operation = "getAddressStatus" as const
    const fields = { token: "another" }
    await injectFault(token, { operation, kind: "altered", when: "after", fields, count: 1 })
    expect(await getRefusalMessage(checkAddressStatus(id))).toMatch(/names another application/)
    for (const invalidFields of [{ token: null }, { token: "" }, { token: 7 }]) {
      await injectFault(token, {
        operation,
        kind: "altered",
        when: "after",
        fields: invalidFields,
        count: 1,
      })
      expect(await getRefusalMessage(checkAddressStatus(id))).toMatch(/answer names no application/)
    }
    await injectFault(token, { operation, kind: "status", status: 503, count: 9 })
    expect(await getRefusalMessage(checkAddressStatus(id))).not.toBe("")
    await expect(checkAddressStatus("finapp_unknown")).rejects.toMatchObject({ status: 404 })
  })
})
