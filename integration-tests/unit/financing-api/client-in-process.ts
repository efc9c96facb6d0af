import { createFinancingClient, FinancingError } from "../../../src/financing-api"
import { TOKEN } from "./sample-bodies"
import { CREDENTIALS } from "./scripted-service"

/**
 * A process of its own, since Node reads its variables about certificates once, at its start: two calls
 * that read and two that change something, up to the first that fails, and how they ended as a line of JSON.
 */
async function main(): Promise<void> {
  const client = createFinancingClient({ baseUrl: process.argv[2] ?? "", ...CREDENTIALS })
  const input = { applicationToken: TOKEN }
  const ended: string[] = []
  for (const operation of ["getStatus", "getStatus", "settle", "settle"] as const) {
    const end = await client[operation](input).then(
      () => "done",
      (error: unknown) => (error instanceof FinancingError ? error.message : String(error))
    )
    ended.push(end)
    if (end !== "done") break
  }
  await client.close()
  process.stdout.write(JSON.stringify(ended))
}

void main()
