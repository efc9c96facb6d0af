import manifest from "../package.json"

/** What `create-medusa-app` puts into a new project. */
export const MEDUSA_PACKAGES = [
  "@medusajs/admin-sdk",
  "@medusajs/cli",
  "@medusajs/framework",
  "@medusajs/medusa",
]

const FOR_BUILDING = [
  "@swc/core",
  "@types/node",
  "@types/react",
  "prop-types",
  "react",
  "react-dom",
  "ts-node",
  "typescript",
  "vite",
]

/** Packages at the versions that we prove. */
function atOurVersions(names: readonly string[]): Record<string, string> {
  const known: Record<string, string> = manifest.devDependencies
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "*"]))
}

/** The packages of a new project. */
export const newProject = (): Record<
  "dependencies" | "devDependencies",
  Record<string, string>
> => ({
  dependencies: atOurVersions(MEDUSA_PACKAGES),
  devDependencies: atOurVersions(FOR_BUILDING),
})
