import type { ReviewCaseView } from "../../../workflows"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import { readNames } from "../../../medusa/read-staff-names"
import { readMessages } from "../../../medusa/read-messages"
import type { ShownReviewCase } from "./shown"
import { type Asking, offerAllowed } from "./staff-rights"

/** Formats review cases for staff: the purchase, the allowed actions, and who acknowledged it and why. */
export async function showCases(req: Asking, cases: ReviewCaseView[]): Promise<ShownReviewCase[]> {
  const ids = [...new Set(cases.map(({ application_id }) => application_id))]
  const applications = await req.scope
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications({ id: ids }, { take: null })
  const [describe, noteOf, offered] = await Promise.all([
    readMessages(req.scope, applications),
    readNotes(req, cases),
    offerAllowed(req, cases),
  ])
  const names = await readNames(
    req.scope,
    cases.flatMap(({ acknowledged }) => acknowledged?.by ?? [])
  )
  const byId = new Map(applications.map((application) => [application.id, describe(application)]))
  return offered.flatMap(({ acknowledged, actions, ...one }) => {
    const described = byId.get(one.application_id)
    // Its application was deleted between two statements.
    if (!described) return []
    const { message, purchase } = described
    return {
      ...one,
      message,
      // Medusa does not cancel an order with a fulfillment.
      actions: actions.filter((action) => action !== "cancel-order" || !purchase.isPacked),
      acknowledged: acknowledged && {
        ...acknowledged,
        by_name: names.get(acknowledged.by) ?? null,
        note: noteOf.get(one.id) ?? null,
      },
      order_display_id: purchase.orderNumber,
      customer_id: purchase.customerId,
      customer_name: purchase.name,
      customer_email: purchase.email,
    }
  })
}

type Decided = { review_case_id?: string; action?: string; note?: string }

/** Reads the reason of each acknowledgement from the timeline. */
async function readNotes({ scope }: Asking, cases: ReviewCaseView[]): Promise<Map<string, string>> {
  const known = cases.filter(({ acknowledged }) => acknowledged !== null)
  if (known.length === 0) return new Map()
  const entries = await scope.resolve(CONSUMER_FINANCING).listFinancingTimelineEntries(
    {
      application_id: known.map(({ application_id }) => application_id),
      what: "review-case-resolved",
    },
    { order: { created_at: "ASC", id: "ASC" }, take: null }
  )
  return new Map(
    entries.flatMap(({ details }) => {
      const { review_case_id, action, note } = (details ?? {}) as Decided
      return review_case_id && note && action === "acknowledge" ? [[review_case_id, note]] : []
    })
  )
}
