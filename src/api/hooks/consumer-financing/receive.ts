import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { receivePostbackWorkflow } from "../../../workflows"

/** Bodies longer than this many characters of a content type are nobody's. */
const LONGEST_TYPE = 100

type Postback = { applicationId: string; text: string; bytes: number }

/** Puts a postback into an application's inbox. `not-found`: there is no such application. */
export async function receiveFor(
  req: MedusaRequest,
  { applicationId, text, bytes }: Postback
): Promise<"received" | "not-found" | "failed"> {
  const { errors } = await receivePostbackWorkflow(req.scope).run({
    input: {
      application_id: applicationId,
      content_type: req.get("content-type")?.slice(0, LONGEST_TYPE) ?? null,
      bytes,
      body: text,
    },
    throwOnError: false,
  })
  if (errors.some(({ error }) => saysNotFound(error))) {
    return "not-found"
  }
  return errors.length > 0 ? "failed" : "received"
}

/** The row has no application to belong to. Anything else is our own trouble. */
function saysNotFound(error: unknown): boolean {
  const isRead = typeof error === "object" && error !== null && "type" in error
  return isRead && error.type === MedusaError.Types.NOT_FOUND
}

/** Nothing was written. A service that repeats its postbacks should repeat this one. */
export function answerTryAgain(res: MedusaResponse): void {
  res.setHeader("Retry-After", "30")
  res.status(503).json({ type: "unavailable", message: "Not received; please try again" })
}
