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
    const startResult = await kit.startFinancing(sdk, cart.id)
    expect(startResult).toMatchObject({ status: "awaiting-customer" })
    expect(startResult.url).toMatch(/^http/)
    expect(await kit.startFinancing(sdk, cart.id)).toEqual(startResult)
    const { tip } = await simulator.findCartApplication(cart.id)
    const statuses: (string | null)[] = []
    const pendingWatch = kit.watchStatus(sdk, cart.id, {
      onChange: ({ status }) => statuses.push(status),
    })
    await signApplication(tip)
    const financing = await pendingWatch
    expect(financing?.order_id).toBe((await waitForOrder(cart.id)).id)
    expect(financing?.url).toBeNull()
    expect(statuses[0]).toBe("awaiting-customer")
  })

  it("rejects with the shop's message, and on a server returns it", async () => {
    const cart = await createCart({ address: { country_code: "us", province: "Ontario" } })
    const refusal = await kit.startFinancing(sdk, cart.id).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 400 })
    const answer = await onServer.startFinancing(sdk, cart.id)
    expect(answer).toEqual({
      ok: false,
      status: 400,
      message: (refusal as Error).message,
    })
    expect((refusal as Error).message).toMatch(/\bstate\b/)
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
    const requestAnswer = await kit.requestPreApproval(sdk, {
      ...buildPerson(),
      email: "nobody",
    })
    expect(requestAnswer).toMatchObject({ refusal: { errors: [{ field: "email" }] } })
  })

  it("applies in the shop's own form, chooses an offer and reads the current state", async () => {
    const cart = await createCart()
    const form = buildApplicationForm() as kit.ApplicationForm
    const result = await kit.applyInFull(sdk, { cartId: cart.id, form })
    if ("refusal" in result) throw new Error(result.refusal.message)
    const { application } = result
    expect(application.status).toBe("choose_offer")
    const offerId = Number(application.offers[0]?.id)
    const ids = { cartId: cart.id, applicationId: application.id, offerId }
    const updatedApplication = await kit.selectOffer(sdk, ids)
    expect(updatedApplication).toMatchObject({ status: "sign", selected_offer_id: offerId })
    expect(await kit.getApplication(sdk, cart.id)).toEqual(updatedApplication)
  })

  it("requests a pre-approval, claims it for a cart, and shows customers only their own", async () => {
    const result = await kit.requestPreApproval(sdk, buildPerson())
    if ("refusal" in result) throw new Error(result.refusal.message)
    await approvePreApproval(result.pre_approval.id)
    const cart = await createCart()
    const claim = String(result.claim)
    const claimedPreApproval = await kit.claimPreApproval(sdk, { cartId: cart.id, claim })
    expect(claimedPreApproval.status).toBe("approved")
    expect(await kit.getPreApprovalOfCart(sdk, cart.id)).toEqual(claimedPreApproval)
    expect((await kit.startFinancing(sdk, cart.id)).message).toMatch(/link/)
    const { headers } = await createCustomer()
    expect(await kit.getMyPreApproval(sdk, { headers })).toBeNull()
    expect(await onServer.getMyPreApproval(sdk)).toMatchObject({ ok: false, status: 401 })
  })

  it("sends a returning shopper to the order, checkout or status page, and keeps another tab's cart", async () => {
    const cart = await createCart()
    let currentCartId: string | undefined = "cart_of_another_tab"
    const forgetCart = jest.fn(async () => void (currentCartId = undefined))
    const handleLanding = onServer.landing(sdk, {
      getCartId: async () => currentCartId,
      forgetCart,
    })
    const requestLanding = async (query = "?here=1", cartId = cart.id) => {
      const request = new Request(`http://shop.example/us/financing/${cartId}${query}`)
      return await handleLanding(request, {
        params: Promise.resolve({ countryCode: "us", cartId }),
      })
    }
    const getLocation = async (cartId?: string) =>
      (await requestLanding("?here=1", cartId)).headers.get("location")
    expect(await getLocation()).toBe("/us/cart")
    expect(await getLocation("cart_of_nobody")).toBe("/us/cart")
    const page = await requestLanding("")
    // Relative, so that it works under a base path.
    expect(page.headers.get("refresh")).toBe("0; url=?here=1")
    expect(await page.text()).toContain('href="?here=1"')
    expect(await onServer.unlessOrdered(sdk, cart)).toBe(cart)
    await kit.startFinancing(sdk, cart.id)
    expect(await getLocation()).toBe(`/us/financing/${cart.id}/status`)
    currentCartId = cart.id
    expect(await getLocation()).toBe("/us/checkout?step=payment")
    currentCartId = "cart_of_another_tab"
    const { tip } = await simulator.findCartApplication(cart.id)
    await disablePostbacks(tip)
    await signApplication(tip)
    await shop.completeCart(cart.id)
    const { id } = await waitForOrder(cart.id)
    expect(await getLocation()).toBe(`/us/order/${id}/confirmed`)
    expect(forgetCart).not.toHaveBeenCalled()
    currentCartId = cart.id
    await getLocation()
    expect(currentCartId).toBeUndefined()
    expect(await onServer.unlessOrdered(sdk, cart)).toBeNull()
  })

  it("filters the payment methods of a cart, and adds the title and description from the dashboard", async () => {
    const methods = [{ id: "pp_system_default" }, { id: kit.PROVIDER_ID }]
    const listOfferedMethods = async (cartId: string) =>
      await onServer.offeredMethods(sdk, cartId, Promise.resolve(methods))
    const texts = { title: "Pay over time", description: expect.stringMatching(/month/) as string }
    expect(await listOfferedMethods((await createCart()).id)).toEqual([
      methods[0],
      { ...methods[1], ...texts, reason: null },
    ])
    const euroCart = await createCart({ currency: "eur", address: { country_code: "de" } })
    expect(await listOfferedMethods(euroCart.id)).toEqual([methods[0]])
    expect(await onServer.offeredMethods(sdk, euroCart.id, Promise.resolve(null))).toBeNull()
  })
})
