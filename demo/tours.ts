import { ownForm } from "./own-form"
import { phoneSale } from "./phone-sale"
import { preApproved } from "./pre-approved"
import { purchase } from "./purchase"
import type { Tour } from "./tour"

/** What the demo plays through before it hands over to you, in this order. */
export const TOURS: Tour[] = [
  { title: "A shopper finances a cart; the shop ships it and takes back a part", walk: purchase },
  { title: "A shopper applies in the shop's own form and chooses an offer there", walk: ownForm },
  { title: "Sales staff ask a customer on the phone to finance a draft order", walk: phoneSale },
  {
    title: "A guest is pre-approved first, and signs by the link they are sent",
    walk: preApproved,
  },
]
