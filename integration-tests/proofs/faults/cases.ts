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

/** One fault on one call of one journey, with or without a second try after a refusal. */
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

/** Asked for by every store process on its own account: such a fault cannot be put on one cart. */
export function concernsEverybody({ call }: Case): boolean {
  return call === "requestToken"
}

/** It files an application under an order id of its own. */
export function filesApplication({ call }: Case): boolean {
  return ["createOrder", "createVirtualCart", "createFullApplication"].includes(call)
}

/** The calls that move money, at their two worst moments: in every run. */
function isWorst({ call, ill, journey }: Case): boolean {
  const movesMoney = ["settle", "refund", "partialRefund", "cancel"].includes(call)
  return journey.money && movesMoney && ["reset", "timeout"].includes(ill.name)
}

/** Every how many of the remaining cases one is taken; another one for every seed. */
const STRIDE = 101

/** What this run goes through: everything, what was named, or the slice of money's cases. */
export function chosenCases({ all, only, seed }: ProofOptions): Case[] {
  if (only) return CASES.filter(({ name }) => name.includes(only))
  if (all) return CASES
  const money = CASES.filter((one) => one.journey.money)
  return money.filter((one, index) => {
    const isDrawn = (index + seed) % STRIDE === 0
    return isDrawn || (isWorst(one) && one.ill.point === "after" && !one.retry)
  })
}
