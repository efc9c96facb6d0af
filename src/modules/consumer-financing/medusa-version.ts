import { createRequire } from "node:module"
import path from "node:path"
import { version } from "@medusajs/medusa/package.json"

/** The oldest supported Medusa, as in the peer dependencies of package.json. */
const NEEDED = [2, 21] as const

const OF_MEDUSA =
  "admin-sdk admin-shared caching cli dashboard draft-order framework medusa test-utils".split(" ")

/** Tested versions for a shop's package.json; docs/operations.md has the same lines. */
export const UPGRADE = {
  ...Object.fromEntries(OF_MEDUSA.map((name) => [`@medusajs/${name}`, "2.21.2"])),
  "@medusajs/ui": "4.2.6",
  "react-router-dom": "7.18.2",
}

/**
 * Explains why the plugin cannot run with the installed Medusa, and how to upgrade; undefined for a supported one.
 * @param installed the version of `@medusajs/medusa`, such as `2.21.2`
 */
export function findMedusaProblem(installed: string = version): string | undefined {
  const [major = 0, minor = 0] = installed.split(".").map((part) => Number.parseInt(part, 10))
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
  return isOld
    ? `medusa-payment-consumer-financing needs Medusa ${NEEDED.join(".")} or newer, and this is ${installed}. In the backend's package.json, write these of the lines that are there, then install and migrate:\n${JSON.stringify(UPGRADE, null, 2)}`
    : undefined
}

function find(name: string, file: string | undefined): string | undefined {
  try {
    return file && createRequire(file).resolve(name)
  } catch {
    return undefined
  }
}

/** Explains a second React Router in the project or the plugin, which breaks the dashboard's financing pages. */
export function findRouterProblem(
  project = path.join(process.cwd(), "package.json"),
  plugin = __filename
): string | undefined {
  const dashboard = find("@medusajs/dashboard/package.json", project)
  const [theirs, ...others] = [dashboard, project, plugin].map((file) =>
    find("react-router-dom/package.json", file)
  )
  const other = others.find((version) => version && version !== theirs)
  if (!theirs || !other) return undefined
  const versionOf = (file: string) => (createRequire(file)(file) as { version: string }).version
  return `medusa-payment-consumer-financing: the project has react-router-dom ${versionOf(other)} and the dashboard has ${versionOf(theirs)}: the dashboard's financing pages break. Write "react-router-dom": "${versionOf(theirs)}" into package.json, and install again.`
}

// Runs before any import that an older Medusa lacks, which would stop the start with a missing module.
const problem = findMedusaProblem()
if (problem) throw new Error(problem)
