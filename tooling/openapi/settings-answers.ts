import { z } from "@medusajs/framework/zod"
import { CHECKS } from "../../src/workflows/self-check"
import { DELIVERY_OUTCOMES } from "../../src/workflows/send-staff-message"
import { settingValues } from "../../src/api/admin/consumer-financing/setting-inputs"

/** A timestamp: a Date in process, a string over HTTP. */
const moment = z
  .custom<Date | string>((value) => !Number.isNaN(new Date(value as string).getTime()))
  .meta({ type: "string", format: "date-time" })
  .nullable()
const text = z.string().nullable()
const masked = text.meta({ description: "Its last four characters at most, e.g. `••••1234`." })

const credentials = z.object({
  source: z.enum(["config", "dashboard"]).nullable(),
  base_url: text,
  api_username: masked,
  api_password: masked,
  api_signature: masked,
  changed_at: moment,
  changed_by: text,
})

const record = z.record(z.string(), z.unknown())

const connection = z.object({
  outcome: z.enum([
    "connected",
    "wrong-credentials",
    "unreachable",
    "unexpected-answer",
    "not-set",
  ]),
  step: z.enum(["token", "read"]).nullable().meta({ description: "How far it came." }),
  milliseconds: z.int(),
  http_status: z.int().nullable(),
  tested_at: z.string(),
})

export const connectionAnswer = z.object({ connection })

export const deliveriesAnswer = z.object({
  deliveries: z.array(z.object({ channel: z.string(), outcome: z.enum(DELIVERY_OUTCOMES) })),
})

export const settingsAnswer = z.object({
  connection: connection.optional().meta({
    description: "How the test went of credentials that were just stored.",
  }),
  settings: z.object({
    values: settingValues,
    defaults: settingValues,
    locked: z.array(z.string()).meta({
      description: "What medusa-config sets: it can be changed there only.",
    }),
    credentials: z.object({ staging: credentials, production: credentials }),
    is_ready: z.boolean().meta({
      description: "There are credentials of the environment that is chosen.",
    }),
    changed_at: moment,
    changed_by: text,
    changes: z.array(
      z.object({
        id: z.string(),
        what: z.array(z.string()),
        by: z.string(),
        at: moment,
        before: record.nullable(),
        after: record.nullable(),
      })
    ),
  }),
})

export const selfCheckAnswer = z.object({
  self_check: z.object({
    checks: z.array(
      z.object({
        name: z.enum(CHECKS),
        outcome: z.enum(["good", "warning", "bad"]),
        details: record,
      })
    ),
    postback_address: z.string(),
    pre_approval_addresses: z.object({ staging: z.string(), production: z.string() }),
    last_postback_at: moment,
  }),
})
