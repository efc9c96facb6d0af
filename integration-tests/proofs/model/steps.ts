import fc from "fast-check"
import { fullSteps } from "./full-steps"
import type { Model, Step, Story } from "./history"
import { merchantSteps } from "./merchant-steps"
import { otherSteps } from "./other-steps"
import { preApprovalSteps } from "./pre-approval-steps"
import { requestSteps } from "./request-steps"
import { serviceSteps } from "./service-steps"
import { returnSteps, shopperSteps } from "./shopper-steps"
import type { Flow } from "./flows"

const MAX_STEPS = 30

/** Steps of every flow. */
const COMMON_STEPS = [...serviceSteps, ...merchantSteps, ...otherSteps]

const STEPS: Record<Flow, fc.Arbitrary<Step>[]> = {
  hosted: [...shopperSteps, ...returnSteps, ...COMMON_STEPS],
  full: [...fullSteps, ...shopperSteps, ...returnSteps, ...COMMON_STEPS],
  request: [...requestSteps, ...returnSteps, ...COMMON_STEPS],
  "pre-approval": [...preApprovalSteps, ...shopperSteps, ...returnSteps, ...COMMON_STEPS],
}

/** Draws steps of one flow in any order. Steps that are impossible at their turn are skipped. */
export function createCommands(flow: Flow): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Story>>> {
  return fc.commands(STEPS[flow], { maxCommands: MAX_STEPS, size: "max" })
}
