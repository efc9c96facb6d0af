import type { HttpTypes } from "@medusajs/framework/types"
import { asked, reviewCasesOf } from "./review-cases-steps"
import {
  authorizedOrder,
  draftOrder,
  requestedDraft,
  requestFinancing,
  statusOf,
} from "./financing-request-steps"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, sentenceOf, reconciled } from "./money-steps"
import { applicationOf, reconcile } from "./our-records"
import { paymentsOf, sign, silence } from "./purchase-steps"
import { newEmail } from "../../tooling/clients/shop-client"

const { admin, run, simulator } = harness()

const editOf = (orderId: string) => `/admin/draft-orders/${orderId}/edit`

/** Staff begin to change how many sofas a draft is for, and leave it at that. */
async function beginEdit(orderId: string): Promise<void> {
  const { draft_order } = await admin.door.get<{ draft_order: { items: { id: string }[] } }>(
    `/admin/draft-orders/${orderId}`
  )
  await admin.door.post(editOf(orderId))
  await admin.door.post(`${editOf(orderId)}/items/item/${draft_order.items[0]?.id}`, {
    quantity: 2,
  })
}

describe("a draft that is being edited (fact 40)", () => {
  it("is not financed before the edit is confirmed, and nothing is sent", async () => {
    const orderId = await draftOrder()
    await beginEdit(orderId)
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(
      /being edited.* Confirm or cancel the edit first.* Nothing was sent/
    )
    expect(await simulator.applicationsOfCart(orderId)).toEqual([])
    await admin.door.post(`${editOf(orderId)}/confirm`)
    await requestFinancing(orderId)
    expect((await simulator.applicationOfCart(orderId)).loanAmount).toBeGreaterThan(2_500)
  })

  it("stays a draft when its customer signs, and is paid for once the edit is given up", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await beginEdit(orderId)
    await sign(token)
    const told = await asked(orderId, "order")
    expect(told.reason).toMatch(/signed, and the order is being edited: nothing was authorized/)
    expect(await statusOf(orderId)).toMatchObject({ isDraft: true })
    await admin.door.delete(editOf(orderId))
    await reconciled(orderId, async () => {
      expect(await statusOf(orderId)).toMatchObject({ isDraft: false })
    })
    await authorizedOrder(orderId)
    await reconciled(orderId, async () => expect(await reviewCasesOf(orderId)).toEqual([]))
    await expectInvariants(orderId)
  })

  it("is another purchase once the edit is confirmed: a person decides", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await beginEdit(orderId)
    await sign(token)
    await asked(orderId, "order")
    await admin.door.post(`${editOf(orderId)}/confirm`)
    await asked(orderId, "late-approval")
    expect(await statusOf(orderId)).toMatchObject({ isDraft: true })
    await expectInvariants(orderId, { listed: true })
  })
})

describe("a draft for a sale in the shop", () => {
  /** A sofa that is carried home: whoever buys it gave a name and an e-mail address. */
  async function inStoreSale(name: { first_name?: string; last_name?: string }): Promise<string> {
    const email = newEmail()
    const { customer } = await admin.door.post<HttpTypes.AdminCustomerResponse>(
      "/admin/customers",
      { email, ...name }
    )
    const { products } = await admin.door.get<HttpTypes.AdminProductListResponse>(
      "/admin/products?handle=harbor-sofa&fields=id,*variants"
    )
    const { sales_channels } =
      await admin.door.get<HttpTypes.AdminSalesChannelListResponse>("/admin/sales-channels")
    const { draft_order } = await admin.door.post<{ draft_order: { id: string } }>(
      "/admin/draft-orders",
      {
        region_id: run.facts.regions.usd,
        sales_channel_id: sales_channels[0]?.id,
        customer_id: customer.id,
        email,
        items: [{ variant_id: products[0]?.variants?.[0]?.id, quantity: 1 }],
      }
    )
    return draft_order.id
  }

  it("is financed with a name and an e-mail address alone, and settled (F12)", async () => {
    const orderId = await inStoreSale({ first_name: "Ada", last_name: "Walk-in" })
    await requestFinancing(orderId)
    const { tip: token, customer } = await simulator.applicationOfCart(orderId)
    expect(customer).toMatchObject({ firstName: "Ada", lastName: "Walk-in" })
    for (const part of ["street", "city", "state", "zip"]) {
      expect(Reflect.get(customer, part)).toBeUndefined()
    }
    await silence(token)
    await sign(token)
    await reconciled(orderId, async () => {
      expect(await statusOf(orderId)).toMatchObject({ isDraft: false })
    })
    await authorizedOrder(orderId)
    // Funded in the portal: believed because the service confirms the details, the known ones.
    await reconcile((await applicationOf(orderId)).id)
    await simulator.portal(token, { action: "fund", postback: false })
    await reconciled(orderId, async () => {
      const [payment] = paymentsOf(await admin.order(orderId))
      expect(payment?.captured_at).toEqual(expect.any(String))
    })
    expect((await callsOf(token, "validatePostback")).length).toBeGreaterThan(0)
    await reconciled(orderId, async () => expect(await reviewCasesOf(orderId)).toEqual([]))
    await expectInvariants(orderId)
  })

  it("needs the name, which the contract demands", async () => {
    expect(await sentenceOf(requestFinancing(await inStoreSale({})))).toMatch(
      /Enter the customer's first and last name/
    )
  })

  it("has its address looked at where it has one", async () => {
    const orderId = await draftOrder({ address: { postal_code: "" } })
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/Enter the zip code/)
    expect(await simulator.applicationsOfCart(orderId)).toEqual([])
  })
})
