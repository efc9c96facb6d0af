import Medusa from "@medusajs/js-sdk"
import * as kit from "../../src/storefront"
import * as onServer from "../../src/storefront/server"
import { buildApplicationForm } from "./full-application-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { approvePreApproval, createCustomer, buildPerson } from "./pre-approval-steps"
import { waitForOrder, signApplication, disablePostbacks } from "./purchase-steps"

const { run, simulator, shop } = createHarness()
const sdk = new Medusa({ baseUrl: run.storeUrl, publishableKey: run.facts.publishableKey })

describe("the storefront kit with Medusa's SDK", () => {
  it("reads the config and a cart's eligibility", async () => {
    const config = await kit.getConfig(sdk)
    expect(config).toMatchObject({ is_available: true, environment: "staging" })
    const cart = await createCart({ delivery: null })
    const eligibility = await kit.getEligibility(sdk, cart.id)
    expect(eligibility).toMatchObject({ is_ready: false, missing: ["shipping_method"] })
    expect(kit.isConsumerFinancing(eligibility.provider_id)).toBe(true)
    expect(kit.isConsumerFinancing("pp_system_default")).toBe(false)
  })

  it("starts financing, continues the same application, and watches it until the order exists", async () => {
    const cart = await createCart()
    const started = await kit.startFinancing(sdk, cart.id)
    expect(started).toMatchObject({ status: "awaiting-customer" })
    expect(started.url).toMatch(/^http/)
    expect(await kit.startFinancing(sdk, cart.id)).toEqual(started)
    const { tip } = await simulator.findCartApplication(cart.id)
    const heard: (string | null)[] = []
    const watching = kit.watchStatus(sdk, cart.id, {
      onChange: ({ status }) => heard.push(status),
    })
    await signApplication(tip)
    const financing = await watching
    expect(financing?.order_id).toBe((await waitForOrder(cart.id)).id)
    expect(financing?.url).toBeNull()
    expect(heard[0]).toBe("awaiting-customer")
  })

  it("rejects with the shop's message, and on a server returns it", async () => {
    const cart = await createCart({ address: { country_code: "us", province: "Ontario" } })
    const refused = await kit.startFinancing(sdk, cart.id).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400 })
    const answer = await onServer.startFinancing(sdk, cart.id)
    expect(answer).toEqual({
      ok: false,
      status: 400,
      message: (refused as Error).message,
    })
    expect((refused as Error).message).toMatch(/\bstate\b/)
    const unknownCart = await onServer.getStatus(sdk, "cart_of_nobody")
    expect(unknownCart).toMatchObject({ ok: false, status: 404 })
    expect(unknownCart).not.toMatchObject({ message: "Not found" })
  })

  it("returns the invalid fields of a form", async () => {
    const cart = await createCart()
    const form = buildApplicationForm({
      personal: { birth_date: "2020-01-01" },
    }) as kit.ApplicationForm
    const answer = await kit.applyInFull(sdk, { cartId: cart.id, form })
    expect(answer).toMatchObject({
      refusal: { type: "invalid_data", errors: [{ field: "personal.birth_date" }] },
    })
    expect(JSON.stringify(answer)).not.toContain(form.personal.ssn)
    const asked = await kit.requestPreApproval(sdk, {
      ...buildPerson(),
      email: "nobody",
    })
    expect(asked).toMatchObject({ refusal: { errors: [{ field: "email" }] } })
  })

  it("applies in the shop's own form, chooses an offer and reads the current state", async () => {
    const cart = await createCart()
    const form = buildApplicationForm() as kit.ApplicationForm
    const applied = await kit.applyInFull(sdk, { cartId: cart.id, form })
    if ("refusal" in applied) throw new Error(applied.refusal.message)
    const { application } = applied
    expect(application.status).toBe("choose_offer")
    const offerId = Number(application.offers[0]?.id)
    const ids = { cartId: cart.id, applicationId: application.id, offerId }
    const chosen = await kit.selectOffer(sdk, ids)
    expect(chosen).toMatchObject({ status: "sign", selected_offer_id: offerId })
    expect(await kit.getApplication(sdk, cart.id)).toEqual(chosen)
  })

  it("requests a pre-approval, claims it for a cart, and shows customers only their own", async () => {
    const requested = await kit.requestPreApproval(sdk, buildPerson())
    if ("refusal" in requested) throw new Error(requested.refusal.message)
    await approvePreApproval(requested.pre_approval.id)
    const cart = await createCart()
    const claim = String(requested.claim)
    const brought = await kit.claimPreApproval(sdk, { cartId: cart.id, claim })
    expect(brought.status).toBe("approved")
    expect(await kit.getPreApprovalOfCart(sdk, cart.id)).toEqual(brought)
    expect((await kit.startFinancing(sdk, cart.id)).message).toMatch(/link/)
    const { headers } = await createCustomer()
    expect(await kit.getMyPreApproval(sdk, { headers })).toBeNull()
    expect(await onServer.getMyPreApproval(sdk)).toMatchObject({ ok: false, status: 401 })
  })

  it("sends a returning shopper to the order, checkout or status page, and keeps another tab's cart", async () => {
    const cart = await createCart()
    let held: string | undefined = "cart_of_another_tab"
    const forgetCart = jest.fn(async () => void (held = undefined))
    const land = onServer.landing(sdk, { getCartId: async () => held, forgetCart })
    const at = async (query = "?here=1", cartId = cart.id) => {
      const request = new Request(`http://shop.example/us/financing/${cartId}${query}`)
      return await land(request, { params: Promise.resolve({ countryCode: "us", cartId }) })
    }
    const where = async (cartId?: string) => (await at("?here=1", cartId)).headers.get("location")
    expect(await where()).toBe("/us/cart")
    expect(await where("cart_of_nobody")).toBe("/us/cart")
    const page = await at("")
    // Relative, so that it works under a base path.
    expect(page.headers.get("refresh")).toBe("0; url=?here=1")
    expect(await page.text()).toContain('href="?here=1"')
    expect(await onServer.unlessOrdered(sdk, cart)).toBe(cart)
    await kit.startFinancing(sdk, cart.id)
    expect(await where()).toBe(`/us/financing/${cart.id}/status`)
    held = cart.id
    expect(await where()).toBe("/us/checkout?step=payment")
    held = "cart_of_another_tab"
    const { tip } = await simulator.findCartApplication(cart.id)
    await disablePostbacks(tip)
    await signApplication(tip)
    await shop.completeCart(cart.id)
    const { id } = await waitForOrder(cart.id)
    expect(await where()).toBe(`/us/order/${id}/confirmed`)
    expect(forgetCart).not.toHaveBeenCalled()
    held = cart.id
    await where()
    expect(held).toBeUndefined()
    expect(await onServer.unlessOrdered(sdk, cart)).toBeNull()
  })

  it("filters the payment methods of a cart, and adds the title and description from the dashboard", async () => {
    const methods = [{ id: "pp_system_default" }, { id: kit.PROVIDER_ID }]
    const offered = async (cartId: string) =>
      await onServer.offeredMethods(sdk, cartId, Promise.resolve(methods))
    const words = { title: "Pay over time", description: expect.stringMatching(/month/) as string }
    expect(await offered((await createCart()).id)).toEqual([
      methods[0],
      { ...methods[1], ...words, reason: null },
    ])
    const inEuros = await createCart({ currency: "eur", address: { country_code: "de" } })
    expect(await offered(inEuros.id)).toEqual([methods[0]])
    expect(await onServer.offeredMethods(sdk, inEuros.id, Promise.resolve(null))).toBeNull()
  })
})
