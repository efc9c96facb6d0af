import { createFinancingClient, FinancingError } from "../../../src/financing-api"
import { TOKEN } from "./sample-bodies"
import { CREDENTIALS } from "./scripted-service"

/**
 * Runs as a separate process because Node reads its certificate variables only at startup. Makes two reading and
 * two changing calls, stops at the first failure, and prints the outcomes as one line of JSON.
 */
async function main(): Promise<void> {
  const client = createFinancingClient({ baseUrl: process.argv[2] ?? "", ...CREDENTIALS })
  const input = { applicationToken: TOKEN }
  const outcomes: string[] = []
  for (const operation of ["getStatus", "getStatus", "settle", "settle"] as const) {
    const outcome = await client[operation](input).then(
      () => "done",
      (error: unknown) => (error instanceof FinancingError ? error.message : String(error))
    )
    outcomes.push(outcome)
    if (outcome !== "done") break
  }
  await client.close()
  process.stdout.write(JSON.stringify(outcomes))
}

void main()
