import Medusa from "@medusajs/js-sdk"

const { medusa = "", key = "" } = document.documentElement.dataset

export const sdk = new Medusa({ baseUrl: medusa, publishableKey: key, auth: { type: "jwt" } })

/** Gets Medusa's message for a rejected request, or a general message for any other failure. */
export function getErrorMessage(error: unknown): string {
  const { status, message } = error as { status?: number; message?: string }
  const isForShopper = status !== undefined && status < 500 && message
  return isForShopper ? message : "The shop could not do that just now. Please try again."
}
