import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readPurchaseSummaries } from "../../../../medusa/read-purchase-summaries"
import { readRow } from "../../../../medusa/read-store"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { requireHttps, requireEnabled } from "../../../store/consumer-financing/guards"
import { staffPreApprovalForm, toContact } from "../../../store/consumer-financing/forms"
import { validate } from "../../../store/consumer-financing/form-problems"
import { incomplete, readForm } from "../../../store/consumer-financing/read-form"
import { answerWith, Refusal } from "../../../store/consumer-financing/refusal"
import { showPreApprovalToStaff } from "../../../store/consumer-financing/show-pre-approval"
import { preApprovalsQuery } from "../queries"

/**
 * Requests a pre-approval (endpoint 6) on a customer's behalf. The body is personal data, as in the store's own
 * route.
 */
export const POST = answerWith(async (req: AuthenticatedMedusaRequest) => {
  requireEnabled(req, "preApproval")
  requireHttps(req)
  const form = await readForm(req, staffPreApprovalForm).catch(nameFields)
  if (form.customer_id !== undefined) {
    await requireAccount(req.scope, form.customer_id)
  }
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { suppressNotification } = financing.options.preApproval
  const { preApproval, claim } = await financing.preApprovals.requestPreApproval({
    contact: toContact(form),
    suppressNotification: form.suppress_notification ?? suppressNotification,
    customerId: form.customer_id ?? null,
    requestedBy: req.auth_context.actor_id,
  })
  return { pre_approval: showPreApprovalToStaff(preApproval), claim }
})

/** Requires a customer with an account: only a guest with a claim could use it otherwise. */
async function requireAccount(scope: MedusaContainer, customerId: string): Promise<void> {
  const customer = await readRow<{ has_account: boolean }>(scope, {
    entity: "customer",
    fields: ["has_account"],
    filters: { id: customerId },
  })
  if (!customer?.has_account) {
    throw new Refusal({
      status: 400,
      type: "invalid_data",
      message:
        "There is no customer with an account under this id. Leave the customer out: the claim in the answer lets them use it at the checkout.",
    })
  }
}

/** Names the invalid fields in the message, which is all that the dashboard shows. */
function nameFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.facts.errors) throw error
  const sentences = error.facts.errors.map(({ field, message }) => `${field} ${message}.`)
  throw new Refusal({ ...error.facts, message: sentences.join(" ") })
}

/** Returns pre-approvals, newest first, and the address for the service's postbacks. */
export const GET = answerWith(async (req) => {
  requireEnabled(req, "preApproval")
  const { limit, offset, state, customer_id } = validate(preApprovalsQuery, req.query, {
    refuse: incomplete,
  })
  const filter = { ...(state ? { state } : {}), ...(customer_id ? { customer_id } : {}) }
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const [rows, count] = await financing.listAndCountFinancingPreApprovals(filter, {
    order: { created_at: "DESC" },
    take: limit,
    skip: offset,
  })
  const notify_url = financing.addresses.forPreApprovals(financing.options.environment)
  const applications = await financing.listFinancingApplications(
    { id: rows.flatMap(({ application_id }) => application_id ?? []) },
    { take: null }
  )
  const purchaseOf = await readPurchaseSummaries(req.scope, applications)
  const pre_approvals = rows.map((row) => {
    const application = applications.find(({ id }) => id === row.application_id)
    const usedFor = application && {
      order_id: application.order_id,
      order_display_id: purchaseOf(application).orderNumber,
      cents: application.financed_cents,
    }
    // Only the requester gets the link, which opens the customer's application.
    return { ...showPreApprovalToStaff(row, usedFor), application_url: null }
  })
  return { pre_approvals, count, limit, offset, notify_url }
})
