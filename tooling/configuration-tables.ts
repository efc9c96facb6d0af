import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"
import { SETTING_PATHS } from "../src/modules/consumer-financing/settings/setting-keys"
import { optionsSchema } from "../src/options/options"
import { parseOptions } from "../src/options/parse-options"
import { ROOT } from "./paths"

/** The headings of docs/configuration.md, each with its options. */
const GROUPS: Record<string, string[]> = {
  Addresses: [
    "backendUrl",
    "movedFrom",
    "storefrontUrl",
    "storefrontPaths",
    "storefronts",
    "appSchemes",
    "secret",
  ],
  "The service": ["environment", "environments", "portalUrl", "linkHosts"],
  Checkout: ["checkout"],
  Orders: [
    "settle",
    "onDecline",
    "onLateApproval",
    "orderIdPrefix",
    "completeCartWorkflow",
    "timeLimits",
  ],
  "Status checks": ["polling"],
  "Your own form": ["fullApplication", "loanRateUnit"],
  "Pre-approvals": ["preApproval"],
  "Limits against misuse": ["applicationLimits", "trustedProxies"],
  "How the service is called": ["deadlines", "ownPostbacks", "partialRefundItems"],
  "Staff and notifications": ["timeZone", "notifications"],
  Retention: ["retentionDays"],
}

/** Options that the dashboard sets in dedicated forms, in addition to single settings. */
const DASHBOARD_OPTIONS = /^environments\./

/** Defaults too long for a table, replaced by a link. */
const LONG_DEFAULTS: Record<string, string> = { "polling.schedule": "[below](#the-schedule)" }

/** The subset of JSON Schema that the options use. */
type Schema = {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  /** The schema of a record's values. */
  additionalProperties?: Schema | false
  items?: Schema
  anyOf?: Schema[]
  enum?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
}

export type OptionRow = { name: string; schema: Schema; isRequired: boolean }

const formatCode = (value: unknown) => `\`${JSON.stringify(value)}\``

/** The minimal valid options. Parsing them yields the defaults of all others. */
const MINIMAL_OPTIONS = {
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
}

function getOptionsSchema(): Schema {
  const described = z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" })
  return described as Schema
}

/** Lists every option below a path. Both environments have the same options and share their rows. */
function listOptionRows(
  name: string,
  { schema, isRequired }: Omit<OptionRow, "name">
): OptionRow[] {
  if (name === "environments") {
    const inner = schema.properties?.staging ?? {}
    return listOptionRows("environments.<environment>", { schema: inner, isRequired })
  }
  if (schema.additionalProperties) {
    const inner = schema.additionalProperties
    return [
      { name, schema, isRequired },
      ...listOptionRows(`${name}.<sales channel>`, { schema: inner, isRequired }),
    ]
  }
  const { properties } = schema
  if (!properties) return [{ name, schema, isRequired }]
  return Object.entries(properties).flatMap(([key, inner]) => {
    const isInnerRequired = isRequired && (schema.required ?? []).includes(key)
    return listOptionRows(`${name}.${key}`, { schema: inner, isRequired: isInnerRequired })
  })
}

/** Groups every option under its heading. @throws Error when an option has no group */
export function listOptionGroups(): { heading: string; intros: string[]; rows: OptionRow[] }[] {
  const schema = getOptionsSchema()
  const known = Object.keys(schema.properties ?? {})
  const placed = Object.values(GROUPS).flat()
  const ungrouped = known.filter((name) => !placed.includes(name))
  if (ungrouped.length > 0)
    throw new Error(`tooling/configuration-tables.ts has no group for ${ungrouped.join(", ")}`)
  return Object.entries(GROUPS).map(([heading, names]) => {
    const options = names.map((name) => ({
      name,
      schema: schema.properties?.[name] ?? {},
      isRequired: name in MINIMAL_OPTIONS,
    }))
    const groups = options.filter((option) => option.schema.properties)
    const intros = groups.flatMap(({ name, schema: { description } }) =>
      description ? [`\`${name}\`: ${lowercaseFirst(description)}`] : []
    )
    return {
      heading,
      intros,
      rows: options.flatMap(({ name, ...rest }) => listOptionRows(name, rest)),
    }
  })
}

const lowercaseFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function formatType(schema: Schema): string {
  if (schema.enum) return joinWords(schema.enum.map(formatCode))
  if (schema.anyOf) {
    const others = schema.anyOf.filter(({ type }) => type !== "null")
    const types = joinWords(others.map(formatType))
    return others.length < schema.anyOf.length ? types.replace(/^\w+/, "$& or `null`") : types
  }
  if (schema.type === "array") return `list of ${formatPlural(schema.items ?? {})}`
  if (schema.additionalProperties) return "object"
  if (schema.type === "string") {
    return schema.maxLength ? `string, up to ${schema.maxLength} characters` : "string"
  }
  return `${schema.type ?? "anything"}${formatBounds(schema)}`
}

/** Joins words as `a, b or c`. */
function joinWords(all: string[]): string {
  const last = all.at(-1) ?? ""
  return all.length < 2 ? last : `${all.slice(0, -1).join(", ")} or ${last}`
}

function formatPlural({ type, properties }: Schema): string {
  return properties ? `\`{ ${Object.keys(properties).join(", ")} }\`` : `${type}s`
}

function formatBounds({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const formatNumber = (value: number) => value.toLocaleString("en-US")
  if (minimum !== undefined && maximum !== undefined)
    return `, ${formatNumber(minimum)} to ${formatNumber(maximum)}`
  return exclusiveMinimum === 0 && maximum !== undefined ? `, up to ${formatNumber(maximum)}` : ""
}

function formatDefault({ name, isRequired }: OptionRow): string {
  if (isRequired) return "required"
  if (LONG_DEFAULTS[name]) return LONG_DEFAULTS[name]
  if (name.endsWith(".<sales channel>.enabled")) return formatCode(true)
  const value = name
    .split(".")
    .reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
      parseOptions(MINIMAL_OPTIONS)
    )
  return value === undefined ? "none" : formatCode(value)
}

/** Lists the environment variables that medusa-config.example.ts reads for an option. */
function listVariables({ name }: OptionRow): string[] {
  if (name.startsWith("storefronts.")) return []
  const example = readFileSync(path.join(ROOT, "medusa-config.example.ts"), "utf8")
  const key = name.split(".").at(-1)
  return [...example.matchAll(/(\w+): process\.env\.(\w+)/g)].flatMap(([, option, variable]) =>
    option === key ? [`\`${variable}\``] : []
  )
}

function isInDashboard({ name }: OptionRow): boolean {
  const settable: string[] = Object.values(SETTING_PATHS)
  return settable.includes(name) || DASHBOARD_OPTIONS.test(name)
}

/** Formats the tables of docs/configuration.md. */
function formatConfigurationTables(): string {
  return listOptionGroups()
    .map(({ heading, intros, rows }) =>
      [
        `### ${heading}`,
        "",
        ...intros.flatMap((intro) => [intro, ""]),
        "| Option | Type, default | What it does |",
        "| --- | --- | --- |",
        ...rows.map((row) => `| ${formatCells(row).join(" | ")} |`),
        "",
      ].join("\n")
    )
    .join("\n")
}

function formatCells(row: OptionRow): string[] {
  const variables = listVariables(row)
  const example = variables.length > 0 ? ` (${variables.join(", ")})` : ""
  return [
    `\`${row.name}\`${isInDashboard(row) ? " ✎" : ""}`,
    `${formatType(row.schema)}<br>${formatDefault(row)}`,
    `${row.schema.description ?? ""}${example}`,
  ]
}

const [START_MARKER, END_MARKER] = ["<!-- npm run configuration -->", "<!-- end -->"]

/** Replaces the tables between the page's two markers. @throws Error when a marker is missing */
export function replaceConfigurationTables(page: string): string {
  const [before, rest = ""] = page.split(START_MARKER)
  const after = rest.split(END_MARKER)[1]
  if (after === undefined)
    throw new Error(`docs/configuration.md lacks ${START_MARKER} or ${END_MARKER}`)
  return `${before}${START_MARKER}\n\n${formatConfigurationTables()}\n${END_MARKER}${after}`
}
