import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateStoresWorkflow } from "@medusajs/medusa/core-flows"

/** Sets the currencies of the store that Medusa creates at its first start, and returns its default sales channel. */
export async function seedSalesChannel(
  container: MedusaContainer
): Promise<{ salesChannelId: string }> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  const salesChannelId = store?.default_sales_channel_id
  if (!store || !salesChannelId) throw new Error("The store has no sales channel of its own")
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        supported_currencies: [
          { currency_code: "usd", is_default: true },
          { currency_code: "eur", is_default: false },
        ],
      },
    },
  })
  return { salesChannelId }
}
