import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { UNITED_STATES } from "./seed-regions"

const FULFILLMENT_PROVIDER = "manual_manual"

async function createStockLocation(
  container: MedusaContainer,
  salesChannelId: string
): Promise<string> {
  const {
    result: [location],
  } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: "Warehouse",
          address: {
            address_1: "200 Dock Street",
            city: "Brooklyn",
            country_code: "us",
            postal_code: "11201",
          },
        },
      ],
    },
  })
  if (!location) throw new Error("The stock location was not created")
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [salesChannelId] },
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: FULFILLMENT_PROVIDER },
  })
  return location.id
}

type DeliveryOption = { name: string; code: string; dollars: number }

const OPTIONS: DeliveryOption[] = [
  { name: "Standard delivery", code: "standard", dollars: 49 },
  { name: "White-glove delivery", code: "white-glove", dollars: 129.95 },
]

/** Creates one warehouse and two flat-rate shipping options to the US and Germany. */
export async function seedDelivery(
  container: MedusaContainer,
  salesChannelId: string
): Promise<{ stockLocationId: string; shippingProfileId: string }> {
  const stockLocationId = await createStockLocation(container, salesChannelId)
  const {
    result: [profile],
  } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Delivery", type: "default" }] },
  })
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: "Delivery",
    type: "shipping",
    service_zones: [
      {
        name: "Everywhere we deliver",
        geo_zones: [
          ...[...UNITED_STATES, "de"].map((country_code) => ({
            type: "country" as const,
            country_code,
          })),
        ],
      },
    ],
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: stockLocationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const zone = set.service_zones[0]
  if (!profile || !zone) throw new Error("The shipping profile or zone was not created")
  await createShippingOptionsWorkflow(container).run({
    input: OPTIONS.map(({ name, code, dollars }) => ({
      name,
      price_type: "flat" as const,
      provider_id: FULFILLMENT_PROVIDER,
      service_zone_id: zone.id,
      shipping_profile_id: profile.id,
      type: { label: name, description: name, code },
      prices: [
        { currency_code: "usd", amount: dollars },
        { currency_code: "eur", amount: dollars },
      ],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
        { attribute: "is_return", value: "false", operator: "eq" as const },
      ],
    })),
  })
  return { stockLocationId, shippingProfileId: profile.id }
}
