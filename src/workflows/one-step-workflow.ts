import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

/** Creates a workflow of one step, which has its name and no compensation. */
export function createOneStepWorkflow<Input, Output>(
  name: string,
  run: (input: Input, container: MedusaContainer) => Promise<Output>
): ReturnWorkflow<Input, Output, []> {
  const step = createStep<Input, unknown, unknown>(
    name,
    async (input, { container }) => new StepResponse(await run(input, container))
  )
  // Cast: the framework derives a step's type from the keys of its input, which are not known here.
  const act = step as unknown as (input: WorkflowData<Input>) => WorkflowData<Output>
  return createWorkflow<Input, Output, []>(name, (input) => new WorkflowResponse(act(input)))
}
