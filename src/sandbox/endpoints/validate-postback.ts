import { z } from "@medusajs/framework/zod"
import { toCents } from "../money"
import { buildTextAnswer } from "./answer"
import { getBehaviour } from "../state/get-behaviour"
import { expectQuery, readJson, type Handler } from "./call"
import type { FoundApplication } from "../state/application-registry"

const bodySchema = z.strictObject({
  cmd: z.string().optional(),
  uuid: z.string().optional(),
  verifyParams: z.boolean().optional(),
  loanAmount: z.number().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  street: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
})

const COMPARED_FIELDS = ["firstName", "lastName", "street", "city", "state", "zip"] as const

function hasMatchingDetails(
  { application, link }: FoundApplication,
  details: z.infer<typeof bodySchema>
): boolean {
  if (details.loanAmount === undefined || toCents(details.loanAmount) !== link.loanAmount)
    return false
  return COMPARED_FIELDS.every((name) => {
    const expected = application.customer[name]
    return expected === undefined || expected === details[name]
  })
}

/** Endpoint 15: plain text, no access token. Skips details that the application lacks. */
export const validatePostback: Handler = (call) => {
  expectQuery(call, [])
  const input = readJson(call, bodySchema)
  const { applications, settings } = call.simulator
  if (input.cmd !== "_validate-me" || !input.uuid) return buildTextAnswer("NOT_FOUND_PT")
  const found = applications.findByToken(input.uuid, call.environment)
  if (!found) return buildTextAnswer(settings.behaviour.validateUnknownToken)
  const { acceptedStatuses } = getBehaviour(call.simulator, found.application)
  const isAccepted = acceptedStatuses.includes(found.link.status)
  const isMatching = input.verifyParams !== true || hasMatchingDetails(found, input)
  return buildTextAnswer(isAccepted && isMatching ? "VERIFIED_PT" : "INCOMPLETE_PT")
}
