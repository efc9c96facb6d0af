import type { z } from "@medusajs/framework/zod"
import type { configAnswer } from "./config-routes"
import type { eligibilityAnswer } from "./eligibility-routes"

/** Response types of the store routes whose schemas are defined here, which the storefront kit is checked against. */
export type ShopConfig = z.output<typeof configAnswer>["config"]
export type Eligibility = z.output<typeof eligibilityAnswer>["eligibility"]
