import { z } from "@medusajs/framework/zod"

/** For clients that keep only the message of an error response, such as Medusa's JS SDK. */
export const refusalQuery = z.object({
  refusal: z.literal("answered").optional().meta({
    description: "Answer fields to correct with 200 and `refusal` (`type`, `message`, `errors`).",
  }),
})
