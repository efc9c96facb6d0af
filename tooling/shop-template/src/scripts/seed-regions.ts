import type { MedusaContainer } from "@medusajs/framework/types"
import { createRegionsWorkflow, createTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "./accounts"

const PAYMENT_PROVIDERS = [PROVIDER_ID, "pp_system_default"]
/** The territories are countries to Medusa. */
export const UNITED_STATES = ["us", "pr", "gu", "vi", "as", "mp"]
const TAX_PROVIDER = "tp_system"

/**
 * The United States in dollars, where financing works, and Germany in euros, where it is offered
 * but has to refuse politely. New York's 8.875 % is the rate of every state but Oregon (none)
 * and California (8.25 %).
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
