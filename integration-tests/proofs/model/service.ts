import type { ApplicationView, FaultInput } from "../../../src/sandbox"
import type { Harness } from "../../store/harness"
import type { Story } from "./history"
import { CREATES, type PlannedFault } from "./plan"

/** Delay of a late execution on the service's clock, in milliseconds. */
const LATE_MS = 3_600_000

const hasNoToken = ({ operation }: PlannedFault): boolean =>
  CREATES.includes(operation) || operation === "createPreApproval"

/** Applies one history's plan to the simulator. */
export type Service = {
  /** Applies the plan to applications that are new since the last call. */
  notice: (story: Story, applications: ApplicationView[]) => Promise<void>
  /** Whether one of these calls may still meet a fault. */
  mayFail: (operations: readonly string[]) => Promise<boolean>
  /** Clears all faults. @returns the number of faults that a call met */
  calmDown: () => Promise<number>
}

export function serviceOf({ simulator }: Harness): Service {
  const known = new Set<string>()
  let faults: { id: string; operation: string }[] = []
  let prepared = false

  async function prepareFault(
    { operation, kind, when, status, nth, late }: PlannedFault,
    match: { orderId: string } | { token: string } | { lastName: string }
  ): Promise<void> {
    const fault: FaultInput = { operation, kind, when, match, count: 1 }
    if (kind === "status") fault.status = status
    if (!("orderId" in match)) fault.nth = nth
    if (late && when === "before" && "token" in match) fault.executesAfterMs = LATE_MS
    const { id } = await simulator.fault(fault)
    faults.push({ id, operation })
  }

  /** Prepares the faults of calls that have no token yet. */
  async function prepareCreates({ plan, purchaseId, guest }: Story): Promise<void> {
    prepared = true
    for (const fault of plan.faults) {
      if (CREATES.includes(fault.operation)) {
        await prepareFault(fault, { orderId: `${purchaseId}-${fault.nth}` })
      } else if (fault.operation === "createPreApproval") {
        await prepareFault(fault, { lastName: guest.lastName })
      }
    }
  }

  return {
    async notice(story, applications) {
      const { plan } = story
      if (!prepared) await prepareCreates(story)
      for (const { id, tip } of applications) {
        if (known.has(id)) continue
        known.add(id)
        if (Object.keys(plan.behaviour).length > 0) await simulator.behaviour(tip, plan.behaviour)
        if (plan.postbacks !== "normal") {
          await simulator.postbacks({ mode: plan.postbacks, match: { token: tip } })
        }
        for (const fault of plan.faults) {
          if (!hasNoToken(fault)) await prepareFault(fault, { token: tip })
        }
      }
    },
    async mayFail(operations) {
      const inForce = await simulator.faults()
      return faults.some(({ id, operation }) => {
        const left = inForce.find((one) => one.id === id)
        return operations.includes(operation) && left !== undefined && left.applied === 0
      })
    },
    async calmDown() {
      const inForce = await simulator.faults()
      const ours = inForce.filter(({ id }) => faults.some((fault) => fault.id === id))
      for (const { id } of ours) await simulator.clearFaults(id)
      faults = []
      return ours.filter(({ applied }) => applied > 0).length
    },
  }
}
