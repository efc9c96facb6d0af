import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { Applied } from "./apply-for-financing"

/** The return URL is where the service sends the shopper's browser after the signature. */
export type Signed = Applied & { wayBack: string }

/** On the service's pages, the customer is approved, chooses an offer, signs and pays. */
export async function signAtService(demo: Demo, told: Telling, applied: Applied): Promise<Signed> {
  const wayBack = await demo.shopper.signAt(applied.pageUrl)
  if (!wayBack) throw new Error("The service did not redirect the customer after the signature.")
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
      is: new URL(wayBack).origin,
      due: demo.storeUrl,
    })
    return { ...applied, wayBack }
  })
}
