import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

export type NotifyFinancingStaffInput = {
  /** What happened: a review case was opened, or the service cannot be used. */
  what: "needs-attention" | "service-unavailable"
  /** For the template: nothing personal, nothing secret. Medusa keeps it. */
  data: Record<string, unknown>
}

/**
 * Tells staff by Medusa's Notification Module, where the settings name somebody. A provider that fails is
 * logged: the case and the alarm stand in the dashboard either way. @returns whether it was handed over
 */
async function notifyStaff(
  container: MedusaContainer,
  { what, data }: NotifyFinancingStaffInput
): Promise<boolean> {
  const { notifications } = container.resolve(CONSUMER_FINANCING).options
  const { staffTo: to, staffChannel: channel, templates } = notifications
  if (to === null) return false
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to,
      channel,
      template: templates.staff,
      trigger_type: `consumer-financing.${what}`,
      data: { what, ...data },
    })
    return true
  } catch {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `consumer-financing: staff were not told of "${what}": no notification provider took it for the channel "${channel}"`
      )
    return false
  }
}

const notifyStaffStep = createStep(
  "notify-financing-staff",
  async (input: NotifyFinancingStaffInput, { container }) =>
    new StepResponse(await notifyStaff(container, input))
)

export const notifyFinancingStaffWorkflow = createWorkflow(
  "notify-financing-staff",
  (input: NotifyFinancingStaffInput) => new WorkflowResponse(notifyStaffStep(input))
)
