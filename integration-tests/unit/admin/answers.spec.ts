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
import type { selfCheckAnswer, settingsAnswer } from "../../../tooling/openapi/shown-settings"

/** What comes over HTTP of what a route answers: a moment is a text by then. */
type Sent<Value> = Value extends Date
  ? never
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> }
    : Value

/** True where the answer serves a reader of the expected type; else it does not compile. */
type Serves<Answered, Expected> = Sent<Answered> extends Expected ? true : false

/** What is refused by the compiler as soon as the dashboard reads a field that no route answers. */
const SERVED: {
  overview: Serves<z.output<typeof shownOverview>, Overview>
  file: Serves<z.output<typeof shownFile>, ApplicationDetails>
  outage: Serves<z.output<typeof shownOutage>, Outage>
  postback: Serves<z.output<typeof shownPostback>, Postback>
  request: Serves<z.output<typeof shownRequest>, FinancingRequest>
  preApproval: Serves<z.output<typeof staffPreApproval>, Omit<PreApproval, "state">>
  // Of a change anything may have been stored, by an older version too: its values are shown as they are.
  settings: Serves<
    Omit<z.output<typeof settingsAnswer>["settings"], "changes">,
    Omit<Settings, "changes">
  >
  selfCheck: Serves<z.output<typeof selfCheckAnswer>["self_check"], SelfCheck>
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

describe("what the dashboard reads", () => {
  it("is answered by the server, field by field, or this does not compile", () => {
    expect(Object.values(SERVED)).not.toContain(false)
  })

  it("is in the overview what the server counts, pile by pile", () => {
    const { to_do, money, funnel } = shownOverview.shape
    expect(to_do.keyType.options.toSorted()).toEqual(TASKS.toSorted())
    expect(money.shape.ageing.keyType.options).toEqual(AGE_RANGES)
    expect(Object.keys(funnel.shape)).toEqual([...FUNNEL_STEPS, ...FUNNEL_EXITS, "seconds_to_sign"])
    expect(Object.keys(en.overview.tasks).toSorted()).toEqual([...TASKS, "requested"].toSorted())
    expect(Object.keys(en.overview.steps)).toEqual([...FUNNEL_STEPS, ...FUNNEL_EXITS])
  })

  it("is called the same in the file for a bookkeeper", () => {
    // A file has no message next to the state that says whether goods may leave.
    const signed = (word: string) => ({ "ready-to-settle": word })
    expect(EXPORT_WORDS.en.states).toEqual({ ...en.states, ...signed("Signed") })
    expect(EXPORT_WORDS.es.states).toEqual({ ...es.states, ...signed("Firmada") })
    expect(en.settings.environment).toMatchObject(EXPORT_WORDS.en.environments)
    expect(es.settings.environment).toMatchObject(EXPORT_WORDS.es.environments)
  })
})
