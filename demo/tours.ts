import { playOwnForm } from "./own-form"
import { playPhoneSale } from "./phone-sale"
import { playPreApproval } from "./pre-approved"
import { playPurchase } from "./purchase"
import type { Tour } from "./tour"

/** The tours that the demo plays, in this order, before it hands over to the user. */
export const TOURS: Tour[] = [
  { title: "A shopper finances a cart; the shop ships it and refunds a part", run: playPurchase },
  {
    title: "A shopper applies in the shop's own form and chooses an offer there",
    run: playOwnForm,
  },
  { title: "Sales staff ask a customer on the phone to finance a draft order", run: playPhoneSale },
  {
    title: "A guest is pre-approved first and signs through the link in the message",
    run: playPreApproval,
  },
]
