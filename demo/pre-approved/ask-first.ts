import type { ShownPreApproval } from "../../src/api/store/consumer-financing/shown-pre-approval"
import { openPage, press } from "../hosted-page"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"

/** What a guest's browser keeps: the claim, and where to apply. */
export type Asked = { claim: string; url: string }

type Answer = { pre_approval: ShownPreApproval; claim: string }

const PERSON = {
  first_name: "Robin",
  last_name: "Early",
  email: "robin@shop.example",
  cell_phone: "212-555-0177",
}

/** A guest asks what they may spend, before they have put anything into a cart. */
export async function askFirst(demo: Demo, told: Telling): Promise<Asked> {
  const path = "/store/consumer-financing/pre-approvals"
  const { pre_approval, claim } = await demo.shop.door.post<Answer>(path, PERSON)
  const url = String(pre_approval.application_url)
  told.say("Asked in the shop; the service texted and e-mailed a link")
  return told.verify(async (check) => {
    const atService = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Medusa", "status told to the shopper", { is: pre_approval.status, due: "apply" })
    check("Simulator", "kind of application", { is: atService?.kind, due: "pre-approval" })
    check("Simulator", "wrote to the customer by", {
      is: atService?.messages.map(({ channel }) => channel),
      due: ["text", "email"],
    })
    return { claim, url }
  })
}

/** They apply at the service's page; nobody tells the shop, which looks. */
export async function becomeApproved(demo: Demo, told: Telling, { url }: Asked): Promise<void> {
  await press(await openPage(url), "approve")
  told.say("Applied at the service's page")
  await told.verify(async (check) => {
    const atService = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Simulator", "status", { is: atService?.status, due: "R" })
  })
}
