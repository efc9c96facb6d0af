import path from "node:path"
import { ROUTES } from "../../../tooling/openapi/routes"
import { toMarkdown } from "../../../tooling/openapi/to-markdown"
import { toOpenApi } from "../../../tooling/openapi/to-openapi"
import { listFiles, readRepositoryFile } from "./documents"

const { version } = JSON.parse(readRepositoryFile("package.json")) as { version: string }

/** `src/api/store/x/[id]/route.ts` as `/store/x/{id}`. */
function getRoutePath(file: string): string {
  return path
    .dirname(file)
    .replace(/^src\/api/, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}")
}

/** Every route of the store and admin API with its methods, read from the source. */
function listSourceRoutes(): string[] {
  return ["src/api/store", "src/api/admin"].flatMap((folder) =>
    listFiles("src/api", "route.ts")
      .filter((file) => file.startsWith(folder))
      .flatMap((file) => {
        const methods = readRepositoryFile(file).matchAll(
          /export (?:async function|const) (GET|POST|DELETE)\b/g
        )
        return [...methods].map(
          ([, method]) => `${String(method).toLowerCase()} ${getRoutePath(file)}`
        )
      })
  )
}

/** The JSON blocks of the guide. */
function readGuideExamples(): unknown[] {
  const blocks = readRepositoryFile("docs/api.md").matchAll(/```json\n([\s\S]*?)```/g)
  return [...blocks].map(([, text]) => JSON.parse(String(text)) as unknown)
}

describe("the routes of the store and admin API", () => {
  it("match docs/openapi.json (npm run openapi regenerates it)", () => {
    const generated = JSON.parse(JSON.stringify(toOpenApi(ROUTES, version))) as unknown
    expect(JSON.parse(readRepositoryFile("docs/openapi.json"))).toEqual(generated)
  })

  it("are exactly those listed in ROUTES", () => {
    const routes = ROUTES.map(({ method, path: routePath }) => `${method} ${routePath}`)
    expect([...routes].sort()).toEqual(listSourceRoutes().sort())
  })

  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s: the parameters match the path, and the examples match the schemas",
    (_, route) => {
      const parameterNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(route.parameters)).toEqual(parameterNames)
      if (route.body) expect(() => route.body?.schema.parse(route.body.example)).not.toThrow()
      expect(route.answer.schema.parse(route.answer.example)).toEqual(route.answer.example)
    }
  )

  it("match docs/reference.md (npm run openapi regenerates it)", () => {
    // Prettier breaks the lines differently.
    const removeWhitespace = (text: string) => text.replaceAll(/\s/g, "")
    expect(removeWhitespace(readRepositoryFile("docs/reference.md"))).toBe(
      removeWhitespace(toMarkdown(toOpenApi(ROUTES, version)))
    )
  })

  it("include every JSON example of docs/api.md", () => {
    const error = { type: "invalid_data" }
    const examples = ROUTES.flatMap(({ body, answer }) => [body?.example, answer.example])
    for (const example of readGuideExamples()) {
      expect([...examples, expect.objectContaining(error)]).toContainEqual(example)
    }
  })
})
