import fc from "fast-check"
import type { ApplicationView } from "../../../src/sandbox"
import { storeControl } from "../../../tooling/store-control"
import { harness } from "../../store/harness"
import { startAgain } from "./crash"
import { DIES_AT_WRITE } from "./doors"
import { type Model, type Step, step } from "./history"

const { run, store, simulator } = harness()

/** Returns the newest application with its own postback address; pre-approvals share one. */
const writtenAbout = ({ world }: Model): ApplicationView | undefined =>
  world.applications.filter(({ notifyUrl }) => notifyUrl !== undefined).at(-1)

const isWrittenAbout = (model: Model): boolean => writtenAbout(model) !== undefined

type Forgery = { words: string; fields: Record<string, string | null>; body?: string }

const FORGERIES: Forgery[] = [
  { words: "says funded", fields: { pt_app_status: "C", payment_status: "completed" } },
  { words: "says cancelled", fields: { pt_app_status: "O", payment_status: "cancelled" } },
  { words: "says refunded", fields: { pt_app_status: "T", payment_status: "cancelled" } },
  { words: "names another token", fields: { uuid: "00000000-0000-4000-8000-000000000000" } },
  { words: "names another amount", fields: { pt_amount: "1.00", pt_app_status: "S" } },
  { words: "is no form", fields: {}, body: '{"uuid":{"__proto__":{"status":"S"}},"x":[' },
]

const forge = ({ words, fields, body }: Forgery): Step =>
  step({
    words: `a postback ${words}, which is forged (I8)`,
    when: isWrittenAbout,
    act: async (_, model) => {
      const letter = { fields, ...(body === undefined ? {} : { body }) }
      await simulator.postback(writtenAbout(model)?.tip ?? "", letter)
    },
  })

const repeat = step({
  words: "the service sends its last postback once more",
  when: isWrittenAbout,
  act: async (_, { world }) => {
    for (const { tip, notifyUrl } of world.applications) {
      if (notifyUrl !== undefined) await simulator.postback(tip)
    }
  },
})

const release = (order: "written" | "reverse"): Step =>
  step({
    words: `postbacks that were held back arrive as ${order === "reverse" ? "the newest first" : "written"}`,
    when: isWrittenAbout,
    act: async (_, { world }) => {
      for (const { tip } of world.applications)
        await simulator.releasePostbacks({ order, token: tip })
    },
  })

const pass = ([minutes, words]: [number, string]): Step =>
  step({
    words: `${words} pass`,
    act: async (story, model) => {
      model.asked.hours += minutes / 60
      await story.age(minutes)
      const { applications, preApproved } = model.world
      for (const { tip } of [...applications, ...preApproved]) {
        await simulator.clock({ advanceSeconds: minutes * 60, token: tip })
      }
    },
  })

/** Reconciles all applications as the scheduled job does, without pending postbacks. */
async function syncAll(model: Model, control = store): Promise<void> {
  for (const { id } of model.world.ours) {
    const input = { application_id: id, cause: "poll" }
    await control.workflow("reconcile-financing-application", input).catch((error: unknown) => {
      if (control === store) throw error
    })
  }
}

export const look = step({
  words: "the schedule looks",
  when: ({ world }) => world.ours.length > 0,
  act: (_, model) => syncAll(model),
})

const checkAndDie = (write: number): Step =>
  step({
    words: `the schedule looks, and the process dies before write ${write}`,
    when: ({ world }) => world.ours.length > 0,
    act: async (story, model) => {
      const dying = storeControl(run.control, { [DIES_AT_WRITE]: String(write) })
      await syncAll(model, dying)
      await startAgain(story, model)
    },
  })

const TIMES: [number, string][] = [
  [2, "two minutes"],
  [16, "sixteen minutes"],
  [61, "sixty-one minutes"],
  [3 * 24 * 60, "three days"],
]

export const otherSteps: fc.Arbitrary<Step>[] = [
  fc.constantFrom(...FORGERIES).map(forge),
  fc.constant(repeat),
  fc.constantFrom("written" as const, "reverse" as const).map(release),
  fc.constantFrom(...TIMES).map(pass),
  fc.constant(look),
  fc.constant(look),
  fc.integer({ min: 1, max: 10 }).map(checkAndDie),
]
