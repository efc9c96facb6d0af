import fc from "fast-check"
import type { ApplicationView } from "../../../src/sandbox"
import { createStoreControl } from "../../../tooling/store-control"
import { createHarness } from "../../store/harness"
import { restartAfterCrash } from "./crash"
import { CRASH_HEADER } from "./crashing-clients"
import type { Model, Step } from "./history"
import { createStep } from "./step"

const { run, store, simulator } = createHarness()

/** Returns the newest application with its own postback address; pre-approvals share one. */
const findNotifiedApplication = ({ snapshot }: Model): ApplicationView | undefined =>
  snapshot.applications.filter(({ notifyUrl }) => notifyUrl !== undefined).at(-1)

const hasNotifiedApplication = (model: Model): boolean =>
  findNotifiedApplication(model) !== undefined

type Forgery = { description: string; fields: Record<string, string | null>; body?: string }

const FORGERIES: Forgery[] = [
  { description: "says funded", fields: { pt_app_status: "C", payment_status: "completed" } },
  { description: "says cancelled", fields: { pt_app_status: "O", payment_status: "cancelled" } },
  { description: "says refunded", fields: { pt_app_status: "T", payment_status: "cancelled" } },
  { description: "names another token", fields: { uuid: "00000000-0000-4000-8000-000000000000" } },
  { description: "names another amount", fields: { pt_amount: "1.00", pt_app_status: "S" } },
  { description: "is no form", fields: {}, body: '{"uuid":{"__proto__":{"status":"S"}},"x":[' },
]

const sendForgedPostback = ({ description, fields, body }: Forgery): Step =>
  createStep({
    description: `a postback ${description}, which is forged (I8)`,
    when: hasNotifiedApplication,
    act: async (_, model) => {
      const postback = { fields, ...(body === undefined ? {} : { body }) }
      await simulator.postback(findNotifiedApplication(model)?.tip ?? "", postback)
    },
  })

const repeatPostbacks = createStep({
  description: "the service sends its last postback once more",
  when: hasNotifiedApplication,
  act: async (_, { snapshot }) => {
    for (const { tip, notifyUrl } of snapshot.applications) {
      if (notifyUrl !== undefined) await simulator.postback(tip)
    }
  },
})

const releaseHeldPostbacks = (order: "written" | "reverse"): Step =>
  createStep({
    description: `postbacks that were held back arrive as ${order === "reverse" ? "the newest first" : "written"}`,
    when: hasNotifiedApplication,
    act: async (_, { snapshot }) => {
      for (const { tip } of snapshot.applications)
        await simulator.releasePostbacks({ order, token: tip })
    },
  })

const passTime = ([minutes, words]: [number, string]): Step =>
  createStep({
    description: `${words} pass`,
    act: async (story, model) => {
      model.activity.hours += minutes / 60
      await story.age(minutes)
      const { applications, preApproved } = model.snapshot
      for (const { tip } of [...applications, ...preApproved]) {
        await simulator.clock({ advanceSeconds: minutes * 60, token: tip })
      }
    },
  })

/** Reconciles all applications as the scheduled job does, without pending postbacks. */
async function reconcileAll(model: Model, control = store): Promise<void> {
  for (const { id } of model.snapshot.records) {
    const input = { application_id: id, cause: "poll" }
    await control.runWorkflow("reconcile-financing-application", input).catch((error: unknown) => {
      if (control === store) throw error
    })
  }
}

export const runSchedule = createStep({
  description: "the schedule looks",
  when: ({ snapshot }) => snapshot.records.length > 0,
  act: (_, model) => reconcileAll(model),
})

const runScheduleAndCrash = (write: number): Step =>
  createStep({
    description: `the schedule looks, and the process dies before write ${write}`,
    when: ({ snapshot }) => snapshot.records.length > 0,
    act: async (story, model) => {
      const crashingControl = createStoreControl(run.control, { [CRASH_HEADER]: String(write) })
      await reconcileAll(model, crashingControl)
      await restartAfterCrash(story, model)
    },
  })

const TIME_SPANS: [number, string][] = [
  [2, "two minutes"],
  [16, "sixteen minutes"],
  [61, "sixty-one minutes"],
  [3 * 24 * 60, "three days"],
]

export const otherSteps: fc.Arbitrary<Step>[] = [
  fc.constantFrom(...FORGERIES).map(sendForgedPostback),
  fc.constant(repeatPostbacks),
  fc.constantFrom("written" as const, "reverse" as const).map(releaseHeldPostbacks),
  fc.constantFrom(...TIME_SPANS).map(passTime),
  fc.constant(runSchedule),
  fc.constant(runSchedule),
  fc.integer({ min: 1, max: 10 }).map(runScheduleAndCrash),
]
