// Declares the names that the documents' code blocks expect in the reader's project.
import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import type { Sandbox } from "../../../src/sandbox"

// docs/api.md describes the answers of the plugin's routes; the code blocks read them untyped.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Answer = any

type Sdk = Omit<Medusa, "client"> & {
  client: { fetch: <T = Answer>(path: string, init?: object) => Promise<T> }
}

declare global {
  const sdk: Sdk
  const cart: HttpTypes.StoreCart
  const session: HttpTypes.StorePaymentSession
  const form: Record<string, unknown>
  const [first_name, last_name, email, cell_phone]: string[]
  function choose<T extends { id: string }>(offers: T[]): Promise<T>
  function showMessage(message: unknown): void
  function showOrder(id: string): void
  function showPaymentMethods(): void
  function completeCart(): void
  const sandbox: Sandbox
}
