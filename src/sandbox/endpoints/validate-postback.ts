import { z } from "@medusajs/framework/zod"
import { toCents } from "../money"
import { textAnswer } from "./answer"
import { behaviourOf } from "../state/behaviour-of"
import { expectQuery, readJson, type Handler } from "./call"
import type { Found } from "../state/application-registry"

const body = z.strictObject({
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

const COMPARED = ["firstName", "lastName", "street", "city", "state", "zip"] as const

function detailsMatch({ application, link }: Found, given: z.infer<typeof body>): boolean {
  if (given.loanAmount === undefined || toCents(given.loanAmount) !== link.loanAmount) return false
  return COMPARED.every((name) => {
    const known = application.customer[name]
    return known === undefined || known === given[name]
  })
}

/** Endpoint 15: plain text, no access token. Skips details that the application lacks. */
export const validatePostback: Handler = (call) => {
  expectQuery(call, [])
  const given = readJson(call, body)
  const { applications, settings } = call.world
  if (given.cmd !== "_validate-me" || !given.uuid) return textAnswer("NOT_FOUND_PT")
  const found = applications.byToken(given.uuid, call.environment)
  if (!found) return textAnswer(settings.behaviour.validateUnknownToken)
  const { acceptedStatuses } = behaviourOf(call.world, found.application)
  const accepted = acceptedStatuses.includes(found.link.status)
  const matches = given.verifyParams !== true || detailsMatch(found, given)
  return textAnswer(accepted && matches ? "VERIFIED_PT" : "INCOMPLETE_PT")
}
