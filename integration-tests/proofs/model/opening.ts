import type { Model, Step, Story } from "./history"
import { captureAll } from "./merchant-steps"
import { OPENINGS } from "./plan"
import { decide, sign } from "./service-steps"
import { chooseFinancing, complete } from "./shopper-steps"

type Beginning = (typeof OPENINGS)[keyof typeof OPENINGS][number]

const STEPS: Record<Beginning, Step> = {
  choose: chooseFinancing,
  sign: sign(0),
  review: decide(["review", 0]),
  complete,
  capture: captureAll,
}

/** Plays what the plan begins with, by the same rules as everything else. */
export async function open(model: Model, story: Story): Promise<void> {
  for (const name of OPENINGS[story.plan.opening]) {
    const step = STEPS[name]
    if (step.check(model)) await step.run(model, story)
  }
}
