import type { FinancingClient } from "../src/financing-api"

/** The token of an application that nothing else happens to. */
export async function newApplication(client: FinancingClient): Promise<string> {
  const created = await client.createPreApproval({
    firstName: "Sam",
    lastName: "Doe",
    email: "sam@example.com",
    cellPhone: "2025550123",
    suppressNotification: true,
  })
  if (created.outcome === "refused") throw new Error("The simulator gave no token")
  return created.token
}
