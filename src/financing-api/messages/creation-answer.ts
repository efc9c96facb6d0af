import { z } from "@medusajs/framework/zod"
import { noToken, optionalCustomerUrl } from "./answer-fields"
import { applicationToken } from "./fields"

/**
 * What creating an application came to. A refusal (cart outside the approval range, PO box) is a
 * value: the service answers success without a token, and with a page that explains why (E5). Of what
 * was created the address may be missing: the service writes to a pre-approved customer itself.
 */
export type Creation =
  | { outcome: "created"; token: string; url: string | null }
  | { outcome: "refused"; url: string | null }

const created = z
  .object({ token: applicationToken, url: optionalCustomerUrl })
  .transform(({ token, url }): Creation => ({ outcome: "created", token, url }))

const refused = z
  .object({ token: noToken, url: optionalCustomerUrl })
  .refine(({ token, url }) => token === null || typeof url === "string")
  .transform(({ url }): Creation => ({ outcome: "refused", url }))

/** Answer of endpoints 2, 3 and 6. Neither a token nor a page is neither: it is unreadable. */
export const creationAnswer = z.union([created, refused], "needs a `token`, or a `url` without one")
