import type { HttpTypes } from "@medusajs/framework/types"
import { NEW_YORK } from "../../tooling/clients/shop-client"
import { formatMoney, toCents } from "../money"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"

/** `total` is in cents. */
export type DraftOrder = { orderId: string; total: number }

async function buildDraftOrder({ admin }: Demo) {
  const [products, options, channels, regions] = await Promise.all([
    admin.adminApi.get<HttpTypes.AdminProductListResponse>(
      "/admin/products?handle=harbor-sofa&fields=id,*variants"
    ),
    admin.adminApi.get<HttpTypes.AdminShippingOptionListResponse>("/admin/shipping-options"),
    admin.adminApi.get<HttpTypes.AdminSalesChannelListResponse>("/admin/sales-channels"),
    admin.adminApi.get<HttpTypes.AdminRegionListResponse>("/admin/regions?currency_code=usd"),
  ])
  return {
    region_id: regions.regions[0]?.id,
    sales_channel_id: channels.sales_channels[0]?.id,
    email: "caller@shop.example",
    shipping_address: { ...NEW_YORK, first_name: "Carol", last_name: "Caller" },
    items: [{ variant_id: products.products[0]?.variants?.[0]?.id, quantity: 1 }],
    shipping_methods: [
      { name: "Delivery", shipping_option_id: options.shipping_options[0]?.id, amount: 49 },
    ],
  }
}

/** Staff create a draft order in the admin while the customer is on the phone. */
export async function createDraftOrder(demo: Demo, reporter: StepReporter): Promise<DraftOrder> {
  const { draft_order } = await demo.admin.adminApi.post<{ draft_order: { id: string } }>(
    "/admin/draft-orders",
    await buildDraftOrder(demo)
  )
  reporter.log("Harbor Sofa × 1, delivered to 350 Fifth Avenue, New York")
  return reporter.verify(async (check) => {
    const { draft_order: draft } = await demo.admin.adminApi.get<{
      draft_order: { status: string; total: number }
    }>(`/admin/draft-orders/${draft_order.id}`)
    // Computed independently of Medusa: the sofa and its delivery, plus 8.875 % tax on both.
    const total = toCents((1299 + 49) * 1.08875)
    check("Medusa", "draft", { actual: draft.status, expected: "draft" })
    check("Medusa", "total with delivery and tax", {
      actual: formatMoney(toCents(draft.total)),
      expected: formatMoney(total),
    })
    return { orderId: draft_order.id, total }
  })
}
