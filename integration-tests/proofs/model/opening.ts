import { applyWithForm, chooseOffer } from "./full-steps"
import type { Model, Step, Story } from "./history"
import { captureAll } from "./merchant-steps"
import type { OpeningStep } from "./openings"
import { runSchedule } from "./other-steps"
import { requestPreApproval, bringClaim, approvePreApproval } from "./pre-approval-steps"
import { requestFinancing } from "./request-steps"
import { decideApplication, signApplication } from "./service-steps"
import { chooseFinancing, completeCart } from "./shopper-steps"

const STEPS: Record<OpeningStep, Step> = {
  choose: chooseFinancing,
  apply: applyWithForm,
  "choose-offer": chooseOffer(0),
  ask: requestFinancing,
  "ask-pre-approval": requestPreApproval,
  bring: bringClaim,
  "pre-approve": approvePreApproval,
  sign: signApplication(0),
  review: decideApplication(["review", 0]),
  look: runSchedule,
  complete: completeCart,
  capture: captureAll,
}

/** Plays the plan's opening steps, checked by the same rules as all others. */
export async function playOpening(model: Model, story: Story): Promise<void> {
  for (const name of story.plan.opening) {
    const step = STEPS[name]
    if (step.check(model)) await step.run(model, story)
  }
}
