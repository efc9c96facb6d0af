import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import * as flows from "@medusajs/medusa/core-flows"

const HANDLE = "demo-sofa"
const US = "us"
const PAYMENT_PROVIDERS = ["pp_consumer-financing_default", "pp_system_default"]
const FULFILLMENT_PROVIDER = "manual_manual"

/**
 * Seeds an empty store for a US purchase: a USD region with the payment provider, a tax region, a stock location with
 * a shipping option, and one product. Runs under `medusa exec`.
 */
export default async function createDemoRegion({ container }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const existing = await container
    .resolve(Modules.REGION)
    .listRegions({}, { relations: ["countries"] })
  if (existing.some(({ countries }) => countries.some(({ iso_2 }) => iso_2 === US))) {
    logger.info("The shop has a region with the United States already; nothing is created.")
  } else {
    await createRegion(container)
    logger.info(`The shop sells /products/${HANDLE} to the United States, and offers financing.`)
  }
  const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable" })
  logger.info(`The storefront's publishable key: ${key?.token ?? "none yet"}`)
}

async function createRegion(container: MedusaContainer): Promise<void> {
  const relations = ["supported_currencies"]
  const [store] = await container.resolve(Modules.STORE).listStores({}, { relations })
  if (!store?.default_sales_channel_id) throw new Error("The store has no sales channel.")
  const currencyCodes = (store.supported_currencies ?? []).map(({ currency_code }) => currency_code)
  const codes = new Set(["usd", ...currencyCodes])
  const toCurrency = (code: string) => ({ currency_code: code, is_default: code === "usd" })
  const update = { supported_currencies: [...codes].map(toCurrency) }
  await flows.updateStoresWorkflow(container).run({ input: { selector: { id: store.id }, update } })
  await ensureProduct(container, store.default_sales_channel_id)
  const taxRegions = await container.resolve(Modules.TAX).listTaxRegions({ country_code: US })
  if (taxRegions.length === 0) {
    const taxRegion = { country_code: US, provider_id: "tp_system" }
    await flows.createTaxRegionsWorkflow(container).run({ input: [taxRegion] })
  }
  const region = { name: "United States", currency_code: "usd", countries: [US] }
  const regions = [{ ...region, payment_providers: PAYMENT_PROVIDERS }]
  await flows.createRegionsWorkflow(container).run({ input: { regions } })
}

/** Creates the product and its shipping option. Reuses records of an interrupted run. */
async function ensureProduct(container: MedusaContainer, channel: string): Promise<void> {
  const option = await ensureStockLocation(container, channel)
  const { shipping_profile_id } = option
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const options = await fulfillment.listShippingOptions({ shipping_profile_id })
  if (options.length === 0) {
    await flows.createShippingOptionsWorkflow(container).run({ input: [option] })
  }
  const products = await container.resolve(Modules.PRODUCT).listProducts({ handle: HANDLE })
  if (products.length > 0) return
  const prices = [{ amount: 1299, currency_code: "usd" }]
  const variant = { title: "Standard", manage_inventory: false, prices }
  const product = {
    title: "Demo sofa",
    handle: HANDLE,
    status: ProductStatus.PUBLISHED,
    shipping_profile_id,
    sales_channels: [{ id: channel }],
    options: [{ title: "Model", values: ["Standard"] }],
    variants: [{ ...variant, options: { Model: "Standard" } }],
  }
  await flows.createProductsWorkflow(container).run({ input: { products: [product] } })
}

/** Ensures a stock location that ships to the United States. Returns the input of its shipping option. */
async function ensureStockLocation(container: MedusaContainer, channel: string) {
  const stock = container.resolve(Modules.STOCK_LOCATION)
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const location = {
    name: "Demo warehouse",
    address: { address_1: "Demo", country_code: US },
  }
  const [existingLocation] = await stock.listStockLocations({ name: location.name })
  const { id } = existingLocation ?? (await stock.createStockLocations(location))
  const channelLink = { id, add: [channel] }
  await flows.linkSalesChannelsToStockLocationWorkflow(container).run({ input: channelLink })

  const zone = {
    name: "Demo zone",
    geo_zones: [{ type: "country" as const, country_code: US }],
  }
  const set = { name: "Demo delivery", type: "shipping", service_zones: [zone] }
  const relations = ["service_zones"]
  const [oldSet] = await fulfillment.listFulfillmentSets({ name: set.name }, { relations })
  const { id: setId, service_zones } = oldSet ?? (await fulfillment.createFulfillmentSets(set))
  const stockLocationLink = { [Modules.STOCK_LOCATION]: { stock_location_id: id } }
  const links = [{ fulfillment_provider_id: FULFILLMENT_PROVIDER }, { fulfillment_set_id: setId }]
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create(links.map((link) => ({ ...stockLocationLink, [Modules.FULFILLMENT]: link })))

  const profile = { name: "Demo delivery", type: "demo" }
  const [existingProfile] = await fulfillment.listShippingProfiles({ name: profile.name })
  const { id: profileId } = existingProfile ?? (await fulfillment.createShippingProfiles(profile))
  return {
    name: "Delivery",
    price_type: "flat" as const,
    provider_id: FULFILLMENT_PROVIDER,
    service_zone_id: String(service_zones[0]?.id),
    shipping_profile_id: profileId,
    type: { label: "Delivery", description: "To your door", code: "standard" },
    prices: [{ currency_code: "usd", amount: 49 }],
  }
}
