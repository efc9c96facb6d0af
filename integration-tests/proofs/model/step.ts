import { hasEnded } from "./change"
import type { Model, Step, Story } from "./history"
import { checkRules } from "./rules"

/** Reads both sides and checks what changed since the last read against the rules. */
export async function observeStep(model: Model, story: Story): Promise<void> {
  const before = model.snapshot
  model.snapshot = await story.readSnapshot()
  model.hadAlarm ||= model.snapshot.isAlarm
  const { applications, preApproved } = model.snapshot
  await story.service.applyPlan(story, [...applications, ...preApproved])
  for (const application of applications) {
    const { id, status } = application
    if (["S", "C", "L"].includes(status)) model.signed.add(id)
    if (hasEnded(application)) model.ended.add(id)
    if (!model.editsAtCreation.has(id)) model.editsAtCreation.set(id, model.activity.cartEdits)
  }
  checkRules(before, model)
  for (const effects of model.effects.values()) effects.endsAtLastRead = effects.ends
}

type StepDefinition = {
  description: string
  when?: (model: Model) => boolean
  act: (story: Story, model: Model) => Promise<void>
}

/** Creates a step that acts on the real store and then checks the rules. */
export function createStep({ description, when = () => true, act }: StepDefinition): Step {
  return {
    check: when,
    run: async (model, story) => {
      story.stepLog.push(description)
      await act(story, model)
      await observeStep(model, story)
    },
    toString: () => description,
  }
}
