import { MedusaError } from "@medusajs/framework/utils"

/** A sentence for the merchant about something that was not done. 400: the text reaches the admin. */
export function refusal(sentence: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, sentence)
}

export function inDoubt(what: string): MedusaError {
  return refusal(
    `It is not known whether the earlier ${what} reached the financing service. Nothing was sent now: the plugin keeps looking at the service and lists the application until this is clear.`
  )
}
