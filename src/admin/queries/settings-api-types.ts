// Bodies of the settings routes (docs/api.md).

export const ENVIRONMENTS = ["staging", "production"] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export type ScheduleStep = { every_seconds: number; for_seconds: number }
export type SettingValue = string | number | boolean | string[] | ScheduleStep[] | null
export type SettingValues = Record<string, SettingValue>

/** Masked, for example `••••1234`. */
export type Credentials = {
  source: "config" | "dashboard" | null
  base_url: string | null
  api_username: string | null
  api_password: string | null
  api_signature: string | null
  changed_at: string | null
  changed_by: string | null
}

export type CredentialsForm = {
  environment: Environment
  base_url?: string
  api_username?: string
  api_password?: string
  api_signature?: string
}

export type SettingChange = {
  id: string
  what: string[]
  by: string
  at: string
  before: SettingValues | null
  after: SettingValues | null
}

export type Settings = {
  values: SettingValues
  defaults: SettingValues
  locked: string[]
  credentials: Record<Environment, Credentials>
  is_ready: boolean
  changed_at: string | null
  changed_by: string | null
  changes: SettingChange[]
}
/** `connection`: the test result of newly stored credentials. */
export type SettingsResponse = { settings: Settings; connection?: Connection }

export type Connection = {
  outcome: "connected" | "wrong-credentials" | "unreachable" | "unexpected-answer" | "not-set"
  milliseconds: number
  http_status: number | null
}

export type Check = {
  name: string
  outcome: "good" | "warning" | "bad"
  details: Record<string, unknown>
}

export type SelfCheck = {
  checks: Check[]
  postback_address: string
  pre_approval_addresses: Record<Environment, string>
  last_postback_at: string | null
}

export type Delivery = {
  channel: string
  outcome: "sent" | "already-sent" | "no-provider" | "failed"
}
