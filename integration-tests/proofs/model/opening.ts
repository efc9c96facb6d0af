import { applyInFull, chooseOffer } from "./full-steps"
import type { Model, Step, Story } from "./history"
import { captureAll } from "./merchant-steps"
import type { Beginning } from "./openings"
import { look } from "./other-steps"
import { askPreApproval, bring, preApprove } from "./pre-approval-steps"
import { ask } from "./request-steps"
import { decide, sign } from "./service-steps"
import { chooseFinancing, complete } from "./shopper-steps"

const STEPS: Record<Beginning, Step> = {
  choose: chooseFinancing,
  apply: applyInFull,
  "choose-offer": chooseOffer(0),
  ask,
  "ask-pre-approval": askPreApproval,
  bring,
  "pre-approve": preApprove,
  sign: sign(0),
  review: decide(["review", 0]),
  look,
  complete,
  capture: captureAll,
}

/** Plays the plan's opening steps, checked by the same rules as all others. */
export async function open(model: Model, story: Story): Promise<void> {
  for (const name of story.plan.opening) {
    const step = STEPS[name]
    if (step.check(model)) await step.run(model, story)
  }
}
