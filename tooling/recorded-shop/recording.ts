import path from "node:path"
import type { Client } from "pg"
import { PATH_PREFIX, STAGING_CREDENTIALS } from "../../src/sandbox/credentials"
import { ROOT } from "../paths"
import type { ShopSettings } from "../shop-environment"

/** The recording of a shop: the dump of Postgres, the simulator's state, and facts about its applications. */
export const RECORDING_DIRECTORY = path.join(ROOT, "integration-tests", "store", "shop-of-0.1")
export const DATABASE_FILE = path.join(RECORDING_DIRECTORY, "database.sql.gz")
export const SERVICE_FILE = path.join(RECORDING_DIRECTORY, "service.json.gz")
export const FACTS_FILE = path.join(RECORDING_DIRECTORY, "shop.json")

/** A recorded application with its cart and order. */
export type RecordedCase = {
  applicationId: string
  /** One of its tokens at the service. */
  token: string
  cartId: string | null
  orderId: string | null
  state: string
  /** Causes of its open review cases. */
  causes: string[]
  /** Kinds of operations whose outcome is unknown. */
  inDoubt: string[]
}

export type RecordedShop = {
  takenAt: string
  /** Addresses of the store and the simulator during the recording. */
  storeUrl: string
  simulatorUrl: string
  cases: Record<string, RecordedCase>
}

const SECRET = "5e0f6b7f6f0e0b9b2f0a55d7c1c5a1f0a86a90ea1f0b8a0f3c1d2e4b5a697887"

/** The secret during the recording. */
const RECORDED_SECRET = "a-secret-of-the-recorded-shop-and-of-nothing-else"

/** Settings for every server of the recorded shop. The production credentials are in its database. */
export function createRecordedSettings(simulatorUrl: string): Partial<ShopSettings> {
  return {
    staging: { baseUrl: simulatorUrl + PATH_PREFIX.staging, ...STAGING_CREDENTIALS },
    production: { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" },
    pluginOptions: {
      secret: [SECRET, RECORDED_SECRET],
      deadlines: { money: 6_000 },
      applicationLimits: { perCart: 1_000, perContact: 1_000, alarmPerShop: 1_000 },
      preApproval: { enabled: true },
    },
  }
}

const CASE_QUERY = `
  select a.id, a.state, a.cart_id, coalesce(a.requested_order_id, c.order_id) as order_id,
    array(select cause from financing_review_case where application_id = a.id order by 1) as causes,
    array(select kind from financing_operation where application_id = a.id and outcome = 'in-doubt'
      order by 1) as in_doubt
  from financing_application a left join order_cart c on c.cart_id = a.cart_id
  where $1 in (a.cart_id, a.requested_order_id) order by a.attempt desc limit 1`

type CaseRow = {
  id: string
  state: string
  cart_id: string | null
  order_id: string | null
  causes: string[]
  in_doubt: string[]
}

/** Reads the newest application of a cart or an order (`owner`). @throws Error when it has none */
export async function readCase(
  client: Client,
  application: { owner: string; token: string }
): Promise<RecordedCase> {
  const { rows } = await client.query<CaseRow>(CASE_QUERY, [application.owner])
  const [row] = rows
  if (!row) throw new Error(`The plugin has no application of ${application.owner}`)
  return {
    applicationId: row.id,
    token: application.token,
    cartId: row.cart_id,
    orderId: row.order_id,
    state: row.state,
    causes: row.causes,
    inDoubt: row.in_doubt,
  }
}
