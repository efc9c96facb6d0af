import type { Needs } from "./needs"

type Wish = { data: Record<string, unknown> | undefined; reason: string }

/**
 * Records the wish to end an application, and returns. The data may be a browser's, and core cancels
 * and deletes for reasons of its own: so nothing is ended here. The sync that this wakes ends the
 * application when no order, payment or session lives on it, and never otherwise.
 */
export async function wishToEnd(
  { financing, logger }: Needs,
  { data, reason }: Wish
): Promise<void> {
  try {
    const application = await financing.findBySession(String(data?.session_id))
    // A workflow of ours takes back the session that it could not authorize: nobody wishes anything.
    if (application && !(await financing.mayBePaidAgain(application.id))) {
      await financing.note(application.id, "end-wished", { reason })
      await financing.requestSync(application.id)
    }
  } catch (error) {
    // The shopper must be able to go on; every open application is looked at on schedule anyway.
    const kind = error instanceof Error ? error.name : "unknown"
    logger.error(`consumer-financing: the wish to end an application was not recorded (${kind})`)
  }
}
