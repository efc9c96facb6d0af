import { sendFinancingRequest } from "./phone-sale/send-financing-request"
import { signPhoneSale } from "./phone-sale/sign-phone-sale"
import { createDraftOrder } from "./phone-sale/create-draft-order"
import type { TourContext } from "./tour"

/** Staff create a draft order by phone. The customer applies and signs through a link. */
export async function playPhoneSale({ demo, step }: TourContext): Promise<void> {
  const draft = await step("Draft", (reporter) => createDraftOrder(demo, reporter))
  const sentRequest = await step("Request", (reporter) =>
    sendFinancingRequest(demo, reporter, draft)
  )
  await step("Order", (reporter) => signPhoneSale(demo, reporter, sentRequest))
}
