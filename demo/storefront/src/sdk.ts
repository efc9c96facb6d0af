import Medusa from "@medusajs/js-sdk"

const { medusa = "", key = "" } = document.documentElement.dataset

export const sdk = new Medusa({ baseUrl: medusa, publishableKey: key, auth: { type: "jwt" } })

/** The sentence for the shopper in what Medusa refused; other failures stay inside. */
export function sentenceOf(error: unknown): string {
  const { status, message } = error as { status?: number; message?: string }
  const isForShopper = status !== undefined && status < 500 && message
  return isForShopper ? message : "The shop could not do that just now. Please try again."
}
