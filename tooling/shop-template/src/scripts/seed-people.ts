import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createCustomerAccountWorkflow,
  createUserAccountWorkflow,
} from "@medusajs/medusa/core-flows"
import { ADMIN, CUSTOMER } from "./accounts"

type Login = { email: string; password: string }

async function registerLogin(
  container: MedusaContainer,
  { email, password }: Login
): Promise<string> {
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(`${email} could not be registered: ${error ?? "no reason"}`)
  return authIdentity.id
}

/** Creates an admin user and a customer with an account. */
export async function seedPeople(container: MedusaContainer): Promise<void> {
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: await registerLogin(container, ADMIN),
      userData: { email: ADMIN.email, first_name: "Alex", last_name: "Merchant" },
    },
  })
  await createCustomerAccountWorkflow(container).run({
    input: {
      authIdentityId: await registerLogin(container, CUSTOMER),
      customerData: {
        email: CUSTOMER.email,
        first_name: CUSTOMER.firstName,
        last_name: CUSTOMER.lastName,
      },
    },
  })
}
