import fc from "fast-check"
import { fullSteps } from "./full-steps"
import type { Model, Step, Story } from "./history"
import { merchantSteps } from "./merchant-steps"
import { otherSteps } from "./other-steps"
import { preApprovalSteps } from "./pre-approval-steps"
import { requestSteps } from "./request-steps"
import { serviceSteps } from "./service-steps"
import { backAndForth, shopperSteps } from "./shopper-steps"
import type { Way } from "./ways"

const MOST_STEPS = 30

/** Steps of every way. */
const AFTERWARDS = [...serviceSteps, ...merchantSteps, ...otherSteps]

const STEPS: Record<Way, fc.Arbitrary<Step>[]> = {
  hosted: [...shopperSteps, ...backAndForth, ...AFTERWARDS],
  full: [...fullSteps, ...shopperSteps, ...backAndForth, ...AFTERWARDS],
  request: [...requestSteps, ...backAndForth, ...AFTERWARDS],
  "pre-approval": [...preApprovalSteps, ...shopperSteps, ...backAndForth, ...AFTERWARDS],
}

/** Draws steps of one way in any order. Steps that are impossible at their turn are skipped. */
export function stepsOf(way: Way): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Story>>> {
  return fc.commands(STEPS[way], { maxCommands: MOST_STEPS, size: "max" })
}
