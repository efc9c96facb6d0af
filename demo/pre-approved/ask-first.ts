import type { Demo } from "../start-everything"
import type { Telling } from "../tour"

/** What a guest's browser stores: the claim, and the URL of the service's application page. */
export type Asked = { claim: string; url: string }

const PERSON = {
  first_name: "Robin",
  last_name: "Early",
  email: "robin@shop.example",
  cell_phone: "212-555-0177",
}

/** A guest requests a pre-approval before creating a cart. */
export async function askFirst(demo: Demo, told: Telling): Promise<Asked> {
  const { claim, url } = await demo.shopper.askPreApproval(PERSON)
  told.say("Requested in the shop; the service sent a link by text and e-mail")
  return told.verify(async (check) => {
    const atService = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Simulator", "its page is the shopper's", { is: url === atService?.url, due: true })
    check("Simulator", "kind of application", { is: atService?.kind, due: "pre-approval" })
    check("Simulator", "wrote to the customer by", {
      is: atService?.messages.map(({ channel }) => channel),
      due: ["text", "email"],
    })
    return { claim, url }
  })
}

/** The guest applies at the service's page. The service sends no postback: the shop checks the status. */
export async function becomeApproved(demo: Demo, told: Telling, { url }: Asked): Promise<void> {
  await demo.shopper.applyAt(url)
  told.say("Applied at the service's page")
  await told.verify(async (check) => {
    const atService = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Simulator", "status", { is: atService?.status, due: "R" })
  })
}
