import path from "node:path"
import { ROUTES } from "../../../tooling/openapi/routes"
import { toMarkdown } from "../../../tooling/openapi/to-markdown"
import { toOpenApi } from "../../../tooling/openapi/to-openapi"
import { filesUnder, read } from "./documents"

const { version } = JSON.parse(read("package.json")) as { version: string }

/** `src/api/store/x/[id]/route.ts` as `/store/x/{id}`. */
function pathOf(file: string): string {
  return path
    .dirname(file)
    .replace(/^src\/api/, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}")
}

/** Every route of the store and admin API with its methods, as the files say. */
function routesOfSource(): string[] {
  return ["src/api/store", "src/api/admin"].flatMap((folder) =>
    filesUnder("src/api", "route.ts")
      .filter((file) => file.startsWith(folder))
      .flatMap((file) => {
        const methods = read(file).matchAll(/export (?:async function|const) (GET|POST|DELETE)\b/g)
        return [...methods].map(([, method]) => `${String(method).toLowerCase()} ${pathOf(file)}`)
      })
  )
}

/** The JSON blocks of the guide. */
function guideExamples(): unknown[] {
  const blocks = read("docs/api.md").matchAll(/```json\n([\s\S]*?)```/g)
  return [...blocks].map(([, text]) => JSON.parse(String(text)) as unknown)
}

describe("the routes of the store and admin API", () => {
  it("are described by docs/openapi.json as they are (npm run openapi writes it again)", () => {
    const described = JSON.parse(JSON.stringify(toOpenApi(ROUTES, version))) as unknown
    expect(JSON.parse(read("docs/openapi.json"))).toEqual(described)
  })

  it("are all in the list that it is made from, and no others", () => {
    const listed = ROUTES.map(({ method, path: at }) => `${method} ${at}`)
    expect([...listed].sort()).toEqual(routesOfSource().sort())
  })

  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s: names its path's parameters, and its examples are what its schemas take",
    (_, route) => {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(route.parameters)).toEqual(names)
      if (route.body) expect(() => route.body?.schema.parse(route.body.example)).not.toThrow()
      expect(route.answer.schema.parse(route.answer.example)).toEqual(route.answer.example)
    }
  )

  it("are listed in docs/reference.md with their fields and examples (npm run openapi writes it again)", () => {
    // Prettier breaks lines otherwise.
    const compact = (text: string) => text.replaceAll(/\s/g, "")
    expect(compact(read("docs/reference.md"))).toBe(compact(toMarkdown(toOpenApi(ROUTES, version))))
  })

  it("are shown in docs/api.md by examples of theirs", () => {
    const error = { type: "invalid_data" }
    const examples = ROUTES.flatMap(({ body, answer }) => [body?.example, answer.example])
    for (const example of guideExamples()) {
      expect([...examples, expect.objectContaining(error)]).toContainEqual(example)
    }
  })
})
