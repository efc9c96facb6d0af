import { z } from "@medusajs/framework/zod"
import { HEALTH_PROBLEMS, HEALTH_STATUSES } from "../../../domain/health"
import { cents, moment } from "./shown"

const pile = z.object({ count: z.int(), cents: z.int(), oldest_at: moment.nullable() })
const piles = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.record(z.enum(names), pile)

export const shownOverview = z.object({
  to_do: piles([
    "ship",
    "request_payment",
    "decide",
    "balance",
    "sign_again",
    "in_review",
    "expiring",
  ]),
  money: z.object({
    requested: pile.meta({ description: "Requested and not paid out yet." }),
    paid_out: pile,
    refunded: pile,
    ageing: piles(["0-1", "2-3", "4-7", ">7"]).meta({
      description: "What waits for shipment, by days since it was signed.",
    }),
    seconds_to_payout: z.int().nullable().meta({
      description:
        "The median from the request of the payment to the payment, of the last hundred; null below five.",
    }),
  }),
  funnel: z.object({
    chosen: z.int(),
    applied: z.int(),
    approved: z.int(),
    signed: z.int(),
    shipped: z.int(),
    declined: z.int(),
    walked_away: z.int().meta({ description: "Left by the shopper, or not signed in time." }),
    not_offered: z.int().meta({ description: "The service would not finance the purchase." }),
    seconds_to_sign: z.int().nullable().meta({ description: "The median." }),
  }),
  orders: z
    .object({ orders: z.int(), financed: z.int(), average_cents: cents })
    .meta({ description: "Of the shop's orders of these days, cancelled ones left out." }),
  paid_out: z.array(z.object({ day: z.string(), count: z.int(), cents: z.int() })),
  last_postback_at: moment.nullable(),
  time_zone: z.string().meta({ description: "In which the days begin." }),
  environment: z.enum(["staging", "production"]),
  open_in_production: z.int().meta({ description: "In test mode: orders that no figure counts." }),
  declines: z.array(z.object({ reason: z.string(), count: z.int() })).meta({
    description: "In the service's own words, the most frequent first.",
  }),
  health: z
    .object({ status: z.enum(HEALTH_STATUSES), problems: z.array(z.enum(HEALTH_PROBLEMS)) })
    .meta({ description: "Of the environment in use, by the facts of the route `health`." }),
})
