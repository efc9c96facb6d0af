import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createPromotionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROMOTION_CODE } from "./accounts"
import type { CatalogueItem } from "./catalogue"
import { CATALOGUE } from "./catalogue"

type CatalogueContext = {
  salesChannelId: string
  stockLocationId: string
  shippingProfileId: string
}

const STOCK = 1_000_000

function buildProduct(item: CatalogueItem, places: CatalogueContext) {
  return {
    title: item.title,
    handle: item.handle,
    status: ProductStatus.PUBLISHED,
    weight: item.weight,
    ...(item.ships ? { shipping_profile_id: places.shippingProfileId } : {}),
    sales_channels: [{ id: places.salesChannelId }],
    options: [{ title: "Model", values: ["Standard"] }],
    variants: [
      {
        title: "Standard",
        sku: item.handle.toUpperCase(),
        options: { Model: "Standard" },
        // Services have no inventory.
        manage_inventory: item.ships,
        prices: [
          { amount: item.price, currency_code: "usd" },
          { amount: item.price, currency_code: "eur" },
        ],
      },
    ],
  }
}

/** Creates the products, their stock, and a promotion code of 10 % off. */
export async function seedCatalogue(
  container: MedusaContainer,
  places: CatalogueContext
): Promise<void> {
  await createProductsWorkflow(container).run({
    input: { products: CATALOGUE.map((item) => buildProduct(item, places)) },
  })
  const stocked = await container.resolve(Modules.INVENTORY).listInventoryItems({})
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: stocked.map(({ id }) => ({
        inventory_item_id: id,
        location_id: places.stockLocationId,
        stocked_quantity: STOCK,
      })),
    },
  })
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: PROMOTION_CODE,
          type: "standard",
          status: "active",
          application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: 10,
            currency_code: "usd",
          },
        },
      ],
    },
  })
}
