import { openPage, press, type Next, type OpenPage } from "../hosted-page"
import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { Applied } from "./apply-for-financing"

/** `wayBack` is where the service sends the shopper's browser next. */
export type Signed = Applied & { wayBack: string }

function stillThere(next: Next): OpenPage {
  if ("page" in next) return next.page
  throw new Error("The service sent the customer back to the shop before the contract was signed.")
}

/** The customer fills in the service's own pages: is approved, chooses an offer, signs, pays. */
export async function signAtService(demo: Demo, told: Telling, applied: Applied): Promise<Signed> {
  const application = await openPage(applied.pageUrl)
  const offers = stillThere(await press(application, "approve"))
  const contract = stillThere(await press(offers, "choose-offer"))
  const end = await press(contract, "sign")
  if (!("leftFor" in end)) throw new Error("The service kept the customer after the signature.")
  told.say(
    "At the service's pages: checked the details, chose an offer, signed, paid the first rate"
  )
  return told.verify(async (check) => {
    const seen = await demo.simulator.application(applied.token)
    check("Simulator", "status", { is: seen.status, due: "S" })
    check("Simulator", "amount to finance", {
      is: asMoney(toCents(seen.loanAmount)),
      due: asMoney(applied.total),
    })
    check("Simulator", "tokens in its chain", { is: seen.tokens.length, due: 1 })
    check("Simulator", "sends the customer back to", {
      is: new URL(end.leftFor).origin,
      due: demo.storeUrl,
    })
    return { ...applied, wayBack: end.leftFor }
  })
}
