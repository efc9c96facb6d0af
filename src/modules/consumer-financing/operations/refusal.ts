import { type UserFacingError, sentence } from "../../../translation/sentence"

/** A sentence for the merchant about something that was not done. 400: the text reaches the admin. */
export function refusal(text: string): UserFacingError {
  return sentence(text)
}

export function inDoubt(what: string): UserFacingError {
  return refusal(
    `It is not known whether the earlier ${what} reached the financing service. Nothing was sent now: the plugin keeps looking at the service and lists the application until this is clear.`
  )
}
