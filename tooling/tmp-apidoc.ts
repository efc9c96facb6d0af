import { readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { ROUTES } from "./openapi/routes"
let text = readFileSync("docs/api.md", "utf8")
for (const { method, path: at, answer } of ROUTES) {
  const start = text.indexOf(`\`${method.toUpperCase()} ${at}\``)
  if (start < 0) {
    console.log("no", method, at)
    continue
  }
  const next = text.indexOf("\n### ", start)
  const end = next < 0 ? text.length : next
  const part = text.slice(start, end)
  const blocks = [...part.matchAll(/```json\n([\s\S]*?)```/g)]
  if (
    blocks.some(([, json]) =>
      isDeepStrictEqual(JSON.parse(String(json)), JSON.parse(JSON.stringify(answer.example)))
    )
  )
    continue
  const last = blocks.at(-1)
  if (!last) {
    console.log("no block", method, at)
    continue
  }
  const fresh =
    part.slice(0, last.index) +
    "```json\n" +
    JSON.stringify(answer.example, null, 2) +
    "\n```" +
    part.slice((last.index ?? 0) + last[0].length)
  text = text.slice(0, start) + fresh + text.slice(end)
  console.log("replaced", method, at)
}
writeFileSync("docs/api.md", text)
