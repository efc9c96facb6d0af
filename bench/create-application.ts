import type { FinancingClient } from "../src/financing-api"

/** Creates a pre-approval at the simulator. @returns its token */
export async function createApplication(client: FinancingClient): Promise<string> {
  const created = await client.createPreApproval({
    firstName: "Sam",
    lastName: "Doe",
    email: "sam@example.com",
    cellPhone: "2025550123",
    suppressNotification: true,
  })
  if (created.outcome === "refused") throw new Error("The simulator refused the pre-approval")
  return created.token
}
