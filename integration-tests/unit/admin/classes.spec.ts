import { readFileSync } from "node:fs"
import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { listFiles, readRepositoryFile } from "../documents/documents"

const CSS = path.join(ROOT, "node_modules", "@medusajs", "dashboard", "dist", "app.css")

/** The CSS classes that a screen uses. A shop's build generates none for a plugin. */
function listClasses(file: string): string[] {
  const attributes = readRepositoryFile(file).matchAll(/className=(?:"([^"]*)"|\{`([^`$]*)`\})/g)
  return [...attributes]
    .flatMap(([, plain, template]) => (plain ?? template ?? "").split(/\s+/))
    .filter(Boolean)
}

describe("the admin screens", () => {
  it("use only CSS classes that Medusa's dashboard defines", () => {
    const css = readFileSync(CSS, "utf8")
    const isDefined = (name: string) => css.includes(`.${name.replace(/[^\w-]/g, "\\$&")}`)
    const files = listFiles("src/admin", ".tsx")
    expect(files.length).toBeGreaterThan(30)
    const missing = files.flatMap((file) =>
      listClasses(file)
        .filter((name) => !isDefined(name))
        .map((name) => `${file}: ${name}`)
    )
    expect(missing).toEqual([])
  })
})
