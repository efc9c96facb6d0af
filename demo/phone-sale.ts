import { askCustomer } from "./phone-sale/ask-customer"
import { becomesOrder } from "./phone-sale/becomes-order"
import { makeDraft } from "./phone-sale/make-draft"
import type { Scene } from "./tour"

/** Staff create a draft order by phone. The customer applies and signs through a link. */
export async function phoneSale({ demo, step }: Scene): Promise<void> {
  const draft = await step("Draft", (told) => makeDraft(demo, told))
  const asked = await step("Request", (told) => askCustomer(demo, told, draft))
  await step("Order", (told) => becomesOrder(demo, told, asked))
}
