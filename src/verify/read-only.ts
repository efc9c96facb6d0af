import { createFinancingClient } from "../financing-api"
import { createRecorder } from "./recorder"
import { buildReport, type Report } from "./report"
import { type Access, SetupError } from "./context"

/** Requests an access token and reads the status of an existing application. @throws CannotRun */
export async function verifyReadOnly(
  access: Access,
  { environment, token }: { environment: string; token: string | undefined }
): Promise<Report> {
  const recorder = createRecorder({
    signal: new AbortController().signal,
    onStart: () => undefined,
  })
  const client = createFinancingClient({
    ...access,
    onAnswer: (received) => recorder.onAnswer(received),
  })
  try {
    const record = await recorder.record("token", () => client.requestToken())
    if (record === null)
      throw new SetupError("The service gives no access token for these credentials.")
    if (token !== undefined) {
      await recorder.record("status-named", () => client.getStatus({ applicationToken: token }))
    }
    const evidence = { exchanges: recorder.exchanges(), postbacks: null }
    return buildReport({ options: { environment }, evidence, leftOpen: [], problems: [] })
  } finally {
    await client.close()
  }
}
