import { ownForm } from "./own-form"
import { phoneSale } from "./phone-sale"
import { preApproved } from "./pre-approved"
import { purchase } from "./purchase"
import type { Tour } from "./tour"

/** The tours that the demo plays, in this order, before it hands over to the user. */
export const TOURS: Tour[] = [
  { title: "A shopper finances a cart; the shop ships it and refunds a part", walk: purchase },
  { title: "A shopper applies in the shop's own form and chooses an offer there", walk: ownForm },
  { title: "Sales staff ask a customer on the phone to finance a draft order", walk: phoneSale },
  {
    title: "A guest is pre-approved first and signs through the link in the message",
    walk: preApproved,
  },
]
