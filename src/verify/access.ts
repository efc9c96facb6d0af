import { existsSync, readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { z } from "@medusajs/framework/zod"
import { fullApplicationBody } from "../financing-api"
import { type Access, type Applicant, CannotRun } from "./context"

const NAMES = {
  baseUrl: "BASE_URL",
  apiUsername: "USERNAME",
  apiPassword: "PASSWORD",
  apiSignature: "SIGNATURE",
} as const

const environmentName = z.enum(["staging", "production"])

/**
 * Reads the `FINANCING_…` variables from a file, or from the environment of the process.
 * @throws CannotRun naming each missing variable
 */
export function readAccess(file: string | undefined): {
  access: Access
  environment: "staging" | "production"
} {
  if (file !== undefined && !existsSync(file)) throw new CannotRun(`${file} does not exist.`)
  const variables: NodeJS.Dict<string> =
    file === undefined ? process.env : parseEnv(readFileSync(file, "utf8"))
  const named = environmentName.safeParse(variables.FINANCING_ENVIRONMENT || "staging")
  if (!named.success) throw new CannotRun("FINANCING_ENVIRONMENT must be staging or production.")
  const environment = named.data
  const prefix = `FINANCING_${environment.toUpperCase()}_`
  const read = (name: string) => variables[prefix + name]?.trim() ?? ""
  const missing = Object.values(NAMES).filter((name) => read(name) === "")
  if (missing.length > 0) {
    throw new CannotRun(
      `Missing: ${missing.map((name) => prefix + name).join(", ")}. Set them, or name the file that has them with --env-file.`
    )
  }
  return {
    environment,
    access: {
      baseUrl: read(NAMES.baseUrl),
      apiUsername: read(NAMES.apiUsername),
      apiPassword: read(NAMES.apiPassword),
      apiSignature: read(NAMES.apiSignature),
    },
  }
}

const applicant = fullApplicationBody.pick({
  personalInfo: true,
  employmentInfo: true,
  residenceInfo: true,
})

/** Reads the JSON file of a test person. @throws CannotRun naming invalid fields, never values */
export function readApplicant(file: string | undefined): Applicant | null {
  if (file === undefined) return null
  const parsed = applicant.safeParse(parseFile(file))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)
  throw new CannotRun(`${file}: ${fields.join("; ")}`)
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new CannotRun(`${file} cannot be read as JSON.`)
  }
}
