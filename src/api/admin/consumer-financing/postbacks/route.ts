import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import type { PostbacksQuery } from "../queries"
import { showPostback } from "../shown"

const OUTCOMES = {
  waiting: { processed_at: null },
  processed: {
    processed_at: { $ne: null },
    $or: [{ validation: null }, { validation: { $ne: "unreadable" } }],
  },
  "put-aside": { processed_at: { $ne: null }, validation: "unreadable" },
}

/** Returns the inbox, newest first. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset, outcome, application_id } = req.validatedQuery as PostbacksQuery
  const [rows, count] = await req.scope
    .resolve(CONSUMER_FINANCING)
    .listAndCountFinancingPostbacks(
      { ...(outcome ? OUTCOMES[outcome] : {}), ...(application_id ? { application_id } : {}) },
      { order: { created_at: "DESC", id: "DESC" }, take: limit, skip: offset }
    )
  res.json({ postbacks: rows.map(showPostback), count, limit, offset })
}
