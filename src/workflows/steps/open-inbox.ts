import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"

/** How often a postback is tried before it is put aside: it decides nothing, looks go on anyway. */
const MOST_ATTEMPTS = 5

/** Enough for any burst: what is beyond it is opened the next time. */
const BATCH = 200

const UNREADABLE = { body: null, fields: {}, validation: "unreadable" }

/**
 * Counts the attempt before anything is done with the inbox, so that a postback which makes its
 * processing fail, or the process end, is put aside one day instead of being tried for ever.
 */
export const openInboxStep = createStep(
  "open-financing-inbox",
  async ({ application_id }: { application_id: string }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const rows = await financing.listFinancingPostbacks(
      { application_id, processed_at: null },
      { order: { created_at: "ASC" }, take: BATCH, select: ["id", "attempts"] }
    )
    const isSpent = ({ attempts }: { attempts: number }) => attempts >= MOST_ATTEMPTS
    const spent = rows.filter(isSpent)
    const tried = rows.filter((row) => !isSpent(row))
    const putAside = { ...UNREADABLE, processed_at: new Date() }
    await financing.updateFinancingPostbacks([
      ...tried.map(({ id, attempts }) => ({ id, attempts: attempts + 1 })),
      ...spent.map(({ id }) => ({ id, ...putAside })),
    ])
    if (spent.length > 0) {
      await financing.timeline.note(application_id, "postbacks-put-aside", { count: spent.length })
    }
    return new StepResponse({ application_id })
  }
)
