import type { z } from "@medusajs/framework/zod"
import type {
  ApplicationDetails,
  FinancingRequest,
  Postback,
} from "../../../src/admin/queries/api-types"
import type { Outage } from "../../../src/admin/queries/outages"
import {
  AGE_RANGES,
  FUNNEL_EXITS,
  type Overview,
  FUNNEL_STEPS,
  TASKS,
} from "../../../src/admin/queries/overview"
import type { PreApproval } from "../../../src/admin/queries/pre-approvals"
import type { SelfCheck, Settings } from "../../../src/admin/queries/settings-api-types"
import { en } from "../../../src/admin/texts/en"
import { es } from "../../../src/admin/texts/es"
import { EXPORT_WORDS } from "../../../src/api/admin/consumer-financing/export-words"
import {
  type shownFile,
  type shownOutage,
  type shownPostback,
} from "../../../src/api/admin/consumer-financing/shown"
import { shownOverview } from "../../../src/api/admin/consumer-financing/shown-overview"
import type { shownRequest } from "../../../src/api/admin/consumer-financing/shown-request"
import type { staffPreApproval } from "../../../src/api/store/consumer-financing/show-pre-approval"
import type { selfCheckAnswer, settingsAnswer } from "../../../tooling/openapi/settings-answers"

/** A route's answer as sent over HTTP. A Date becomes never, because JSON has no dates. */
type Serialized<Value> = Value extends Date
  ? never
  : Value extends object
    ? { [Key in keyof Value]: Serialized<Value[Key]> }
    : Value

/** True if the answer is assignable to the expected type; otherwise the checks do not compile. */
type IsAssignable<Answer, Expected> = Serialized<Answer> extends Expected ? true : false

/** Does not compile when the dashboard reads a field that no route returns. */
const ANSWER_TYPE_CHECKS: {
  overview: IsAssignable<z.output<typeof shownOverview>, Overview>
  file: IsAssignable<z.output<typeof shownFile>, ApplicationDetails>
  outage: IsAssignable<z.output<typeof shownOutage>, Outage>
  postback: IsAssignable<z.output<typeof shownPostback>, Postback>
  request: IsAssignable<z.output<typeof shownRequest>, FinancingRequest>
  preApproval: IsAssignable<z.output<typeof staffPreApproval>, Omit<PreApproval, "state">>
  // `changes` may hold any value that an older version stored.
  settings: IsAssignable<
    Omit<z.output<typeof settingsAnswer>["settings"], "changes">,
    Omit<Settings, "changes">
  >
  selfCheck: IsAssignable<z.output<typeof selfCheckAnswer>["self_check"], SelfCheck>
} = {
  overview: true,
  file: true,
  outage: true,
  postback: true,
  request: true,
  preApproval: true,
  settings: true,
  selfCheck: true,
}

describe("the dashboard and the admin API", () => {
  it("agree on every field that the dashboard reads (checked by the compiler)", () => {
    expect(Object.values(ANSWER_TYPE_CHECKS)).not.toContain(false)
  })

  it("agree on the tasks, age ranges and funnel steps of the overview", () => {
    const { to_do, money, funnel } = shownOverview.shape
    expect(to_do.keyType.options.toSorted()).toEqual(TASKS.toSorted())
    expect(money.shape.ageing.keyType.options).toEqual(AGE_RANGES)
    expect(Object.keys(funnel.shape)).toEqual([...FUNNEL_STEPS, ...FUNNEL_EXITS, "seconds_to_sign"])
    expect(Object.keys(en.overview.tasks).toSorted()).toEqual([...TASKS, "requested"].toSorted())
    expect(Object.keys(en.overview.steps)).toEqual([...FUNNEL_STEPS, ...FUNNEL_EXITS])
  })

  it("use the same words for states and environments in the export", () => {
    // The export says "Signed", because it shows no shipping message next to the state.
    const buildSignedText = (word: string) => ({ "ready-to-settle": word })
    expect(EXPORT_WORDS.en.states).toEqual({ ...en.states, ...buildSignedText("Signed") })
    expect(EXPORT_WORDS.es.states).toEqual({ ...es.states, ...buildSignedText("Firmada") })
    expect(en.settings.environment).toMatchObject(EXPORT_WORDS.en.environments)
    expect(es.settings.environment).toMatchObject(EXPORT_WORDS.es.environments)
  })
})
