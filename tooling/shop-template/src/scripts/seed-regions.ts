import type { MedusaContainer } from "@medusajs/framework/types"
import { createRegionsWorkflow, createTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "./accounts"

const PAYMENT_PROVIDERS = [PROVIDER_ID, "pp_system_default"]
/** Medusa treats the territories as countries. */
export const UNITED_STATES = ["us", "pr", "gu", "vi", "as", "mp"]
const TAX_PROVIDER = "tp_system"

/**
 * Creates a region for the United States in dollars, and one for Germany in euros, where financing is offered but not
 * available. Sales tax is New York's 8.875 % in all states except Oregon (none) and California (8.25 %).
 */
export async function seedRegions(container: MedusaContainer): Promise<void> {
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "United States",
          currency_code: "usd",
          countries: UNITED_STATES,
          payment_providers: PAYMENT_PROVIDERS,
        },
        {
          name: "Germany",
          currency_code: "eur",
          countries: ["de"],
          payment_providers: PAYMENT_PROVIDERS,
        },
      ],
    },
  })
  const { result } = await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: "us",
        provider_id: TAX_PROVIDER,
        default_tax_rate: { name: "New York sales tax", code: "US", rate: 8.875 },
      },
      { country_code: "de", provider_id: TAX_PROVIDER },
    ],
  })
  const country = result.find((region) => region.country_code === "us")
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: "us",
        province_code: "or",
        parent_id: country?.id,
        default_tax_rate: { name: "No sales tax", code: "OR", rate: 0 },
      },
      {
        country_code: "us",
        province_code: "ca",
        parent_id: country?.id,
        default_tax_rate: { name: "California sales tax", code: "CA", rate: 8.25 },
      },
    ],
  })
}
