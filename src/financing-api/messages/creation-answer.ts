import { z } from "@medusajs/framework/zod"
import { customerUrl, optionalCustomerUrl } from "./answer-fields"
import { applicationToken } from "./fields"

/**
 * What creating an application came to. A refusal (cart outside the approval range, PO box) is a
 * value: the service answers success with a null token and a page that explains why (E5).
 */
export type Creation =
  { outcome: "created"; token: string; url: string } | { outcome: "refused"; url: string | null }

const created = z
  .object({ token: applicationToken, url: customerUrl })
  .transform(({ token, url }): Creation => ({ outcome: "created", token, url }))

const refused = z
  .object({ token: z.null(), url: optionalCustomerUrl })
  .transform(({ url }): Creation => ({ outcome: "refused", url }))

/** Answer of endpoints 2, 3 and 6. A missing token is neither: the answer is unreadable. */
export const creationAnswer = z.union([created, refused], "needs `token` and `url`")
