import { existsSync, readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { z } from "@medusajs/framework/zod"
import { fullApplicationBody } from "../financing-api"
import { type Access, type Applicant, SetupError } from "./context"

const VARIABLE_SUFFIXES = {
  baseUrl: "BASE_URL",
  apiUsername: "USERNAME",
  apiPassword: "PASSWORD",
  apiSignature: "SIGNATURE",
} as const

const environmentSchema = z.enum(["staging", "production"])

/**
 * Reads the `FINANCING_…` variables from a file, or from the environment of the process.
 * @throws CannotRun naming each missing variable
 */
export function readAccess(file: string | undefined): {
  access: Access
  environment: "staging" | "production"
} {
  if (file !== undefined && !existsSync(file)) throw new SetupError(`${file} does not exist.`)
  const variables: NodeJS.Dict<string> =
    file === undefined ? process.env : parseEnv(readFileSync(file, "utf8"))
  const environmentResult = environmentSchema.safeParse(
    variables.FINANCING_ENVIRONMENT || "staging"
  )
  if (!environmentResult.success)
    throw new SetupError("FINANCING_ENVIRONMENT must be staging or production.")
  const environment = environmentResult.data
  const prefix = `FINANCING_${environment.toUpperCase()}_`
  const readVariable = (name: string) => variables[prefix + name]?.trim() ?? ""
  const missing = Object.values(VARIABLE_SUFFIXES).filter((name) => readVariable(name) === "")
  if (missing.length > 0) {
    throw new SetupError(
      `Missing: ${missing.map((name) => prefix + name).join(", ")}. Set them, or name the file that has them with --env-file.`
    )
  }
  return {
    environment,
    access: {
      baseUrl: readVariable(VARIABLE_SUFFIXES.baseUrl),
      apiUsername: readVariable(VARIABLE_SUFFIXES.apiUsername),
      apiPassword: readVariable(VARIABLE_SUFFIXES.apiPassword),
      apiSignature: readVariable(VARIABLE_SUFFIXES.apiSignature),
    },
  }
}

const applicantSchema = fullApplicationBody.pick({
  personalInfo: true,
  employmentInfo: true,
  residenceInfo: true,
})

/** Reads the JSON file of a test person. @throws CannotRun naming invalid fields, never values */
export function readApplicant(file: string | undefined): Applicant | null {
  if (file === undefined) return null
  const parsed = applicantSchema.safeParse(parseJsonFile(file))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)
  throw new SetupError(`${file}: ${fields.join("; ")}`)
}

function parseJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new SetupError(`${file} cannot be read as JSON.`)
  }
}
