import { z } from "@medusajs/framework/zod"
import type { RouteDocument } from "./route-document"

const answer = z.object({
  address_status: z.object({
    code: z.string(),
    meaning: z.string().meta({ description: "In words, to be shown." }),
    message: z.string().nullable().meta({ description: "The service's own words." }),
    address_matches: z.literal(false).nullable().meta({
      description: "False where the service says so; null where it says nothing of the address.",
    }),
  }),
})

/** The route that checks an application's address (endpoint 9). */
export const ADDRESS_ROUTES: readonly RouteDocument[] = [
  {
    method: "post",
    path: "/admin/consumer-financing/applications/{id}/address-status",
    summary: "Ask whether the address matches",
    description:
      "Asks the service whether the address of the application matched. Changes nothing.",
    parameters: { id: "The application's id." },
    answer: {
      schema: answer,
      example: {
        address_status: {
          code: "U",
          meaning: "declined, and the address does not match",
          address_matches: false,
          message: "address does not match",
        },
      },
    },
    refusals: {
      400: "A sentence for staff: the address cannot be read any more, or the service did not answer.",
      404: "There is no such application.",
    },
  },
]
