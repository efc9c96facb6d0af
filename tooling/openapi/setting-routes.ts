import type { RouteDocument } from "./route-document"
import {
  CHANGES,
  CONNECTION,
  CREDENTIALS,
  DELIVERIES,
  SELF_CHECK,
  SETTINGS,
} from "./setting-examples"
import {
  credentialsInput,
  settingsInput,
} from "../../src/api/admin/consumer-financing/setting-inputs"
import {
  connectionAnswer,
  deliveriesAnswer,
  selfCheckAnswer,
  settingsAnswer,
} from "./settings-answers"

const PATH = "/admin/consumer-financing/settings"
const answer = { schema: settingsAnswer, example: { settings: SETTINGS } }

const INVALID_SETTINGS =
  "One sentence for each field, e.g. `settings.minimum_amount: has to be more than 0.` Nothing was changed."

/** The routes of the dashboard's settings. */
export const SETTING_ROUTES: readonly RouteDocument[] = [
  {
    method: "get",
    path: PATH,
    summary: "The settings",
    description:
      "The values in force, their defaults, those that medusa-config locks, and the last 20 changes. Of credentials the last four characters at most.",
    parameters: {},
    answer,
  },
  {
    method: "post",
    path: PATH,
    summary: "Change settings",
    description:
      "Any of them; null for one that goes back to its default. This server goes by it at once, every other one within seconds. Production is chosen only once the service lets its credentials in.",
    parameters: {},
    body: { schema: settingsInput, example: CHANGES },
    answer,
    refusals: { 400: INVALID_SETTINGS },
  },
  {
    method: "post",
    path: `${PATH}/credentials`,
    summary: "Set an environment's credentials",
    description:
      "The first time all four; later what is left out is kept, unless `base_url` names another host. They are stored encrypted and never shown again. Then the service is asked what it says to them.",
    parameters: {},
    body: { schema: credentialsInput, example: CREDENTIALS },
    answer,
    refusals: { 400: INVALID_SETTINGS },
  },
  {
    method: "delete",
    path: `${PATH}/credentials/{environment}`,
    summary: "Forget an environment's credentials",
    description:
      "Those that were entered in the dashboard. Its open applications are not looked at until there are some again.",
    parameters: { environment: "`staging` or `production`." },
    answer,
    refusals: { 400: "There is no such environment, or medusa-config sets them." },
  },
  {
    method: "post",
    path: `${PATH}/test-connection`,
    summary: "Test the connection",
    description:
      "Asks for an access token, then for the status of an application that does not exist. Changes nothing, and keeps nothing of what was sent. What is left out is what is set.",
    parameters: {},
    body: { schema: credentialsInput, example: { environment: "production" } },
    answer: { schema: connectionAnswer, example: { connection: CONNECTION } },
    refusals: { 400: INVALID_SETTINGS },
  },
  {
    method: "post",
    path: `${PATH}/test-message`,
    summary: "Send a test message to staff",
    description:
      "To the dashboard's bell, and to the recipient in the settings. Answers what became of it on each channel; `no-provider` where the shop has no notification provider for it.",
    parameters: {},
    answer: { schema: deliveriesAnswer, example: { deliveries: DELIVERIES } },
  },
  {
    method: "get",
    path: `${PATH}/self-check`,
    summary: "Check what is around the plugin",
    description:
      "Whether the public address leads here, in which regions the method is offered, whether locks reach all servers, and more.",
    parameters: {},
    answer: { schema: selfCheckAnswer, example: { self_check: SELF_CHECK } },
  },
]
