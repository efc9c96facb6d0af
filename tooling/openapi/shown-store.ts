import type { z } from "@medusajs/framework/zod"
import type { configAnswer } from "./config-routes"
import type { eligibilityAnswer } from "./eligibility-routes"

/** What the routes that describe themselves here alone answer, for the storefront kit to be held to. */
export type ShopConfig = z.output<typeof configAnswer>["config"]
export type Eligibility = z.output<typeof eligibilityAnswer>["eligibility"]
