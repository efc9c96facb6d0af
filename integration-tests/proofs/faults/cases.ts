import type { EndpointName } from "../../../src/financing-api"
import type { ProofOptions } from "../proof-options"
import type { CallFault } from "./call-faults"
import { FAULTS_BY_ENDPOINT } from "./faults-by-endpoint"
import type { Journey } from "../journeys/journey"
import { FULL_APPLICATION_JOURNEYS } from "../journeys/full-application-journeys"
import { MERCHANT_JOURNEYS } from "../journeys/merchant-journeys"
import { PRE_APPROVAL_JOURNEYS } from "../journeys/pre-approval-journeys"
import { requestFinancing } from "../journeys/request-journeys"
import { SHOPPER_JOURNEYS } from "../journeys/shopper-journeys"

/** One fault on one call of one journey, with or without a retry. */
export type Case = {
  name: string
  journey: Journey
  call: EndpointName
  callFault: CallFault
  retry: boolean
}

const JOURNEYS = [
  ...SHOPPER_JOURNEYS,
  ...MERCHANT_JOURNEYS,
  requestFinancing,
  ...FULL_APPLICATION_JOURNEYS,
  ...PRE_APPROVAL_JOURNEYS,
]

export const CASES: Case[] = JOURNEYS.flatMap((journey) =>
  journey.calls.flatMap((call) =>
    FAULTS_BY_ENDPOINT[call].flatMap((callFault) =>
      [false, true].map((retry) => {
        const manner = retry ? "retry" : "no-retry"
        const name = `${journey.name}/${call}/${callFault.point}/${callFault.name}/${manner}`
        return { name, journey, call, callFault, retry }
      })
    )
  )
)

/** Whether the call belongs to a whole process, so that its fault cannot be limited to one cart. */
export function isProcessWide({ call }: Case): boolean {
  return call === "requestToken"
}

/** Whether the call creates an application under its own order id. */
export function createsApplication({ call }: Case): boolean {
  return ["createOrder", "createVirtualCart", "createFullApplication"].includes(call)
}

/** Whether the case disrupts a call that moves money by a reset or a timeout. Every run includes these. */
function isHighRisk({ call, callFault, journey }: Case): boolean {
  const isMoneyCall = ["settle", "refund", "partialRefund", "cancel"].includes(call)
  return journey.movesMoney && isMoneyCall && ["reset", "timeout"].includes(callFault.name)
}

/** One in this many of the other cases is sampled, depending on the seed. */
const SAMPLE_INTERVAL = 101

/** Selects this run's cases: by name, all, or the default slice of cases that move money. */
export function selectCases({ all, only, seed }: ProofOptions): Case[] {
  if (only) return CASES.filter(({ name }) => name.includes(only))
  if (all) return CASES
  const moneyCases = CASES.filter((one) => one.journey.movesMoney)
  return moneyCases.filter((moneyCase, index) => {
    const isSampled = (index + seed) % SAMPLE_INTERVAL === 0
    return (
      isSampled ||
      (isHighRisk(moneyCase) && moneyCase.callFault.point === "after" && !moneyCase.retry)
    )
  })
}
