import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type ApplicationView, type Behaviour, type Sandbox, startSandbox } from "../../src/sandbox"
import { listenForPostbacks } from "../../src/verify/postback-listener"
import type { Report } from "../../src/verify/report"
import type { OpenApplication } from "../../src/verify/clean-up"
import type { Access, RunOptions } from "../../src/verify/context"
import { verify } from "../../src/verify/run"

export const createJournalPath = () =>
  path.join(mkdtempSync(path.join(tmpdir(), "verify-")), "journal.jsonl")

export const getAccess = ({ baseUrl, credentials }: Sandbox): Access => ({
  baseUrl,
  ...credentials.staging,
})

/** Runs the whole verification against a service. `onPage` acts as the customer. */
export async function verifyAccess(
  access: Access,
  changes: Partial<RunOptions> = {}
): Promise<Report> {
  return await verify({
    access,
    environment: "staging",
    amount: 500,
    applicant: null,
    journalFile: createJournalPath(),
    listener: null,
    signal: new AbortController().signal,
    onStart: () => undefined,
    onPage: null,
    onWait: () => undefined,
    pollMs: 10,
    waitMs: 2_000,
    pauseMs: 10,
    ...changes,
  })
}

/** Signs the newest waiting application at the simulator. */
export async function signNewest({ control }: Sandbox): Promise<void> {
  const waiting = (await control.applications()).filter(({ status }) => status === "P")
  const hosted = waiting.filter(({ orderId }) => orderId.startsWith("first-contact-"))
  const number = (orderId: string) => Number(orderId.split("-").at(-1))
  const newest = hosted.sort((a, b) => number(b.orderId) - number(a.orderId))[0]
  if (newest === undefined) throw new Error("no application waits for a signature")
  await control.decision(newest.tip, { outcome: "sign" })
}

/** Runs the verification with a customer and postbacks against a simulator with this behavior. */
export async function verifyBehaviour(
  behaviour: Partial<Behaviour>
): Promise<{ report: Report; statuses: string[] }> {
  const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0, behaviour })
  const listener = await listenForPostbacks({ publicUrl: null, port: 0, graceMs: 50 })
  try {
    const report = await verifyAccess(getAccess(sandbox), {
      listener,
      onPage: () => signNewest(sandbox),
    })
    const remaining = await sandbox.control.applications()
    return { report, statuses: remaining.map(({ status }) => status) }
  } finally {
    await listener.close()
    await sandbox.close()
  }
}

export const listContradicted = ({ assumptions }: Report): string[] =>
  assumptions.filter(({ verdict }) => verdict === "contradicted").map(({ id }) => id)

const LIVE = ["P", "Z", "A", "R", "W", "M", "S", "C", "L", "B", "Q"]

/** Finds the applications that a customer can still sign or is paying for. */
export async function findLive({ control }: Sandbox): Promise<ApplicationView[]> {
  return (await control.applications()).filter(({ status }) => LIVE.includes(status))
}

/** Finds the order ids of live applications that a run did not list as left open. */
export async function findUnlisted(
  sandbox: Sandbox,
  left: readonly OpenApplication[]
): Promise<string[]> {
  const isListed = (orderId: string) =>
    // A pre-approval has no order id at the service.
    left.some((application) =>
      orderId === "" ? application.kind === "pre-approval" : orderId.startsWith(application.orderId)
    )
  const live = await findLive(sandbox)
  return live.map(({ orderId }) => orderId).filter((orderId) => !isListed(orderId))
}
