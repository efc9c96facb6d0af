import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"

/** What a guest's browser stores: the claim, and the URL of the service's application page. */
export type GuestPreApproval = { claim: string; url: string }

const PERSON = {
  first_name: "Robin",
  last_name: "Early",
  email: "robin@shop.example",
  cell_phone: "212-555-0177",
}

/** A guest requests a pre-approval before creating a cart. */
export async function startPreApproval(
  demo: Demo,
  reporter: StepReporter
): Promise<GuestPreApproval> {
  const { claim, url } = await demo.shopper.requestPreApproval(PERSON)
  reporter.log("Requested in the shop; the service sent a link by text and e-mail")
  return reporter.verify(async (check) => {
    const application = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Simulator", "its page is the shopper's", {
      actual: url === application?.url,
      expected: true,
    })
    check("Simulator", "kind of application", {
      actual: application?.kind,
      expected: "pre-approval",
    })
    check("Simulator", "wrote to the customer by", {
      actual: application?.messages.map(({ channel }) => channel),
      expected: ["text", "email"],
    })
    return { claim, url }
  })
}

/** The guest applies at the service's page. The service sends no postback: the shop checks the status. */
export async function applyForPreApproval(
  demo: Demo,
  reporter: StepReporter,
  { url }: GuestPreApproval
): Promise<void> {
  await demo.shopper.submitApplication(url)
  reporter.log("Applied at the service's page")
  await reporter.verify(async (check) => {
    const application = (await demo.simulator.applications()).find(
      ({ customer }) => customer.lastName === PERSON.last_name
    )
    check("Simulator", "status", { actual: application?.status, expected: "R" })
  })
}
