import { z } from "@medusajs/framework/zod"

/** For clients that keep of an error its sentence alone, as Medusa's JS SDK does. */
export const refusalQuery = z.object({
  refusal: z.literal("answered").optional().meta({
    description: "Answer fields to correct with 200 and `refusal` (`type`, `message`, `errors`).",
  }),
})
