import { WorkflowManager } from "@medusajs/framework/orchestration"
import type { ConfigModule, LoaderOptions, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { PluginOptions } from "../../../options/options"
import { parseOptions } from "../../../options/parse-options"
import { findRouterProblem } from "../medusa-version"
import { CONSUMER_FINANCING } from "../module-key"

const NEEDED = [CONSUMER_FINANCING, "query"]

/**
 * Stops the start with one sentence when an option is invalid or missing, or when the Payment Module lacks a
 * dependency of the provider.
 */
export default async function checkConfiguration({
  container,
  options,
}: LoaderOptions): Promise<void> {
  parseOptions(options)
  requireDependencies(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE))
  const problem = findRouterProblem()
  if (problem) container.resolve<Logger>(ContainerRegistrationKeys.LOGGER).warn(problem)
}

function requireDependencies(config: ConfigModule): void {
  const payment: unknown = config.modules?.[Modules.PAYMENT]
  const given =
    typeof payment === "object" && payment !== null && "dependencies" in payment
      ? payment.dependencies
      : []
  const missing = NEEDED.filter((name) => !Array.isArray(given) || !given.includes(name))
  if (missing.length > 0) {
    throw new Error(
      `medusa-payment-consumer-financing: the Payment Module lacks ${missing.map((name) => `"${name}"`).join(", ")}; add \`dependencies: ["consumerFinancing", "query"]\` to the module with \`resolve: "@medusajs/medusa/payment"\` in medusa-config.`
    )
  }
}

type Step = { action?: string; async?: boolean; retryInterval?: number; next?: Step | Step[] }
type Workflows = { getWorkflow: (id: string) => { flow_: Step } | undefined }

/**
 * Exits when `completeCartWorkflow` names a workflow that cannot complete carts: Medusa drops errors that a module
 * throws here. Does nothing without the plugin's workflows, which Medusa's migrations do not load.
 */
export function exitOnWrongWorkflow(
  { completeCartWorkflow: id }: PluginOptions,
  logger: Logger
): void {
  // Medusa exports it without a type.
  const workflows = WorkflowManager as Workflows
  if (id === undefined || !workflows.getWorkflow("reconcile-financing-application")) return
  const workflow = workflows.getWorkflow(id)
  const step = workflow && findAsyncStep(workflow.flow_)
  if (workflow && step === undefined) return
  const problem = workflow
    ? `whose step "${step}" is asynchronous or waits between retries, so that the workflow returns before it has placed the order. Name a workflow without such steps.`
    : "but no workflow has this id. Write the id that the shop gives to createWorkflow in src/workflows."
  logger.error(
    `medusa-payment-consumer-financing: option "completeCartWorkflow" is "${id}", ${problem}`
  )
  process.exit(1)
}

/** A nested workflow with asynchronous steps is itself an asynchronous step. */
function findAsyncStep({ action = "", async, retryInterval, next = [] }: Step): string | undefined {
  if (async || retryInterval) return action
  const found = [next].flat().map(findAsyncStep)
  return found.find((one) => one !== undefined)
}
