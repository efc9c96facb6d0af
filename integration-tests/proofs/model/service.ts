import type { FaultInput } from "../../../src/sandbox"
import type { Harness } from "../../store/harness"
import type { ServiceControl, Story } from "./history"
import { CREATE_OPERATIONS, type PlannedFault } from "./plan"

/** Delay of a late execution on the service's clock, in milliseconds. */
const LATE_EXECUTION_MS = 3_600_000

const isTokenless = ({ operation }: PlannedFault): boolean =>
  CREATE_OPERATIONS.includes(operation) || operation === "createPreApproval"

export function createServiceControl({ simulator }: Harness): ServiceControl {
  const preparedIds = new Set<string>()
  let faults: { id: string; operation: string }[] = []
  let hasPreparedCreates = false

  async function prepareFault(
    { operation, kind, when, status, nth, isExecutedLater }: PlannedFault,
    match: { orderId: string } | { token: string } | { lastName: string }
  ): Promise<void> {
    const fault: FaultInput = { operation, kind, when, match, count: 1 }
    if (kind === "status") fault.status = status
    if (!("orderId" in match)) fault.nth = nth
    if (isExecutedLater && when === "before" && "token" in match)
      fault.executesAfterMs = LATE_EXECUTION_MS
    const { id } = await simulator.fault(fault)
    faults.push({ id, operation })
  }

  /** Prepares the faults of calls that have no token yet. */
  async function prepareTokenlessFaults({ plan, purchaseId, guest }: Story): Promise<void> {
    hasPreparedCreates = true
    for (const fault of plan.faults) {
      if (CREATE_OPERATIONS.includes(fault.operation)) {
        await prepareFault(fault, { orderId: `${purchaseId}-${fault.nth}` })
      } else if (fault.operation === "createPreApproval") {
        await prepareFault(fault, { lastName: guest.lastName })
      }
    }
  }

  return {
    async applyPlan(story, applications) {
      const { plan } = story
      if (!hasPreparedCreates) await prepareTokenlessFaults(story)
      for (const { id, tip } of applications) {
        if (preparedIds.has(id)) continue
        preparedIds.add(id)
        if (Object.keys(plan.behaviour).length > 0) await simulator.behaviour(tip, plan.behaviour)
        if (plan.postbacks !== "normal") {
          await simulator.postbacks({ mode: plan.postbacks, match: { token: tip } })
        }
        for (const fault of plan.faults) {
          if (!isTokenless(fault)) await prepareFault(fault, { token: tip })
        }
      }
    },
    async canFail(operations) {
      const inForce = await simulator.faults()
      return faults.some(({ id, operation }) => {
        const left = inForce.find((fault) => fault.id === id)
        return operations.includes(operation) && left !== undefined && left.applied === 0
      })
    },
    async clearAllFaults() {
      const inForce = await simulator.faults()
      const historyFaults = inForce.filter(({ id }) => faults.some((fault) => fault.id === id))
      for (const { id } of historyFaults) await simulator.clearFaults(id)
      faults = []
      return historyFaults.filter(({ applied }) => applied > 0).length
    },
  }
}
