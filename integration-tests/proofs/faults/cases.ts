import type { EndpointName } from "../../../src/financing-api"
import type { ProofOptions } from "../proof-options"
import type { Ill } from "./ills"
import { ILLS } from "./ills-of-calls"
import type { Journey } from "../journeys/journey"
import { FULL_APPLICATION_JOURNEYS } from "../journeys/full-application-journeys"
import { MERCHANTS_JOURNEYS } from "../journeys/merchants-journeys"
import { PRE_APPROVAL_JOURNEYS } from "../journeys/pre-approval-journeys"
import { askCustomer } from "../journeys/request-journeys"
import { SHOPPERS_JOURNEYS } from "../journeys/shoppers-journeys"

/** One fault on one call of one journey, with or without a retry. */
export type Case = {
  name: string
  journey: Journey
  call: EndpointName
  ill: Ill
  retry: boolean
}

const JOURNEYS = [
  ...SHOPPERS_JOURNEYS,
  ...MERCHANTS_JOURNEYS,
  askCustomer,
  ...FULL_APPLICATION_JOURNEYS,
  ...PRE_APPROVAL_JOURNEYS,
]

export const CASES: Case[] = JOURNEYS.flatMap((journey) =>
  journey.calls.flatMap((call) =>
    ILLS[call].flatMap((ill) =>
      [false, true].map((retry) => {
        const manner = retry ? "retry" : "no-retry"
        const name = `${journey.name}/${call}/${ill.point}/${ill.name}/${manner}`
        return { name, journey, call, ill, retry }
      })
    )
  )
)

/** Whether the call belongs to a whole process, so that its fault cannot be limited to one cart. */
export function concernsEverybody({ call }: Case): boolean {
  return call === "requestToken"
}

/** Whether the call creates an application under its own order id. */
export function filesApplication({ call }: Case): boolean {
  return ["createOrder", "createVirtualCart", "createFullApplication"].includes(call)
}

/** Whether the case disrupts a call that moves money by a reset or a timeout. Every run includes these. */
function isWorst({ call, ill, journey }: Case): boolean {
  const movesMoney = ["settle", "refund", "partialRefund", "cancel"].includes(call)
  return journey.money && movesMoney && ["reset", "timeout"].includes(ill.name)
}

/** One in this many of the other cases is sampled, depending on the seed. */
const STRIDE = 101

/** Selects this run's cases: by name, all, or the default slice of cases that move money. */
export function chosenCases({ all, only, seed }: ProofOptions): Case[] {
  if (only) return CASES.filter(({ name }) => name.includes(only))
  if (all) return CASES
  const money = CASES.filter((one) => one.journey.money)
  return money.filter((one, index) => {
    const isDrawn = (index + seed) % STRIDE === 0
    return isDrawn || (isWorst(one) && one.ill.point === "after" && !one.retry)
  })
}
